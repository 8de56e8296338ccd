import { expect } from 'vitest';
import { DEMO_PASSWORD } from '@tiffin/demo/people';
import { appShows } from './authenticator-app.ts';
import type { Caller, TestServer } from './server.ts';

/** Sets up codes for a demo person and returns the text of the QR code. */
export async function setUpCodes(server: TestServer, email: string): Promise<string> {
  const as = await server.signIn(email);
  const { totpURI } = (await (await postCode(server, '/enable', { password: DEMO_PASSWORD }, as)).json()) as {
    totpURI: string;
  };
  expect((await postCode(server, '/verify-totp', { code: appShows(totpURI, -1) }, as)).status).toBe(200);
  return totpURI;
}

export function postCode(server: TestServer, path: string, body: object, as: Caller): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  return server.fetch(`/api/auth/two-factor${path}`, { method: 'POST', headers, body: JSON.stringify(body) }, as);
}
