// An edge worker. POST a proof file to /verify: the answer is { valid }, or { field, reason } with status 400 if the file is
// malformed.
import { init, MalformedProofError } from 'powmod';

const pm = await init();

export default {
  async fetch(request) {
    if (new URL(request.url).pathname !== '/verify') return new Response('the only path is /verify', { status: 404 });
    if (request.method !== 'POST')
      return new Response('POST a proof file', { status: 405, headers: { Allow: 'POST' } });
    try {
      return Response.json({ valid: pm.verify(await request.text(), { expect: { modulus: 'RSA-2048' } }) });
    } catch (error) {
      if (!(error instanceof MalformedProofError)) throw error;
      return Response.json({ field: error.field, reason: error.reason }, { status: 400 });
    }
  },
};
