import { randomBytes } from 'node:crypto';
import type { InputOf } from '@tiffin/contract';
import { refuse } from '@tiffin/domain/core';
import type { Context } from '../../context.ts';
import { isMacOfRing, macOf } from './key-ring.ts';
import { hashKey } from './secrets.ts';

/** The browser's responses for a new passkey and for a sign-in. */
export type NewPasskeyResponse = InputOf<'addPasskey'>['body']['made'];
export type PasskeySignInResponse = InputOf<'signInWithPasskey'>['body']['proof'];

/** The numbers of ES256, Ed25519 and RS256 in COSE: supported by phones, laptops and security keys. */
export const PASSKEY_ALGORITHMS = [-7, -8, -257];

/** Our challenges have 72 characters; longer ones are not ours. */
const MAX_CHALLENGE_LENGTH = 100;

const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', '[::1]', '0.0.0.0', '[::]']);

/** The relying party is the site in PUBLIC_URL, whatever host a proxy passes on. */
export function relyingPartyOf({ publicUrl }: Pick<Context, 'publicUrl'>) {
  const url = new URL(publicUrl);
  // Browsers store no passkeys for IP addresses; localhost is allowed.
  if (LOOPBACK.has(url.hostname)) url.hostname = 'localhost';
  return { origin: url.origin, rpId: url.hostname };
}

/** Verifies a new passkey with user verification. */
export async function verifyNewPasskey(context: Context, purpose: Purpose, registration: NewPasskeyResponse) {
  return orRefuse(context, async (claim) => {
    const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      ...expectedValues(context, claim, purpose, registration),
      response: {
        ...registration,
        response: {
          ...registration.response,
          attestationObject: await withoutAttestation(registration.response.attestationObject),
          transports: [],
        },
        clientExtensionResults: {},
      },
      supportedAlgorithmIDs: PASSKEY_ALGORITHMS,
    });
    return verified ? registrationInfo.credential : null;
  });
}

/**
 * Removes the attestation that some browsers send although none was requested. The library would otherwise fetch
 * revocation lists from addresses that the sender chooses.
 */
async function withoutAttestation(attestationObject: string): Promise<string> {
  const { decodeAttestationObject, isoBase64URL, isoCBOR } = await import('@simplewebauthn/server/helpers');
  const authData = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject)).get('authData');
  const withoutStatement = new Map<string, string | Uint8Array | Map<string, string>>([
    ['fmt', 'none'],
    ['attStmt', new Map()],
    ['authData', authData],
  ]);
  return isoBase64URL.fromBuffer(isoCBOR.encode(withoutStatement));
}

interface StoredPasskey {
  readonly user_id: string;
  readonly credential_id: string;
  readonly public_key: Buffer;
  readonly counter: number;
}

/** Verifies a sign-in response and returns the new use counter. */
export async function verifyPasskeySignIn(
  context: Context,
  purpose: Purpose,
  stored: StoredPasskey,
  proof: PasskeySignInResponse,
): Promise<number> {
  return orRefuse(context, async (claim) => {
    const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
    const { userHandle, ...response } = proof.response;
    if (userHandle && Buffer.from(userHandle, 'base64url').toString() !== stored.user_id) return null;
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      ...expectedValues(context, claim, purpose, proof),
      response: { ...proof, response, clientExtensionResults: {} },
      credential: { id: stored.credential_id, publicKey: new Uint8Array(stored.public_key), counter: stored.counter },
    });
    return verified ? authenticationInfo.newCounter : null;
  });
}

