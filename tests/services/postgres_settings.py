"""The tests' settings on a PostgreSQL that is already running: ``TEST_POSTGRES_URL``."""

import os

from classroom import env
from tests.settings import *  # noqa: F403
from tests.settings import DATA_DIR

DATABASES = {"default": env.database(os.environ["TEST_POSTGRES_URL"], DATA_DIR)}
