// A line of bench/DEVICES.md: what "Measure this device" found on one device.

import { wasmKernels } from './kernels.js';

/** The most characters of a device's name. */
export const MAX_NAME = 80;

/**
 * @typedef {object} Device
 * @property {string} device any text
 * @property {string} engine the browser and its version
 * @property {Partial<Record<string, number>>} times milliseconds of one power, by kernel and of `BigInt`
 * @property {string} auto the kernel that `init` chose by itself
 * @property {string} version of powmod
 * @property {string} date such as 2026-11-22
 */

/** @param {Device} device */
export function deviceLine({ device, engine, times, auto, version, date }) {
  const cells = [...wasmKernels, 'BigInt'].map((name) => time(times[name]));
  return `| ${[escapeCell(device), escapeCell(engine), ...cells, auto, version, date].join(' | ')} |`;
}

/** Three digits, or a dash for a kernel that does not run. @param {number | undefined} ms */
const time = (ms) => (ms === undefined ? '—' : ms < 100 ? ms.toPrecision(3) : ms.toFixed());

/** Characters with a meaning in Markdown or HTML. A cell has entities in their place. */
const SPECIAL = /[&<>|\\`*_~[\]]/g;

/** @param {string} text */
function escapeCell(text) {
  const plain = text.replace(/[\s\p{C}]+/gu, ' ').trim();
  return [...plain]
    .slice(0, MAX_NAME)
    .join('')
    .trim()
    .replace(SPECIAL, (character) => `&#${character.charCodeAt(0)};`);
}
