"""The hashes of the protocol: inputs from seeds, and the challenges of both schemes."""

from hashlib import sha256

from Crypto.Hash import keccak  # of pycryptodome
from primality import is_probable_prime


def width(n):
    """L, the length of the modulus in bytes."""
    return (n.bit_length() + 7) // 8


def enc(z, n):
    """z as exactly L big-endian bytes."""
    return z.to_bytes(width(n), "big")


def u16(value):
    return value.to_bytes(2, "big")


def u32(value):
    return value.to_bytes(4, "big")


def u64(value):
    return value.to_bytes(8, "big")


def integer(data):
    """A big-endian integer."""
    return int.from_bytes(data, "big")


def expand_message_xmd(message, tag, length):
    """expand_message_xmd of RFC 9380, section 5.3.1, with SHA-256: blocks of 64 bytes, digests of 32 bytes."""
    blocks = -(-length // 32)
    assert blocks <= 255 and length < 1 << 16 and len(tag) <= 255
    tag = tag + bytes([len(tag)])
    b_0 = sha256(bytes(64) + message + u16(length) + b"\0" + tag).digest()
    block = sha256(b_0 + b"\1" + tag).digest()
    expanded = block
    for i in range(2, blocks + 1):
        mixed = bytes(a ^ b for a, b in zip(b_0, block))
        block = sha256(mixed + bytes([i]) + tag).digest()
        expanded += block
    return expanded[:length]


def hash_of_seed(seed, n):
    """h, whose square up to sign is the input."""
    return integer(expand_message_xmd(seed, b"powmod-v1:input", width(n) + 16)) % n


def input_from_seed(seed, n):
    """input(seed, N), which is the same in every profile."""
    square = hash_of_seed(seed, n) ** 2 % n
    x = min(square, n - square)
    if square in (0, 1):
        raise ValueError("the seed gives 0 or 1")
    return x


def wesolowski_seed(n, x, y, t):
    return sha256(b"powmod-v1:wesolowski" + enc(n, n) + enc(x, n) + enc(y, n) + u64(t)).digest()


def wesolowski_candidate(s, i):
    return integer(sha256(s + u32(i)).digest()) | 1 << 255 | 1


def wesolowski_challenge(n, x, y, t):
    """(l, i): the first prime candidate, and its index."""
    s = wesolowski_seed(n, x, y, t)
    i = 0
    while not is_probable_prime(wesolowski_candidate(s, i)):
        i += 1
    return wesolowski_candidate(s, i), i


def pietrzak_challenge_powmod_v1(n, x, y, v, t):
    hashed = b"powmod-v1:pietrzak" + enc(n, n) + enc(x, n) + enc(y, n) + enc(v, n) + u64(t)
    return integer(sha256(hashed).digest()[:16])


def words(z):
    """z in the least multiple of 32 big-endian bytes that holds it."""
    return z.to_bytes(-(-max(z.bit_length(), 1) // 256) * 32, "big")


def pietrzak_challenge_tokamak(n, x, y, v, t):
    hashed = words(x) + words(y) + words(v)
    return integer(keccak.new(digest_bits=256, data=hashed).digest()[:16])
