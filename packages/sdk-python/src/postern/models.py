"""The resources, request bodies and enums of the API."""

from ._generated.models import *  # noqa: F403
from ._generated.models import __all__ as __all__
