import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { InputOf } from '@tiffin/contract';
import type { addPasskey, signInWithPasskey } from '@tiffin/contract/passkeys';
import { refuse } from '@tiffin/domain/core';
import type { Context } from '../../context.ts';
import { hashKey } from './secrets.ts';

/** What a browser made, and what it answered. */
export type Made = InputOf<typeof addPasskey>['body']['made'];
export type Proof = InputOf<typeof signInWithPasskey>['body']['proof'];

/** ES256, Ed25519, RS256: what phones, laptops and keys of every make know. */
export const ALGORITHMS = [-7, -8, -257];

/** Challenges have 72. */
const MOST_LETTERS = 100;

const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', '[::1]', '0.0.0.0', '[::]']);

/** Whose passkeys these are: of the house as guests know it, whatever address a proxy asks us by. */
export function relyingPartyOf({ publicUrl }: Pick<Context, 'publicUrl'>): {
  readonly origin: string;
  readonly rpId: string;
} {
  const url = new URL(publicUrl);
  // Browsers keep no passkeys for bare addresses; on the machine itself there is a name for it.
  if (LOOPBACK.has(url.hostname)) url.hostname = 'localhost';
  return { origin: url.origin, rpId: url.hostname };
}

/** A new passkey, made here and now by somebody the device knows. */
export async function readMade(context: Context, purpose: Purpose, made: Made) {
  return orRefuse(context, async (claim) => {
    const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      ...expected(context, claim, purpose, made),
      response: {
        ...made,
        response: {
          ...made.response,
          attestationObject: await withoutMake(made.response.attestationObject),
          transports: [],
        },
        clientExtensionResults: {},
      },
      supportedAlgorithmIDs: ALGORITHMS,
    });
    return verified ? registrationInfo.credential : null;
  });
}

/**
 * As a browser sends it to whoever asks for no attestation. What some send all the same says which make the device is
 * of; nobody here needs to know, and to check it the library would ask addresses that the sender names.
 */
async function withoutMake(attestationObject: string): Promise<string> {
  const { decodeAttestationObject, isoBase64URL, isoCBOR } = await import('@simplewebauthn/server/helpers');
  const authData = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject)).get('authData');
  const bare = new Map<string, string | Uint8Array | Map<string, string>>([
    ['fmt', 'none'],
    ['attStmt', new Map()],
    ['authData', authData],
  ]);
  return isoBase64URL.fromBuffer(isoCBOR.encode(bare));
}

/** A passkey as it is kept. */
interface Kept {
  readonly user_id: string;
  readonly credential_id: string;
  readonly public_key: Buffer;
  readonly counter: number;
}

/** How often the device says it was used by now; refuses whatever is not an answer of this passkey to our question. */
export async function checkProof(context: Context, purpose: Purpose, stored: Kept, proof: Proof): Promise<number> {
  return orRefuse(context, async (claim) => {
    const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
    const { userHandle, ...response } = proof.response;
    if (userHandle && Buffer.from(userHandle, 'base64url').toString() !== stored.user_id) return null;
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      ...expected(context, claim, purpose, proof),
      response: { ...proof, response, clientExtensionResults: {} },
      credential: { id: stored.credential_id, publicKey: new Uint8Array(stored.public_key), counter: stored.counter },
    });
    return verified ? authenticationInfo.newCounter : null;
  });
}

/** Finger, face or the device's own code are asked for, always: a passkey is both steps of a sign-in. */
function expected(context: Context, claim: Claim, purpose: Purpose, { response }: Made | Proof) {
  const { origin, rpId } = relyingPartyOf(context);
  const { challenge, crossOrigin } = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString()) as {
    challenge?: unknown;
    crossOrigin?: unknown;
  };
  // The library hands on whatever stands there; of an object that says how long it is, bytes would be made.
  if (typeof challenge !== 'string' || challenge.length > MOST_LETTERS) throw new Error('no challenge of ours');
  // The library lets frames of other sites through where the browser does not name them.
  if (crossOrigin !== undefined && crossOrigin !== false) throw new Error('asked for within another site');
  return {
    expectedChallenge: () => claim(purpose, challenge),
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
  };
}

/**
 * One answer for whatever is wrong: who tries learns nothing from it, and the log says more. A database that is away
 * is no fault of the passkey's.
 */
async function orRefuse<T>(context: Context, check: (claim: Claim) => Promise<T | null>): Promise<T> {
  let broken: unknown = null;
  const claim: Claim = (purpose, challenge) =>
    claimChallenge(context, purpose, challenge).catch((error: unknown) => {
      broken = error;
      throw error;
    });
  const found = await check(claim).catch((error: unknown) => {
    context.log.info({ err: error }, 'a passkey was refused');
    return null;
  });
  if (broken !== null) throw broken;
  if (found === null) throw refuse('wrong-passkey');
  return found;
}

type Claim = (purpose: Purpose, challenge: string) => Promise<boolean>;

const LIVES_MS = 5 * 60_000;
const DRAWN = 16;
const TIME = 6;

/** What a challenge is for; one for adding a passkey or for confirming holds for the session that asked. */
type Purpose = 'sign-in' | `add ${string}` | `confirm ${string}`;

/** Drawn, dated and signed by us: whoever only asks for challenges leaves nothing behind here. */
export function newChallenge({ secret, clock }: Context, purpose: Purpose): string {
  const over = Buffer.alloc(TIME);
  over.writeUIntBE(clock.now().getTime() + LIVES_MS, 0, TIME);
  const message = Buffer.concat([randomBytes(DRAWN), over]);
  return Buffer.concat([message, signature(secret, purpose, message)]).toString('base64url');
}

/** False for one that is not ours, is for something else, is too old, or was answered before: right or wrong. */
async function claimChallenge(context: Context, purpose: Purpose, challenge: string): Promise<boolean> {
  const bytes = Buffer.from(challenge, 'base64url');
  const message = bytes.subarray(0, DRAWN + TIME);
  const provided = bytes.subarray(DRAWN + TIME);
  const right = signature(context.secret, purpose, message);
  if (message.length < DRAWN + TIME || provided.length !== right.length || !timingSafeEqual(provided, right))
    return false;
  const now = context.clock.now();
  if (message.readUIntBE(DRAWN, TIME) < now.getTime()) return false;
  const claimed = await context.db
    .insertInto('used_challenges')
    // of the bytes: the same ones can be written in more than one way
    .values({ hash: hashKey(bytes.toString('base64url')), used_at: now })
    .onConflict((used) => used.doNothing())
    .returning('hash')
    .executeTakeFirst();
  return claimed !== undefined;
}

/** Long over; their dates refuse them by then. */
export async function forgetUsedChallenges({ db, clock }: Context): Promise<void> {
  const over = new Date(clock.now().getTime() - 2 * LIVES_MS);
  await db.deleteFrom('used_challenges').where('used_at', '<', over).execute();
}

function signature(secret: string, purpose: Purpose, message: Buffer): Buffer {
  return createHmac('sha256', secret).update(`passkey ${purpose} `).update(message).digest();
}
