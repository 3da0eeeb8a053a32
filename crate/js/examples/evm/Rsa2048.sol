// SPDX-License-Identifier: MIT OR Apache-2.0
pragma solidity ^0.8.24;

import {PowmodWesolowski} from "./PowmodWesolowski.sol";

/// @notice The verifier modulo RSA-2048 of the RSA Factoring Challenge, whose factors nobody is known to know.
contract Rsa2048 is PowmodWesolowski {
    function modulus() public pure override returns (bytes memory) {
        return
            hex"c7970ceedcc3b0754490201a7aa613cd73911081c790f5f1a8726f463550bb5b7ff0db8e1ea1189ec72f93d1650011bd"
            hex"721aeeacc2acde32a04107f0648c2813a31f5b0b7765ff8b44b4b6ffc93384b646eb09c7cf5e8592d40ea33c80039f35"
            hex"b4f14a04b51f7bfd781be4d1673164ba8eb991c2c4d730bbbe35f592bdef524af7e8daefd26c66fc02c479af89d64d37"
            hex"3f442709439de66ceb955f3ea37d5159f6135809f85334b5cb1813addc80cd05609f10ac6a95ad65872c909525bdad32"
            hex"bc729592642920f24c61dc5b3c3b7923e56b16a4d9d373d8721f24a3fc0f1b3131f55615172866bccc30f95054c824e7"
            hex"33a5eb6817f7bc16399d48c6361cc7e5";
    }
}
