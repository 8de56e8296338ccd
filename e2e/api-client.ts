import { createClient, type TiffinClient } from '@tiffin/client';
import { signIn } from '@tiffin/server/testing/sign-in';

/** The API of a server with the session of this demo account. */
export async function clientOf(baseUrl: string, email: string): Promise<TiffinClient> {
  const { cookie = '' } = await signIn(baseUrl, email);
  return createClient({ baseUrl, cookie });
}
