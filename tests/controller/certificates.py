"""A certificate authority for an afternoon."""

from datetime import UTC, datetime, timedelta
from ipaddress import IPv4Address
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID


def certify(folder: Path, address: str = "127.0.0.1") -> Path:
    """Write broker.crt and broker.key for an address, and return the CA that signed them."""
    authority, key = (
        ec.generate_private_key(ec.SECP256R1()),
        ec.generate_private_key(ec.SECP256R1()),
    )
    ca = _sign("the house", authority, "the house", authority, x509.BasicConstraints(True, None))
    names = x509.SubjectAlternativeName([x509.IPAddress(IPv4Address(address))])
    crt = _sign("the table", key, "the house", authority, names)
    (folder / "ca.crt").write_bytes(ca.public_bytes(Encoding.PEM))
    (folder / "broker.crt").write_bytes(crt.public_bytes(Encoding.PEM))
    pem = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    (folder / "broker.key").write_bytes(pem)
    return folder / "ca.crt"


def _sign(
    name: str,
    key: ec.EllipticCurvePrivateKey,
    issuer: str,
    issuer_key: ec.EllipticCurvePrivateKey,
    extension: x509.ExtensionType,
) -> x509.Certificate:
    now = datetime.now(UTC)
    own = x509.SubjectKeyIdentifier.from_public_key(key.public_key())
    above = x509.AuthorityKeyIdentifier.from_issuer_public_key(issuer_key.public_key())
    return (
        x509.CertificateBuilder()
        .subject_name(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)]))
        .issuer_name(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, issuer)]))
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(extension, critical=name == issuer)
        .add_extension(own, critical=False)
        .add_extension(above, critical=False)
        .sign(issuer_key, hashes.SHA256())
    )
