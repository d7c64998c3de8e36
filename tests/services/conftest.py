from tests.system.conftest import _everybody_goes_home  # noqa: F401
