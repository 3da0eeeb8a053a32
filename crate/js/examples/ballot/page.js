// Encrypts a ballot in the page, and checks it as anybody could.
import { makeKeys, openElection } from './ballot.mjs';
import * as group from './group.mjs';
import { verify } from './verifier.mjs';

const output = document.querySelector('output');

async function start() {
  // In earnest the page gets the public key of the election; this one can open the ballot itself.
  const { secretKey, publicKey } = await makeKeys();
  const election = await openElection(publicKey);
  output.value = 'Ready';

  document.querySelector('form').addEventListener('submit', async (event) => {
    event.preventDefault();
    output.value = 'Encrypting…';
    const boxes = [...document.querySelectorAll('input')];
    const ballot = await Promise.all(
      boxes.map(({ checked }, i) => election.encrypt(Number(checked), `selection ${i}`)),
    );
    const verdicts = await Promise.all([
      ...ballot.map((selection, i) => election.isValid(selection, `selection ${i}`)),
      ...ballot.map((selection, i) => verify(group, publicKey, selection, `selection ${i}`)),
    ]);
    const votes = election.decrypt(election.sum(ballot), secretKey, boxes.length);
    output.value = `${verdicts.every(Boolean) ? 'Valid' : 'Invalid'}: ${votes} of ${boxes.length}`;
  });
}

start();
