import { REQUEST_LIMITS, type ResponseOf } from '@tiffin/contract';
import { Refusal, refuse, say } from '@tiffin/domain/core';
import { type Actor } from '@tiffin/domain/people';
import { SESSION_SECONDS } from '../../platform/auth/auth.ts';
import type { SignedInSession } from '../../platform/auth/authenticate.ts';
import { requireStrongestProof } from '../../platform/auth/require-recent-proof.ts';
import {
  PASSKEY_ALGORITHMS,
  verifyPasskeySignIn,
  relyingPartyOf,
  newChallenge,
  verifyNewPasskey,
  type NewPasskeyResponse,
  type PasskeySignInResponse,
} from '../../platform/auth/passkey-proof.ts';
import type { Context, Db, Tx } from '../../context.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { addressOf, countLimitUses } from '../../platform/http/rate-limiter.ts';
import type { RequestOrigin } from '../../platform/http/implement.ts';
import { accountEntry, recordAuditEntries, recordAuditEntry } from '../log/record-audit-entries.ts';
import { readSite } from '../locations/restaurant/site.ts';
import type { SignedInActor } from './devices.ts';
import { beginSession, endSessions } from './sign-in-sessions.ts';
import { notifyAccountOwner } from './notify-account-owner.ts';

type Passkey = ResponseOf<'addPasskey'>['passkey'];

/** Enough for phones, laptops and a security key in the safe. */
const MAX_PASSKEYS = 20;
/** How long the browser waits for the person. */
const CHALLENGE_MS = 5 * 60_000;

function passkeysOf(db: Db | Tx, userId: string) {
  return db.selectFrom('passkeys').selectAll().where('user_id', '=', userId).orderBy('added_at').orderBy('id');
}

function passkeyAnswer(row: { id: string; name: string; added_at: Date; last_used_at: Date | null }): Passkey {
  return {
    id: row.id,
    name: row.name,
    addedAt: row.added_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
  };
}

/** The passkeys of a person, the oldest first. */
export async function readPasskeys(db: Db, userId: string): Promise<Passkey[]> {
  return (await passkeysOf(db, userId).execute()).map(passkeyAnswer);
}

/** The person's passkeys and whether they may add more. Customers cannot, because they have no back office. */
export async function listPasskeys(context: Context, { actor, signedIn }: SignedInActor) {
  return {
    mayHavePasskeys: canHavePasskeys(actor, signedIn),
    passkeys: await readPasskeys(context.db, actor.userId),
  };
}

function canHavePasskeys(actor: Actor, { needsSecondStep }: SignedInSession): boolean {
  return needsSecondStep || (actor.kind === 'person' && actor.role !== 'customer');
}

async function requireCanAdd(context: Context, db: Db | Tx, requester: SignedInActor): Promise<void> {
  if (!canHavePasskeys(requester.actor, requester.signedIn))
    throw refuse('failed-precondition', say`Passkeys are only for staff accounts.`);
  await requireStrongestProof(context, db, requester);
}

/** The options for creating a passkey: discoverable and with user verification. */
export async function passkeyOptions(context: Context, requester: SignedInActor): Promise<Record<string, unknown>> {
  await requireCanAdd(context, context.db, requester);
  const { userId, email, name } = requester.actor;
  const own = await passkeysOf(context.db, userId).execute();
  const { rpId } = relyingPartyOf(context);
  return {
    challenge: newChallenge(context, `add ${requester.signedIn.sessionId}`),
    rp: { id: rpId, name: (await readSite(context.db)).name },
    user: { id: Buffer.from(userId).toString('base64url'), name: email, displayName: name },
    pubKeyCredParams: PASSKEY_ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    attestation: 'none',
    timeout: CHALLENGE_MS,
    excludeCredentials: own.map(passkeyDescriptor),
  };
}

function passkeyDescriptor({ credential_id: id, transports }: { credential_id: string; transports: string[] }) {
  return { type: 'public-key', id, transports };
}

