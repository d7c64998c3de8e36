"""The site's settings for tests: a folder of their own, no manifest of static files, cheap passwords."""

import atexit
import os
import shutil
import tempfile

DATA = tempfile.mkdtemp(prefix="prashna-tests-")
atexit.register(shutil.rmtree, DATA, ignore_errors=True)
# Settings of the shell must not leak into tests. Set before the site's settings are read.
for name in ("DATABASE_URL", "REDIS_URL", "PUBLIC_URL", "PRASHNA_HOSTS", "PRASHNA_LANGUAGE", "PRASHNA_DEBUG", "PORT"):
    os.environ.pop(name, None)
os.environ["PRASHNA_DATA"] = DATA

from classroom.settings import *  # noqa: E402, F403

EXTRA_HOSTS = ["testserver"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
SERVESTATIC_USE_FINDERS = True
SERVESTATIC_USE_STATIC_ROOT = False
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
