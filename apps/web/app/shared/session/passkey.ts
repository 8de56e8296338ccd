import { api, type Answer } from '../api/api.ts';
import { ApiError } from '../api/api-error.ts';

/** Loaded when the button is pressed, so that guests do not load it. */
const library = () => import('@simplewebauthn/browser');

export function supportsPasskeys(): boolean {
  return typeof PublicKeyCredential === 'function';
}

// The contract leaves the options untyped, because the server's library and the browser's agree on their shape.

/** Asks the browser for a passkey of this person. */
export async function requestPasskey(to: 'sign-in' | 'confirm') {
  const { options } = await api('createPasskeyChallenge', { body: { to } });
  const { startAuthentication } = await library();
  const { id, rawId, response } = await startAuthentication({
    optionsJSON: options as unknown as Parameters<typeof startAuthentication>[0]['optionsJSON'],
  }).catch(throwWithCode('passkey-not-shown'));
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  return {
    id,
    rawId,
    type: 'public-key' as const,
    response: { clientDataJSON, authenticatorData, signature, userHandle: userHandle ?? null },
  };
}

/** Lets the browser make a new passkey. */
export async function makePasskey({ options }: Answer<'startPasskeyRegistration'>) {
  const { startRegistration } = await library();
  const { id, rawId, response } = await startRegistration({
    optionsJSON: options as unknown as Parameters<typeof startRegistration>[0]['optionsJSON'],
  }).catch(throwWithCode('passkey-not-made'));
  const { clientDataJSON, attestationObject, transports = [] } = response;
  return { id, rawId, type: 'public-key' as const, response: { clientDataJSON, attestationObject, transports } };
}

/** One code for all reasons, because browsers hide whether the person cancelled or has no passkey. */
function throwWithCode(code: 'passkey-not-shown' | 'passkey-not-made') {
  return (error: unknown): never => {
    throw new ApiError({ code, status: 401, message: String(error) });
  };
}
