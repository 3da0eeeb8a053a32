// The page as a visitor uses it, in the browser that POWMOD_BROWSER names.
import '../support/built.mjs';
import { after, before, describe } from 'node:test';
import type { Browser } from '../../workshop/browsers/driver.ts';
import { testAccess } from './access.ts';
import { testChia } from './chia.ts';
import { testDraw } from './draw.ts';
import { testLetter } from './letter.ts';
import { testLinks } from './links.ts';
import { testMake } from './make.ts';
import { testMeasure } from './measure.ts';
import { testOffline } from './offline.ts';
import { testOrigins } from './origins.ts';
import { testPolicies } from './policies.ts';
import { testSpeed } from './speed.ts';
import { testStatic } from './static.ts';
import { testVerify } from './verify.ts';
import { Visits } from './visits.ts';

const name = process.env.POWMOD_BROWSER ?? 'chromium';
const { launch }: { launch: () => Promise<Browser> } = await import(`../../workshop/browsers/${name}.ts`);

describe(`the page in ${name}`, () => {
  const visits = new Visits(name, launch);
  before(() => visits.begin());
  after(() => visits.end());

  testSpeed(visits);
  testPolicies(visits);
  testOrigins(visits);
  testStatic(visits, name);
  testVerify(visits);
  testDraw(visits);
  testLetter(visits);
  testMake(visits);
  testOffline(visits);
  testAccess(visits);
  if (visits.saysAll) {
    testChia(visits);
    testLinks(visits);
    testMeasure(visits);
  }
  visits.testSame();
});
