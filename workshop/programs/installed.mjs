// Finds programs that Debian packages: browsers, QEMU with its boards, valgrind, Gappa, m4, make, Redis, Python and
// PyPy. Imports Node's modules only, because the runner of the tests asks before npm has installed anything.
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The root folder of programs for ARM64, where Debian puts its libraries for them. */
export const ARM64_LIBRARIES = '/usr/aarch64-linux-gnu';

/**
 * The Debian packages of each program, and the executables and libraries that it needs: the first of each list that
 * exists.
 */
export const PROGRAMS = {
  chromium: {
    packages: ['chromium'],
    programs: {
      browser: [
        'chromium',
        'chromium-browser',
        'google-chrome',
        '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
      ],
    },
  },
  firefox: {
    packages: ['firefox-esr'],
    programs: { browser: ['firefox-esr', 'firefox', '/Applications/Firefox.app/Contents/MacOS/firefox'] },
  },
  webkit: {
    packages: ['webkit2gtk-driver', 'xvfb'],
    programs: { driver: ['WebKitWebDriver'], display: ['Xvfb'] },
  },
  // Runs programs for x86-64, and for ARM64 with the C and C++ libraries for them.
  qemu: {
    packages: ['qemu-user-static', 'libstdc++6-arm64-cross'],
    programs: {
      arm64: ['qemu-aarch64-static'],
      x64: ['qemu-x86_64-static'],
      loader: [`${ARM64_LIBRARIES}/lib/ld-linux-aarch64.so.1`],
      library: [`${ARM64_LIBRARIES}/lib/libstdc++.so.6`],
    },
  },
  // Boards without a system, for programs on bare metal.
  board: {
    packages: ['qemu-system-arm', 'qemu-system-misc'],
    programs: { arm: ['qemu-system-arm'], riscv: ['qemu-system-riscv32'] },
  },
  // The package includes the headers, which tests/secret needs to mark exponents.
  valgrind: { packages: ['valgrind'], programs: { checker: ['valgrind'] } },
  // Proves bounds on what doubles round.
  gappa: { packages: ['gappa'], programs: { prover: ['gappa'] } },
  // cargo needs these to build GMP for bench/native.
  m4: { packages: ['m4', 'make'], programs: { macros: ['m4'], make: ['make'] } },
  // The queue of crate/js/examples/fleet.
  redis: { packages: ['redis-server', 'redis-tools'], programs: { server: ['redis-server'], client: ['redis-cli'] } },
  python: { packages: ['python3', 'python3-pip'], programs: { interpreter: ['python3'], installer: ['pip3'] } },
  // bench/papers also measures Python's `pow` in PyPy.
  pypy: { packages: ['pypy3'], programs: { interpreter: ['pypy3'] } },
};

/** The path of an executable or a library; undefined when it is not installed. */
export function program(name, role = 'browser') {
  const names = PROGRAMS[name].programs[role];
  for (const file of names) {
    const isPath = file.startsWith('/');
    const places = isPath ? [file] : (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, file));
    const found = places.find((place) => allows(place, isPath ? constants.R_OK : constants.X_OK));
    if (found) return found;
  }
  return undefined;
}

/** Why a program cannot be used on this machine; undefined when it can. */
export function missing(name) {
  const { packages, programs } = PROGRAMS[name];
  for (const [role, names] of Object.entries(programs)) {
    if (!program(name, role)) return `${names[0]} is not installed (Debian: apt install ${packages.join(' ')})`;
  }
  return undefined;
}

function allows(path, mode) {
  try {
    accessSync(path, mode);
    return true;
  } catch {
    return false;
  }
}
