import { api } from '../api/api.ts';
import { errorText } from '../errors/error-text.ts';
import { requestPasskey } from './passkey.ts';

/** Signs in. Returns the reason if it failed. Loaded when the button is pressed, because most guests never do. */
export async function signInByPasskey(): Promise<string | null> {
  try {
    await api('signInWithPasskey', { body: { proof: await requestPasskey('sign-in') } });
    return null;
  } catch (error) {
    return errorText(error);
  }
}
