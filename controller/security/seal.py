"""Sealing for the broadcast station: anybody can seal for it, only its private key opens."""

from pathlib import Path

from cryptography.exceptions import InvalidTag, UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
    load_pem_public_key,
)

from controller.security.vault import KeyFileError, SealBrokenError, read_secret, write_secret

_PURPOSE = b"cutcard seal 1"
_POINT = 32
# Each seal has a key of its own, from a pair made for it alone: a fixed nonce is used once.
_NONCE = bytes(12)


def seal_for(station: X25519PublicKey, data: bytes, context: bytes) -> bytes:
    """Seal some bytes so that only the station can open them, for one context."""
    passing = X25519PrivateKey.generate()
    point = passing.public_key().public_bytes_raw()
    cipher = _cipher(passing.exchange(station), point, station)
    return point + cipher.encrypt(_NONCE, data, context)


def open_with(private: X25519PrivateKey, sealed: bytes, context: bytes) -> bytes:
    """Open what was sealed for this station and this context."""
    point, body = sealed[:_POINT], sealed[_POINT:]
    try:
        shared = private.exchange(X25519PublicKey.from_public_bytes(point))
        return _cipher(shared, point, private.public_key()).decrypt(_NONCE, body, context)
    except (InvalidTag, ValueError):
        raise SealBrokenError("sealed for another station, or changed since") from None


def _cipher(shared: bytes, point: bytes, station: X25519PublicKey) -> AESGCM:
    ends = point + station.public_bytes_raw()  # the key belongs to these two and no others
    return AESGCM(HKDF(SHA256(), length=32, salt=None, info=_PURPOSE + ends).derive(shared))


def make_pair(private: Path, public: Path) -> None:
    """Make a station's two keys, as PEM files; what is there is never written over."""
    for path in (private, public):
        if path.exists():
            raise KeyFileError(f"{path}: File exists")
    key = X25519PrivateKey.generate()
    write_secret(private, key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    pem = key.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
    try:
        public.write_bytes(pem)
    except OSError as error:
        raise KeyFileError(f"{public}: {error.strerror}") from error


def read_public(path: Path) -> X25519PublicKey:
    """A station's public key, which the table seals with."""
    try:
        key = load_pem_public_key(path.read_bytes())
    except OSError as error:
        raise KeyFileError(f"{path}: {error.strerror}") from error
    except (ValueError, UnsupportedAlgorithm):
        key = None
    if not isinstance(key, X25519PublicKey):
        raise KeyFileError(f"{path}: expected a station's public key (PEM, X25519), got none")
    return key


def read_private(path: Path) -> X25519PrivateKey:
    """A station's private key; a file that others can read is refused."""
    try:
        key = load_pem_private_key(read_secret(path), None)
    except (ValueError, TypeError, UnsupportedAlgorithm):
        key = None
    if not isinstance(key, X25519PrivateKey):
        raise KeyFileError(f"{path}: expected a station's private key (PEM, X25519), got none")
    return key
