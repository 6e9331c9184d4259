"""The house's key, kept outside the books: it seals the seed of a round being played, and signs anchors.

Whoever reads the database reads no seed that still decides something; whoever writes it anew cannot sign for that.
"""

from __future__ import annotations

import hmac
import secrets
from pathlib import Path

from croupier import documents
from croupier.errors import BadInput
from croupier.ledger.files import folder_for, made, tightened

ENVIRONMENT = "CROUPIER_KEY"
"""The path of the key file, where it is not beside the database."""
_SEALED = "sealed:"
_NONCE, _TAG = 16, 32


class Unsealed(BadInput):
    """What was sealed cannot be opened: the key is another, or what was sealed has been changed."""


class Key:
    """A secret of the house. Encryption is HMAC-SHA-256 in counter mode, then a tag over all of it, each under a key of its own."""

    def __init__(self, secret: bytes) -> None:
        self._stream, self._tag, self._sign = (hmac.digest(secret, use, "sha256") for use in (b"stream", b"tag", b"sign"))

    def seal(self, seed: str, name: str) -> str:
        """A seed nobody can read without the key, bound to the name of its round."""
        nonce, plain = secrets.token_bytes(_NONCE), bytes.fromhex(seed)
        hidden = self._mixed(nonce, plain)
        return _SEALED + (nonce + hidden + self._tagged(name, nonce + hidden)).hex()

    def open(self, kept: str, name: str) -> str:
        """The seed that was sealed."""
        try:
            whole = bytes.fromhex(kept.removeprefix(_SEALED))
        except ValueError:
            raise Unsealed(f"{name}: its sealed seed was changed") from None
        hidden, tag = whole[:-_TAG], whole[-_TAG:]
        if not hmac.compare_digest(self._tagged(name, hidden), tag):
            raise Unsealed(f"{name}: its seed was sealed with another key than this house has now, or was changed")
        return self._mixed(hidden[:_NONCE], hidden[_NONCE:]).hex()

    def sign(self, text: str) -> str:
        return hmac.digest(self._sign, text.encode(), "sha256").hex()

    def _mixed(self, nonce: bytes, text: bytes) -> bytes:
        blocks = (hmac.digest(self._stream, nonce + count.to_bytes(4, "big"), "sha256") for count in range(-(-len(text) // 32)))
        pad = int.from_bytes(b"".join(blocks)[: len(text)])
        return (int.from_bytes(text) ^ pad).to_bytes(len(text))

    def _tagged(self, name: str, hidden: bytes) -> bytes:
        return hmac.digest(self._tag, name.encode() + b"\0" + hidden, "sha256")


def is_sealed(kept: str | None) -> bool:
    return kept is not None and kept.startswith(_SEALED)


def key_at(path: Path, *, create: bool) -> Key | None:
    """The key in this file; a new one where there is none and one may be made."""
    try:
        if create:
            folder_for(path)
            made(path, secrets.token_hex(32).encode() + b"\n")
            tightened(path)
        secret = bytes.fromhex(documents.contents(path).decode().strip())
    except FileNotFoundError:
        return None
    except ValueError:
        raise BadInput(f"key: {path}: this is no key of a house") from None
    except OSError as error:
        raise BadInput(f"key: {path}: {error.strerror}") from None
    if len(secret) < 32:
        raise BadInput(f"key: {path}: a key has at least 32 bytes")
    return Key(secret)