/** What a response must contain. User verification is always required, because a passkey counts as both factors. */
function expectedValues(
  context: Context,
  claim: Claim,
  purpose: Purpose,
  { response }: NewPasskeyResponse | PasskeySignInResponse,
) {
  const { origin, rpId } = relyingPartyOf(context);
  const { challenge, crossOrigin } = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString()) as {
    challenge?: unknown;
    crossOrigin?: unknown;
  };
  // The library does not check the type; an object with a length would be turned into bytes.
  if (typeof challenge !== 'string' || challenge.length > MAX_CHALLENGE_LENGTH) throw new Error('no challenge of ours');
  // The library accepts frames of other sites when the browser does not name them.
  if (crossOrigin !== undefined && crossOrigin !== false) throw new Error('asked for within another site');
  return {
    expectedChallenge: () => claim(purpose, challenge),
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
  };
}

/**
 * Refuses every failed check in the same way; the log has the reason. A database failure is not reported as a wrong
 * passkey.
 */
async function orRefuse<T>(context: Context, check: (claim: Claim) => Promise<T | null>): Promise<T> {
  let databaseError: unknown = null;
  const claim: Claim = (purpose, challenge) =>
    claimChallenge(context, purpose, challenge).catch((error: unknown) => {
      databaseError = error;
      throw error;
    });
  const found = await check(claim).catch((error: unknown) => {
    context.log.info({ err: error }, 'a passkey was refused');
    return null;
  });
  if (databaseError !== null) throw databaseError;
  if (found === null) throw refuse('wrong-passkey');
  return found;
}

type Claim = (purpose: Purpose, challenge: string) => Promise<boolean>;

const CHALLENGE_LIFETIME_MS = 5 * 60_000;
const RANDOM_BYTES = 16;
const TIME_BYTES = 6;
const PAYLOAD_BYTES = RANDOM_BYTES + TIME_BYTES;

/** What a challenge is for. Adding and confirming are bound to the session that requested it. */
type Purpose = 'sign-in' | `add ${string}` | `confirm ${string}`;

/** Challenges are signed and dated instead of stored, so that requesting them leaves nothing behind. */
export function newChallenge({ keys, clock }: Context, purpose: Purpose): string {
  const expiry = Buffer.alloc(TIME_BYTES);
  expiry.writeUIntBE(clock.now().getTime() + CHALLENGE_LIFETIME_MS, 0, TIME_BYTES);
  const payload = Buffer.concat([randomBytes(RANDOM_BYTES), expiry]);
  const mac = macOf(keys.current('passkeys').key, signedPart(purpose, payload), 'base64url');
  return Buffer.concat([payload, Buffer.from(mac, 'base64url')]).toString('base64url');
}

/** Returns false if the challenge is not ours, for another purpose, expired or already used. */
async function claimChallenge(context: Context, purpose: Purpose, challenge: string): Promise<boolean> {
  const bytes = Buffer.from(challenge, 'base64url');
  const payload = bytes.subarray(0, PAYLOAD_BYTES);
  const mac = bytes.subarray(PAYLOAD_BYTES).toString('base64url');
  const content = signedPart(purpose, payload);
  const isSigned = isMacOfRing(context.keys, 'passkeys', { content, mac, encoding: 'base64url' });
  if (payload.length < PAYLOAD_BYTES || !isSigned) return false;
  const now = context.clock.now();
  if (payload.readUIntBE(RANDOM_BYTES, TIME_BYTES) < now.getTime()) return false;
  const claimed = await context.db
    .insertInto('used_challenges')
    // hash the bytes, because the same bytes have several text encodings
    .values({ hash: hashKey(bytes.toString('base64url')), used_at: now })
    .onConflict((used) => used.doNothing())
    .returning('hash')
    .executeTakeFirst();
  return claimed !== undefined;
}

/** Deletes used challenges that have expired, because nobody can use them again. */
export async function forgetUsedChallenges({ db, clock }: Context): Promise<void> {
  const usedBefore = new Date(clock.now().getTime() - 2 * CHALLENGE_LIFETIME_MS);
  await db.deleteFrom('used_challenges').where('used_at', '<', usedBefore).execute();
}

function signedPart(purpose: Purpose, payload: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`passkey ${purpose} `), payload]);
}
