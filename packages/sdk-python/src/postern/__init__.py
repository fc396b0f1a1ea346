"""Client and webhook verifier for Postern."""

from ._client import AsyncPostern, Options, Postern
from ._errors import PosternConnectionError, PosternError
from ._generated.models import WebhookEvent
from ._page import AsyncPage, AsyncPages, Page
from ._unset import UNSET, Unset
from ._upload import UploadFile
from ._webhooks import OtherEvent, WebhookError, sign_webhook, verify_webhook

__all__ = [
    "UNSET",
    "AsyncPage",
    "AsyncPages",
    "AsyncPostern",
    "Options",
    "OtherEvent",
    "Page",
    "Postern",
    "PosternConnectionError",
    "PosternError",
    "Unset",
    "UploadFile",
    "WebhookError",
    "WebhookEvent",
    "sign_webhook",
    "verify_webhook",
]
