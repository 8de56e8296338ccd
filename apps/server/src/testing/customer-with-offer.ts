import { newestMessage } from './newest-message.ts';
import type { Caller, TestServer } from './server.ts';

/** Signs up a customer who agrees to offers. The address is not confirmed yet. */
export async function signUpForOffers(server: TestServer, email: string): Promise<Caller> {
  await server.fetch('/api/auth/sign-up/email', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'Good-pass-1', name: 'Asha Menon', offers: true }),
  });
  return server.signIn(email, 'Good-pass-1');
}

/** Confirms the address with the code of the newest mail. */
export async function confirmAddress(server: TestServer, email: string, caller: Caller): Promise<void> {
  const code = /\b\d{6}\b/.exec(await newestMessage(server.context.db, email, 'verify_email'))?.[0] ?? '';
  const { status } = await server.call('confirmEmail', { body: { code } }, caller);
  if (status !== 200) throw new Error(`${email} was not confirmed: ${status}`);
}

/** A customer with a confirmed address to whom the welcome offer was sent. */
export async function customerWithOffer(
  server: TestServer,
  email: string,
): Promise<{ readonly caller: Caller; readonly code: string }> {
  const caller = await signUpForOffers(server, email);
  await confirmAddress(server, email, caller);
  const { offer } = (await server.call('getWelcomeOffer', { query: {} }, caller)).body;
  return { caller, code: offer?.code ?? '' };
}
