// Which of Debian's programs this machine has: browsers, valgrind, Python and PyPy. Plain Node: the runner asks before anything is installed.
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Debian's packages for each, and the programs that driving it takes: the first found of each list. */
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
    packages: ['webkit2gtk-driver', 'xvfb', 'xauth'],
    programs: { driver: ['WebKitWebDriver'], display: ['xvfb-run'], cookies: ['xauth'] },
  },
  // Its headers too, with which tests/secret marks exponents.
  valgrind: { packages: ['valgrind'], programs: { checker: ['valgrind'] } },
  // With which cargo builds GMP, for bench/native.
  m4: { packages: ['m4', 'make'], programs: { macros: ['m4'], make: ['make'] } },
  python: { packages: ['python3', 'python3-pip'], programs: { interpreter: ['python3'], installer: ['pip3'] } },
  // What Python's own power is measured with in bench/windows.mjs.
  pypy: { packages: ['pypy3'], programs: { interpreter: ['pypy3'] } },
};

/** The path of one of a browser's programs. */
export function program(browser, role = 'browser') {
  const names = PROGRAMS[browser].programs[role];
  for (const name of names) {
    const places = name.startsWith('/')
      ? [name]
      : (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, name));
    const found = places.find(runs);
    if (found) return found;
  }
  return undefined;
}

/** Why a browser cannot be driven here; undefined when it can. */
export function missing(browser) {
  for (const [role, names] of Object.entries(PROGRAMS[browser].programs)) {
    if (!program(browser, role))
      return `${names[0]} is not installed (Debian: ${PROGRAMS[browser].packages.join(' ')})`;
  }
  return undefined;
}

function runs(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
