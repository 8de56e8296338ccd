import { api } from '../api/api.ts';
import { wordsFor } from '../errors/words.ts';
import { showPasskey } from './passkey.ts';

/** Signs in. Returns the reason if it failed. Loaded when the button is pressed, because most guests never do. */
export async function signInByPasskey(): Promise<string | null> {
  try {
    await api('signInWithPasskey', { body: { proof: await showPasskey('sign-in') } });
    return null;
  } catch (error) {
    return wordsFor(error);
  }
}
