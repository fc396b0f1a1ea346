from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

retries_max = 10
_visible_ascii = re.compile(r"[\x21-\x7e]+")


@dataclass(frozen=True)
class Settings:
    """The options of a client. Times are in seconds."""

    url: str
    key: str = field(repr=False)
    profile: str | None
    timeout: float
    upload_timeout: float
    retries: int
    headers: Mapping[str, str]

    def __post_init__(self) -> None:
        if not re.match(r"https?://[^/]", self.url, re.IGNORECASE):
            raise ValueError("url must start with http:// or https://.")
        if not _visible_ascii.fullmatch(self.key):
            raise ValueError("key must be an API key (pst_owner_… or pst_profile_…).")
        if self.timeout <= 0 or self.upload_timeout <= 0:
            raise ValueError("A timeout must be more than 0 seconds.")
        if not 0 <= self.retries <= retries_max:
            raise ValueError(f"retries must be from 0 to {retries_max}.")
        if self.profile is not None:
            check_profile(self.profile)
        object.__setattr__(self, "url", re.sub(r"(/v1)?/*$", "", self.url.rstrip("/")))


def check_profile(profile: str) -> str:
    """Rejects an empty profile, which would mean all profiles."""
    if _visible_ascii.fullmatch(profile):
        return profile
    raise ValueError("profile must be the id or the external_id of a profile.")
