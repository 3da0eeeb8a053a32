// An election: 1000 voters answer yes or no, and nobody but the holder of the key learns more than the sum.
import { makeKeys, openElection } from './ballot.mjs';
import * as group from './group.mjs';
import { verify } from './verifier.mjs';

const VOTERS = Number(process.argv[2] ?? 1000);

const { secretKey, publicKey } = await makeKeys();
const election = await openElection(publicKey);

let yes = 0;
const ballots = [];
for (let voter = 0; voter < VOTERS; voter++) {
  const [vote] = crypto.getRandomValues(new Uint8Array(1)).map((byte) => byte & 1);
  yes += vote;
  ballots.push(await election.encrypt(vote, `voter ${voter}`));
}

let valid = 0;
for (const [voter, ballot] of ballots.entries()) if (await election.isValid(ballot, `voter ${voter}`)) valid++;
console.log(`${valid} of ${VOTERS} ballots are valid`);

const [ballot] = ballots;
console.log(`the second verifier agrees: ${await verify(group, publicKey, ballot, 'voter 0')}`);
console.log(`it accepts the ballot as another voter’s: ${await verify(group, publicKey, ballot, 'voter 1')}`);

const votes = election.decrypt(election.sum(ballots), secretKey, VOTERS);
console.log(`the sum is right: ${votes === yes}`);