/** Stores a new passkey. Creating it proves possession, so the session counts as verified with a second factor. */
export async function addPasskey(
  context: Context,
  requester: SignedInActor,
  from: RequestOrigin,
  { name, made: created }: { readonly name: string; readonly made: NewPasskeyResponse },
): Promise<Passkey> {
  await requireCanAdd(context, context.db, requester);
  const { userId } = requester.actor;
  const { id, publicKey, counter } = await verifyNewPasskey(context, `add ${requester.signedIn.sessionId}`, created);
  const row = {
    id: context.ids.uuid(),
    user_id: userId,
    credential_id: id,
    public_key: Buffer.from(publicKey),
    counter,
    transports: created.response.transports ?? [],
    name,
    added_at: context.clock.now(),
    last_used_at: null,
  };
  await transaction(context.db, async (tx) => {
    const owner = await tx
      .selectFrom('users')
      .select(['email', 'name'])
      .where('id', '=', userId)
      .where('is_active', '=', true)
      .where('is_deleted', '=', false)
      .forUpdate()
      .executeTakeFirstOrThrow(() => refuse('unauthenticated'));
    const own = await passkeysOf(tx, userId).execute();
    if (own.length >= MAX_PASSKEYS)
      throw refuse('failed-precondition', say`At most ${MAX_PASSKEYS} passkeys. Please remove one first.`);
    await tx
      .insertInto('passkeys')
      .values(row)
      .onConflict((conflict) => conflict.column('credential_id').doNothing())
      .returning('id')
      .executeTakeFirstOrThrow(() => refuse('already-exists', say`This passkey is already registered.`));
    // Delete an unfinished set-up of codes: it could come from someone who only has the password.
    await tx.deleteFrom('two_factors').where('user_id', '=', userId).where('verified', '=', false).execute();
    // A person who was signed out in the meantime must not leave a passkey behind.
    const { numUpdatedRows } = await tx
      .updateTable('sessions')
      .set({ proven_at: row.added_at, proven_by: 'passkey' })
      .where('id', '=', requester.signedIn.sessionId)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) throw refuse('unauthenticated');
    await recordChange(context, tx, requester, from, 'add-passkey', name);
    await notifyAccountOwner(context, tx, { userId, ...owner }, 'passkey_added', (restaurant) => ({
      subject: say`A passkey was added to your account`,
      message: say`A new passkey can now open your account at ${restaurant} without your password.\n\nWas this not you? Choose a new password at once. Then ask an admin of ${restaurant} to switch off your codes and passkeys, under Users: without that passkey you cannot remove it yourself. If you are the only admin, the person who runs the server can do it with: npm run admin -- reset-password ${owner.email} --codes`,
    }));
  });
  return passkeyAnswer(row);
}

function recordChange(
  context: Context,
  tx: Tx,
  { actor }: SignedInActor,
  from: RequestOrigin,
  action: string,
  name: string,
) {
  return recordAuditEntry(tx, { at: context.clock.now(), actor, from }, action, ['user', actor.userId], {
    after: { passkey: name },
  });
}

/** Renames one of the person's own passkeys. */
export async function renamePasskey(
  context: Context,
  requester: SignedInActor,
  from: RequestOrigin,
  { passkeyId, name }: { readonly passkeyId: string; readonly name: string },
): Promise<Passkey> {
  return transaction(context.db, async (tx) => {
    const row = await tx
      .updateTable('passkeys')
      .set({ name })
      .where('id', '=', passkeyId)
      .where('user_id', '=', requester.actor.userId)
      .returningAll()
      .executeTakeFirstOrThrow(() => refuse('not-found', ALREADY_REMOVED));
    await recordChange(context, tx, requester, from, 'rename-passkey', name);
    return passkeyAnswer(row);
  });
}

const ALREADY_REMOVED = say`This passkey was already removed.`;

/** Removes one of the person's own passkeys, so that it opens the account no more. */
export async function removePasskey(
  context: Context,
  requester: SignedInActor,
  from: RequestOrigin,
  passkeyId: string,
): Promise<void> {
  await transaction(context.db, async (tx) => {
    await requireStrongestProof(context, tx, requester);
    const row = await tx
      .deleteFrom('passkeys')
      .where('id', '=', passkeyId)
      .where('user_id', '=', requester.actor.userId)
      .returning('name')
      .executeTakeFirstOrThrow(() => refuse('not-found', ALREADY_REMOVED));
    await recordChange(context, tx, requester, from, 'remove-passkey', row.name);
  });
}

