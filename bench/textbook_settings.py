"""The site's settings, with the channel layer that is fastest for a large group: Redis pub/sub."""

import os

from classroom.settings import *  # noqa: F403

ASGI_APPLICATION = "bench.textbook.application"
CHANNEL_LAYERS = {
    "default": {
        "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
        # redis-py 8 gives up after five silent seconds unless it is told not to.
        "CONFIG": {"hosts": [{"address": os.environ["BENCH_REDIS"], "socket_timeout": None}]},
    }
}
# Kinder than the default, which opens the database anew for each answer.
DATABASES["default"]["CONN_MAX_AGE"] = None  # noqa: F405
