// SPDX-License-Identifier: MIT OR Apache-2.0
pragma solidity ^0.8.24;

/// @title Verifies Wesolowski proofs of powmod's profile `powmod-v1`: y is the element of x^(2^T) modulo N.
/// @notice Nobody has audited this contract. It answers as `pm.verify` does, where a malformed proof is `false`, but for one
/// thing: `pm.verify` takes the first prime of a challenge alone, and this contract any of them. So a statement has many
/// proofs, and a proof is no identifier. Nor does it check, as `pm.verify` does, that the modulus is fit for a delay.
///
/// Derive from it, and give the modulus. Whoever knows the factors of the modulus can prove anything.
///
/// The challenge is the first prime among the candidates SHA-256(seed ‖ i). To find it takes about 89 tests, so the
/// caller names its index i, and the contract tests that candidate alone. A prover may thus choose among the primes
/// below MAX_INDEX, some 46 of them, which costs 6 bits of security. The first prime is not below MAX_INDEX once in
/// 10^20 proofs.
///
/// A candidate is prime by ROUNDS rounds of Miller and Rabin, with bases from its own hash, which nobody chooses. By
/// Damgård, Landrock and Pomerance ("Average case error estimates for the strong probable prime test", 1993, theorem
/// 4, with k = 256 bits and t = 15) a random number that passes is composite with a probability below
/// k^(3/2) · 2^t · t^(-1/2) · 4^(2 - sqrt(t k)) < 2^-94. To forge with a composite challenge, all its prime factors
/// must be small as well, which is one chance in 10^5 for factors below 2^40.
abstract contract PowmodWesolowski {
    uint256 private constant ROUNDS = 15;
    uint256 private constant MAX_INDEX = 4096;
    address private constant MODEXP = address(5);
    string private constant FAILED = "modexp failed: more gas, or lengths that this chain refuses";
    // The tag of inputs, and its length, as RFC 9380 wants it.
    bytes private constant INPUT = "powmod-v1:input\x0f";

    /// Refuses a modulus that the functions below do not compute with, or that the chain's precompile does not.
    constructor() {
        bytes memory n = modulus();
        require(n.length % 32 == 0 && n.length >= 128 && n.length <= 2048, "modulus: needs whole words, 128 to 2048 bytes");
        require(n[0] != 0, "modulus: begins with a zero byte");
        require(n[n.length - 1] & 0x01 != 0, "modulus: must be odd");
        power(n, hex"02", n);
    }

    /// N: odd, and in 128 to 2048 bytes, a multiple of 32, without a leading zero byte.
    function modulus() public pure virtual returns (bytes memory);

    /// Whether `proof` shows that `output` is the element of input^(2^iterations).
    /// @param input x, as long as the modulus, as are `output` and `proof`
    /// @param index the index i of the challenge, which `challengeOf` finds
    function verify(
        bytes memory input,
        bytes memory output,
        bytes memory proof,
        uint64 iterations,
        uint32 index
    ) public view returns (bool) {
        bytes memory n = modulus();
        if (iterations == 0 || iterations >> 53 != 0 || index >= MAX_INDEX) return false;
        if (!isElement(input, n) || !isElement(output, n) || !isElement(proof, n)) return false;
        bytes32 seed = sha256(abi.encodePacked("powmod-v1:wesolowski", n, input, output, iterations));
        uint256 l = candidate(seed, index);
        if (!isProbablePrime(l)) return false;
        uint256 r = wordPower(2, iterations, l);
        return isProduct(power(proof, abi.encode(l), n), power(input, abi.encode(r), n), output, n);
    }

    /// The input of a seed, as `pm.hashToGroup` derives it: RFC 9380's expand_message_xmd, then a square.
    function inputOf(bytes memory seed) public view returns (bytes memory) {
        bytes memory n = modulus();
        uint256 length = n.length + 16;
        bytes32 first = sha256(abi.encodePacked(new bytes(64), seed, uint16(length), "\x00", INPUT));
        bytes32 last = 0;
        bytes memory x = "";
        for (uint8 i = 1; x.length < length; i++) {
            last = sha256(abi.encodePacked(first ^ last, i, INPUT));
            x = bytes.concat(x, last);
        }
        assembly ("memory-safe") {
            mstore(x, length)
        }
        x = power(x, hex"02", n);
        bytes memory other = subtract(n, x);
        return isBelow(x, other) ? x : other;
    }

    /// SHA-256(seed ‖ i) with the highest and the lowest bit set.
    function candidate(bytes32 seed, uint32 index) private pure returns (uint256) {
        return uint256(sha256(abi.encodePacked(seed, index))) | (1 << 255) | 1;
    }

    /// Whether z is an element: as long as N, above 0 and at most (N - 1)/2.
    function isElement(bytes memory z, bytes memory n) private pure returns (bool) {
        unchecked {
            if (z.length != n.length) return false;
            uint256 carry = 0;
            bool isZero = true;
            for (uint256 i = 0; i < n.length; i += 32) {
                (uint256 a, uint256 b) = (word(z, i), word(n, i));
                uint256 half = (b >> 1) | carry;
                isZero = isZero && a == 0;
                if (a != half) return a < half && !(isZero && isZeroFrom(z, i + 32));
                carry = b << 255;
            }
            return true;
        }
    }

    function isZeroFrom(bytes memory z, uint256 from) private pure returns (bool) {
        unchecked {
            for (uint256 i = from; i < z.length; i += 32) if (word(z, i) != 0) return false;
            return true;
        }
    }

    function isProbablePrime(uint256 l) private view returns (bool) {
        unchecked {
            uint256 odd = l - 1;
            uint256 twos = 0;
            for (; odd & 1 == 0; twos++) odd >>= 1;
            for (uint256 round = 0; round < ROUNDS; round++) {
                uint256 base = (uint256(keccak256(abi.encode(l, round))) % (l - 3)) + 2;
                uint256 x = wordPower(base, odd, l);
                if (x == 1) continue;
                uint256 squarings = 1;
                for (; x != l - 1; squarings++) {
                    if (squarings == twos) return false;
                    x = mulmod(x, x, l);
                }
            }
            return true;
        }
    }

    /// Whether a·b is y or N - y modulo N, by (a + b)² - (a - b)² = 4ab: the precompile squares and reduces for less gas
    /// than a product of words.
    function isProduct(
        bytes memory a,
        bytes memory b,
        bytes memory y,
        bytes memory n
    ) private view returns (bool) {
        bytes memory sum = power(add(a, b, n), hex"02", n);
        bytes memory difference = power(add(a, subtract(n, b), n), hex"02", n);
        bytes memory twice = add(y, y, n);
        bytes memory four = add(twice, twice, n);
        return isEqual(add(difference, four, n), sum) || isEqual(add(sum, four, n), difference);
    }

    /// base^exponent mod N.
    function power(
        bytes memory base,
        bytes memory exponent,
        bytes memory n
    ) private view returns (bytes memory) {
        (bool done, bytes memory result) = MODEXP.staticcall(
            abi.encodePacked(base.length, exponent.length, n.length, base, exponent, n)
        );
        require(done && result.length == n.length, FAILED);
        return result;
    }

    /// base^exponent mod l, of words.
    function wordPower(uint256 base, uint256 exponent, uint256 l) private view returns (uint256) {
        (bool done, bytes memory result) = MODEXP.staticcall(
            abi.encode(32, 32, 32, base, exponent, l)
        );
        require(done && result.length == 32, FAILED);
        return abi.decode(result, (uint256));
    }

    /// a + b mod N, for a below N and b at most N.
    function add(bytes memory a, bytes memory b, bytes memory n) private pure returns (bytes memory) {
        (bytes memory sum, uint256 carry) = sumOf(a, b, 0);
        return carry == 1 || !isBelow(sum, n) ? subtract(sum, n) : sum;
    }

    /// a - b modulo 2^(8 · length): a plus the complement of b.
    function subtract(bytes memory a, bytes memory b) private pure returns (bytes memory difference) {
        (difference, ) = sumOf(a, b, type(uint256).max);
    }

    /// a + b, or a - b if each bit of `complement` is set, and the carry out of the highest word.
    function sumOf(
        bytes memory a,
        bytes memory b,
        uint256 complement
    ) private pure returns (bytes memory sum, uint256 carry) {
        unchecked {
            sum = new bytes(a.length);
            carry = complement & 1;
            for (uint256 i = a.length; i > 0; ) {
                i -= 32;
                (uint256 u, uint256 v) = (word(a, i), word(b, i) ^ complement);
                uint256 w = u + v;
                uint256 all = w + carry;
                carry = (w < u || all < w) ? 1 : 0;
                assembly ("memory-safe") {
                    mstore(add(add(sum, 32), i), all)
                }
            }
        }
    }

    function isBelow(bytes memory a, bytes memory b) private pure returns (bool) {
        unchecked {
            for (uint256 i = 0; i < a.length; i += 32) {
                (uint256 u, uint256 v) = (word(a, i), word(b, i));
                if (u != v) return u < v;
            }
            return false;
        }
    }

    function isEqual(bytes memory a, bytes memory b) private pure returns (bool) {
        return keccak256(a) == keccak256(b);
    }

    /// The word at a place of big-endian bytes.
    function word(bytes memory z, uint256 place) private pure returns (uint256 value) {
        assembly ("memory-safe") {
            value := mload(add(add(z, 32), place))
        }
    }
}
