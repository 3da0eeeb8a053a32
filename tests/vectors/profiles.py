"""The differences between the two profiles."""

from dataclasses import dataclass
from typing import Callable

from transcript import pietrzak_challenge_powmod_v1, pietrzak_challenge_tokamak


@dataclass(frozen=True)
class Profile:
    name: str
    schemes: tuple
    default_delta: int
    element: Callable  # el(z, N)
    largest: Callable  # the largest element modulo N
    allows: Callable  # whether T squarings can be proved
    pietrzak_challenge: Callable  # r(N, x, y, v, T)


POWMOD_V1 = Profile(
    name="powmod-v1",
    schemes=("wesolowski", "pietrzak"),
    default_delta=10,
    element=lambda z, n: min(z % n, n - z % n),
    largest=lambda n: (n - 1) // 2,
    allows=lambda t: True,
    pietrzak_challenge=pietrzak_challenge_powmod_v1,
)

TOKAMAK = Profile(
    name="tokamak",
    schemes=("pietrzak",),
    default_delta=0,
    element=lambda z, n: z % n,
    largest=lambda n: n - 1,
    allows=lambda t: t & (t - 1) == 0,
    pietrzak_challenge=pietrzak_challenge_tokamak,
)

PROFILES = {profile.name: profile for profile in (POWMOD_V1, TOKAMAK)}
