import { api, type Answer } from '../api/api.ts';
import { ApiError } from '../api/api-error.ts';

/** Loaded when the button is pressed, so that guests do not load it. */
const library = () => import('@simplewebauthn/browser');

export function supportsPasskeys(): boolean {
  return typeof PublicKeyCredential === 'function';
}

export async function requestPasskey(to: 'sign-in' | 'confirm') {
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

/** Browsers do not tell whether the person cancelled or has no passkey, so that pages cannot find out. */
function saying(code: 'passkey-not-shown' | 'passkey-not-made') {
  return (error: unknown): never => {
    throw new ApiError({ code, status: 401, message: String(error) });
  };
}
