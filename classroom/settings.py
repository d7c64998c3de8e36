"""Settings of the site. They run with none set: SQLite and an in-memory bus. The README lists them."""

from pathlib import Path
from urllib.parse import urlsplit

from classroom import env

BASE_DIR = Path(__file__).resolve().parent.parent
DATA_DIR = Path(env.text("PRASHNA_DATA", str(BASE_DIR / "data"))).resolve()

DEBUG = env.boolean("PRASHNA_DEBUG", False)
SECRET_KEY = env.secret("PRASHNA_SECRET_KEY", DATA_DIR / "secret_key")

# Where the world reaches this server, if that is known: https://quiz.example.org. Cookies, HSTS and redirects
# follow its scheme. Empty: a lesson over plain http on the school's network.
PUBLIC_URL = env.text("PUBLIC_URL").rstrip("/")
HTTPS = PUBLIC_URL.startswith("https://")
PORT = env.integer("PORT", 8000)
BIND = env.text("PRASHNA_BIND", "0.0.0.0")  # which addresses of this machine listen; not HOST: some shells set that
# The addresses of this machine change with its network, so hosts are not listed: see middleware.HostCheck.
ALLOWED_HOSTS = ["*"]
EXTRA_HOSTS = [*env.words("PRASHNA_HOSTS"), *filter(None, [urlsplit(PUBLIC_URL).hostname])]
CSRF_TRUSTED_ORIGINS = [PUBLIC_URL] if PUBLIC_URL else []

INSTALLED_APPS = [
    "quizzes",
    "classroom",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "servestatic",
    "django.contrib.staticfiles",
    "channels",
]

MIDDLEWARE = [
    "classroom.middleware.HostCheck",
    "django.middleware.security.SecurityMiddleware",
    "classroom.middleware.ContentSecurityPolicy",
    "servestatic.middleware.ServeStaticMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "classroom.middleware.ChosenLanguage",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]

ROOT_URLCONF = "classroom.urls"
ASGI_APPLICATION = "classroom.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

DATABASES = {"default": env.database(env.text("DATABASE_URL"), DATA_DIR)}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
REDIS_URL = env.text("REDIS_URL")  # empty: one process, in-memory bus

AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "desk"
LOGOUT_REDIRECT_URL = "home"

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("hi", "हिन्दी")]
LOCALE_PATHS = [BASE_DIR / "classroom" / "locale"]
FORMAT_MODULE_PATH = "classroom.locale"
# "en" or "hi": one language for everybody; empty: each browser decides.
FORCED_LANGUAGE = env.text("PRASHNA_LANGUAGE")
TIME_ZONE = env.time_zone()
USE_TZ = True

STATIC_URL = "/static/"
STATIC_ROOT = DATA_DIR / "static"  # made anew by `manage.py serve`
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "classroom.static_storage.StaticStorage"},
}
MEDIA_URL = "/media/"
MEDIA_ROOT = DATA_DIR / "media"
DATA_UPLOAD_MAX_MEMORY_SIZE = 2 * 1024 * 1024  # bytes
FILE_UPLOAD_MAX_MEMORY_SIZE = 2 * 1024 * 1024  # bytes

SESSION_COOKIE_NAME = "prashna_host"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 30  # seconds
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
CSRF_FAILURE_VIEW = "classroom.views.errors.csrf_failure"
SECURE_SSL_REDIRECT = HTTPS
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
SECURE_HSTS_SECONDS = 60 * 60 * 24 * 365 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = HTTPS
SECURE_REDIRECT_EXEMPT = [r"^healthz$"]
# Browsers ignore this header on plain http addresses and say so in the console.
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin" if HTTPS else None
X_FRAME_OPTIONS = "DENY"

EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "%(asctime)s %(levelname)s %(name)s: %(message)s"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {"prashna": {"level": env.text("PRASHNA_LOG", "INFO")}},
}
