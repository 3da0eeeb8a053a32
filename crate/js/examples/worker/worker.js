// An edge worker that answers POST /verify, a proof file as its body, with { valid } or what is malformed.
import { init, MalformedProofError } from 'powmod';

const pm = await init();

export default {
  async fetch(request) {
    if (new URL(request.url).pathname !== '/verify') return new Response('there is only /verify', { status: 404 });
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
