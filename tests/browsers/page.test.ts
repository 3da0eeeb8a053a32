// The page, as a visitor uses it. Written once; POWMOD_BROWSER says which browser drives it.
import { after, before, describe } from 'node:test';
import type { Browser } from './driver.ts';
import { testAccess } from './page/access.ts';
import { testLinks } from './page/links.ts';
import { testMake } from './page/make.ts';
import { testMeasure } from './page/measure.ts';
import { testOffline } from './page/offline.ts';
import { testVerify } from './page/verify.ts';
import { Visits } from './page/visits.ts';

const name = process.env.POWMOD_BROWSER ?? 'chromium';
const { launch }: { launch: () => Promise<Browser> } = await import(`./${name}.ts`);

describe(`the page in ${name}`, () => {
  const visits = new Visits(name, launch);
  before(() => visits.begin());
  after(() => visits.end());

  testVerify(visits);
  testLinks(visits);
  testMake(visits);
  testMeasure(visits);
  testOffline(visits);
  testAccess(visits);
});