/** Creates a challenge. One for a sign-in lists no passkeys, so that nobody learns who has some. */
export async function passkeyChallenge(
  context: Context,
  { signedIn }: Pick<RequestOrigin, 'signedIn'>,
  to: 'sign-in' | 'confirm',
): Promise<Record<string, unknown>> {
  const options = { rpId: relyingPartyOf(context).rpId, userVerification: 'required', timeout: CHALLENGE_MS };
  if (to === 'sign-in') return { ...options, challenge: newChallenge(context, 'sign-in') };
  if (!signedIn || signedIn.tablet) throw refuse('unauthenticated');
  const own = await passkeysOf(context.db, signedIn.userId).execute();
  const challenge = newChallenge(context, `confirm ${signedIn.sessionId}`);
  return { ...options, challenge, allowCredentials: own.map(passkeyDescriptor) };
}

/** Signs a person in. `token` is the value of the session cookie. */
export async function signInWithPasskey(
  context: Context,
  from: RequestOrigin,
  isKnownDevice: (email: string) => boolean,
  proof: PasskeySignInResponse,
): Promise<{ name: string; email: string; token: string }> {
  // A sign-in needs a discoverable passkey, which names its user.
  if (!proof.response.userHandle) throw refuse('wrong-passkey');
  const { passkey, counter } = await verifyPasskey(context, 'sign-in', proof, from);
  return transaction(context.db, async (tx) => {
    const person = await tx
      .selectFrom('users')
      .select(['name', 'email', 'is_active'])
      .where('id', '=', passkey.user_id)
      .where('is_deleted', '=', false)
      .forUpdate()
      .executeTakeFirstOrThrow(() => refuse('wrong-passkey'));
    await recordUse(context, tx, passkey, counter);
    if (!person.is_active) throw refuse('account-inactive');
    // A new sign-in replaces the session of this device.
    if (from.signedIn) {
      const { sessionId } = from.signedIn;
      await endSessions(context, tx, (row) => row('id', '=', sessionId));
    }
    const { user_id: userId } = passkey;
    const token = await beginSession(
      context,
      tx,
      { userId, seconds: SESSION_SECONDS, provenBy: 'passkey', browser: from.userAgent ?? null },
      from,
    );
    const entry = { at: context.clock.now(), provenBy: 'passkey', from } as const;
    const actions = isKnownDevice(person.email) ? (['signed-in'] as const) : (['signed-in', 'new-device'] as const);
    await recordAuditEntries(
      tx,
      ...actions.map((action) => accountEntry(action, { id: userId, name: person.name }, entry)),
    );
    await tx.updateTable('users').set({ last_login_at: context.clock.now() }).where('id', '=', userId).execute();
    return { name: person.name, email: person.email, token };
  });
}

/** A signed-in person confirms with one of their passkeys. */
export async function confirmWithPasskey(
  context: Context,
  { sessionId, userId }: SignedInSession,
  proof: PasskeySignInResponse,
): Promise<void> {
  const { passkey, counter } = await verifyPasskey(context, `confirm ${sessionId}`, proof);
  if (passkey.user_id !== userId) throw refuse('wrong-passkey');
  await transaction(context.db, (tx) => recordUse(context, tx, passkey, counter));
}

/** Attempts with unknown passkeys do not use up the limits of existing ones. */
async function verifyPasskey(
  context: Context,
  purpose: Parameters<typeof verifyPasskeySignIn>[1],
  proof: PasskeySignInResponse,
  /** Only for a sign-in, which is limited and logged here. */
  from?: RequestOrigin,
) {
  const passkey = await context.db
    .selectFrom('passkeys')
    .selectAll()
    .where('credential_id', '=', proof.id)
    .executeTakeFirst();
  if (from) {
    const address = addressOf(from);
    await countLimitUses(
      context,
      passkey ? [REQUEST_LIMITS.passkey, `${passkey.id} ${address}`] : [REQUEST_LIMITS.unknownPasskey, address],
    );
  }
  if (!passkey) throw refuse('wrong-passkey');
  try {
    return { passkey, counter: await verifyPasskeySignIn(context, purpose, passkey, proof) };
  } catch (error) {
    if (from && error instanceof Refusal)
      context.failures.add({ action: 'sign-in-failed', userId: passkey.user_id, provenBy: 'passkey', from });
    throw error;
  }
}

/**
 * Stores the counter of a use. If a passkey and its clone are used at once with the same counter, one is refused.
 * Passkeys that do not count always send 0.
 */
async function recordUse(context: Context, tx: Tx, { id }: { readonly id: string }, counter: number): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('passkeys')
    .set({ counter, last_used_at: context.clock.now() })
    .where('id', '=', id)
    .where((row) => row.or([row('counter', '<', counter), row.and([row('counter', '=', 0), row.val(counter === 0)])]))
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw refuse('wrong-passkey');
}
