import { expect } from '@playwright/test';
import { createClient, type TiffinClient } from '@tiffin/client';
import { signIn } from '@tiffin/server/testing/sign-in';

/** The API of a server with the session of this account. Those of the demo share a password. */
export async function clientOf(baseUrl: string, email: string, password?: string): Promise<TiffinClient> {
  const { cookie = '' } = await signIn(baseUrl, email, password);
  return createClient({ baseUrl, cookie });
}

/** The last mail of this template to this address. Without a mail server it waits in the outbox. */
export async function mailTo(server: string, email: string, template: string): Promise<string> {
  const api = await clientOf(server, 'admin@demo.test');
  let messageId = '';
  await expect(async () => {
    const { messages } = await api.call('getMessages', { query: { search: email } });
    messageId = messages.find((message) => message.template === template)?.id ?? '';
    expect(messageId).not.toBe('');
  }).toPass();
  return (await api.call('getMessage', { query: { messageId } })).text;
}
