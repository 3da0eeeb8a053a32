// The button that copies the command of installation.
import { copyButton } from './copy.ts';
import { byId } from './dom.ts';

export function startInstall() {
  byId('install').append(copyButton('Copy', 'the command', 'Copied', () => 'npm install powmod'));
}
