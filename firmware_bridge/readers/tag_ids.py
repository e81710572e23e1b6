"""Tags' identities: bytes on the wire, upper-case hexadecimal everywhere else."""

from collections.abc import Container


class UnfitTagError(ValueError):
    """A tag that this kind of reader cannot have read."""

    def __init__(self, tag: str, wanted: str) -> None:
        super().__init__(
            f"tag {tag!r} cannot be on this reader: it reads tags of {wanted}; "
            "give the simulated deck tags of that length"
        )


def name_of(identity: bytes) -> str:
    """The tag's name."""
    return identity.hex().upper()


def identity_of(tag: str, lengths: Container[int], wanted: str) -> bytes:
    """The tag's bytes, if the reader can read such a tag."""
    try:
        identity = bytes.fromhex(tag)
    except ValueError:
        raise UnfitTagError(tag, wanted) from None
    if len(identity) not in lengths:
        raise UnfitTagError(tag, wanted)
    return identity


def uid15693(tag: str) -> bytes:
    """The eight bytes of an ISO 15693 tag, most significant first."""
    return identity_of(tag, (8,), "8 bytes (ISO 15693)")


EPC_LENGTHS = range(2, 63, 2)  # five bits count 16-bit words; a tag without a word has no name


def epc(tag: str) -> bytes:
    """A UHF tag's electronic product code."""
    return identity_of(tag, EPC_LENGTHS, "2 to 62 bytes, an even number (UHF EPC)")


def epc_with_pc(tag: str) -> bytes:
    """The EPC behind the two bytes of protocol control that tell its length."""
    code = epc(tag)
    return (len(code) // 2 << 11).to_bytes(2, "big") + code


def epc_after_pc(data: bytes) -> bytes | None:
    """The EPC, if the protocol control before it tells just its length."""
    words, code = data[0] >> 3, data[2:]
    return code if words and len(code) == 2 * words else None
