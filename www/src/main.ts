// Starts each part of the page. The parts are the folders beside this file. The first power comes first: only what it
// needs is in the script that the page waits for.
import { startCompute } from './compute/section.ts';
import { showAlone } from './opened.ts';

showAlone();

// A long line scrolls by keyboard too.
for (const code of document.querySelectorAll('pre')) code.tabIndex = 0;

const others = import('./others.ts').then(({ startOthers }) => startOthers());
// One after another: what runs at the same time would slow the times down.
const opened = location.hash ? others.then(({ opened }) => opened) : Promise.resolve();
const computed = startCompute(opened);
void others.then(({ startAfter }) => startAfter(computed));
