from __future__ import annotations

import io
import os
from typing import BinaryIO

UploadFile = str | os.PathLike[str] | bytes | BinaryIO
"""A path, the bytes, or a file that is open in binary mode, which is read from its start."""


class Upload:
    """A file to upload. httpx reads it in chunks and rewinds it before each attempt."""

    def __init__(self, file: UploadFile, alt_text: str | None, keep_location: bool) -> None:
        self.fields: dict[str, str] = {}
        if alt_text is not None:
            self.fields["alt_text"] = alt_text
        if keep_location:
            self.fields["keep_location"] = "true"
        self._path = file if isinstance(file, (str, os.PathLike)) else None
        self._file: BinaryIO | None = None
        if isinstance(file, bytes):
            self._file = io.BytesIO(file)
        elif not isinstance(file, (str, os.PathLike)):
            self._file = file
        self.is_repeatable = self._file is None or self._file.seekable()

    def open(self) -> BinaryIO:
        if self._path is not None:
            self._file = open(self._path, "rb")
        assert self._file is not None
        return self._file

    def close(self) -> None:
        """Closes the file if this object opened it."""
        if self._path is not None and self._file is not None:
            self._file.close()
