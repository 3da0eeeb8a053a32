"""OpenSSL's inverse in constant time, as RSA's blinding calls it: BN_mod_inverse of numbers with BN_FLG_CONSTTIME."""

from ctypes import CDLL, c_char_p, c_int, c_void_p
from ctypes.util import find_library

CONSTTIME = 4

library = CDLL(find_library("crypto"))


def function(name, result, *arguments):
    found = library[name]
    found.restype, found.argtypes = result, arguments
    return found


new = function("BN_new", c_void_p)
from_bytes = function("BN_bin2bn", c_void_p, c_char_p, c_int, c_void_p)
set_flags = function("BN_set_flags", None, c_void_p, c_int)
to_hex = function("BN_bn2hex", c_char_p, c_void_p)
mod_inverse = function("BN_mod_inverse", c_void_p, c_void_p, c_void_p, c_void_p, c_void_p)
context = function("BN_CTX_new", c_void_p)()
result = new()


class Number:
    def __init__(self, text, _base):
        data = bytes.fromhex(text.zfill(len(text) + len(text) % 2))
        self.pointer = from_bytes(data, len(data), None)
        set_flags(self.pointer, CONSTTIME)


class Inverse:
    def __format__(self, _form):
        return to_hex(result).decode()


def inverse(number, _exponent, modulus):
    mod_inverse(result, number.pointer, modulus.pointer, context)
    return Inverse()
