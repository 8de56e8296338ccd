import { api } from '../api/api.ts';
import { wordsFor } from '../errors/words.ts';
import { showPasskey } from './passkey.ts';

/** Signs in; answers why it did not work. Comes when the button is pressed, for most guests never. */
export async function signInByPasskey(): Promise<string | null> {
  try {
    await api('signInWithPasskey', { body: { proof: await showPasskey('sign-in') } });
    return null;
  } catch (error) {
    return wordsFor(error);
  }
}
