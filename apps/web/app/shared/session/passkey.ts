import { api, type Answer } from '../api/api.ts';
import { ApiError } from '../api/api-error.ts';

/** Comes when somebody presses the button: guests load none of it. */
const library = () => import('@simplewebauthn/browser');

/** Whether this browser knows passkeys at all. */
export function knowsPasskeys(): boolean {
  return typeof PublicKeyCredential === 'function';
}

/** Asks the device for a passkey, with finger, face or its own code. */
export async function showPasskey(to: 'sign-in' | 'confirm') {
  const { options } = await api('createPasskeyChallenge', { body: { to } });
  const { startAuthentication } = await library();
  const { id, rawId, response } = await startAuthentication({
    optionsJSON: options as unknown as Parameters<typeof startAuthentication>[0]['optionsJSON'],
  }).catch(saying('passkey-not-shown'));
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  return {
    id,
    rawId,
    type: 'public-key' as const,
    response: { clientDataJSON, authenticatorData, signature, userHandle: userHandle ?? null },
  };
}

/** Lets the device make one. */
export async function makePasskey({ options }: Answer<'startPasskeyRegistration'>) {
  const { startRegistration } = await library();
  const { id, rawId, response } = await startRegistration({
    optionsJSON: options as unknown as Parameters<typeof startRegistration>[0]['optionsJSON'],
  }).catch(saying('passkey-not-made'));
  const { clientDataJSON, attestationObject, transports = [] } = response;
  return {
    id,
    rawId,
    type: 'public-key' as const,
    response: { clientDataJSON, attestationObject, transports },
  };
}

/** Browsers do not say whether somebody gave up or had none: nobody is to learn that from a page. */
function saying(code: 'passkey-not-shown' | 'passkey-not-made') {
  return (error: unknown): never => {
    throw new ApiError({ code, status: 401, message: String(error) });
  };
}
