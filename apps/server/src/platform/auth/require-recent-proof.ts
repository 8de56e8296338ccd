import { refuse, say } from '@tiffin/domain/core';
import { isRecentProof, isSecondStepProof, type Actor } from '@tiffin/domain/people';
import type { Context, Db, Tx } from '../../context.ts';
import type { RequestOrigin } from '../http/implement.ts';
import type { SignedInSession } from './authenticate.ts';
import { hasCodes, hasPasskeys } from './second-step.ts';

interface Requester {
  readonly actor: Actor;
  readonly from: Pick<RequestOrigin, 'signedIn'> | null;
}

/**
 * Refuses unless the person proved their identity within the last minutes. API keys pass, because they were created
 * under such a proof and can be revoked.
 */
export async function requireRecentProof(context: Context, db: Db | Tx, { actor, from }: Requester): Promise<void> {
  if (actor.kind !== 'person') return;
  if (from?.signedIn && !from.signedIn.tablet && isRecentProof(from.signedIn.provenAt, context.clock.now())) return;
  if (from?.signedIn?.tablet) {
    const words = say`Not available on a shared tablet. Please sign in on your own device.`;
    throw refuse('fresh-sign-in-needed', words, { ways: [] });
  }
  throw refuse('fresh-sign-in-needed', undefined, { ways: await waysToConfirm(db, actor.userId) });
}

/**
 * Adding or removing a sign-in method needs recent proof with the strongest method the account has. Someone who knows
 * only the password can add or remove no passkey and no codes.
 */
export async function requireStrongestProof(
  context: Context,
  db: Db | Tx,
  { actor, signedIn }: { readonly actor: Actor; readonly signedIn: SignedInSession | null },
): Promise<void> {
  if (actor.kind !== 'person' || !signedIn) throw refuse('unauthenticated');
  await requireSecondStepProof(db, signedIn);
  await requireRecentProof(context, db, { actor, from: { signedIn } });
}

/** Refuses when the person has codes or passkeys and showed none in this session. */
export async function requireSecondStepProof(db: Db | Tx, { userId, provenBy }: SignedInSession): Promise<void> {
  if (isSecondStepProof(provenBy)) return;
  const ways = await secondSteps(db, userId);
  if (ways.length > 0) throw refuse('fresh-sign-in-needed', undefined, { ways });
}

async function secondSteps(db: Db | Tx, userId: string): Promise<string[]> {
  return [...((await hasCodes(db, userId)) ? ['code'] : []), ...((await hasPasskeys(db, userId)) ? ['passkey'] : [])];
}

/** The methods with which this person can prove their identity. */
async function waysToConfirm(db: Db | Tx, userId: string): Promise<string[]> {
  const seconds = await secondSteps(db, userId);
  if (seconds.includes('code')) return seconds;
  const accounts = await db
    .selectFrom('sign_in_accounts')
    .select(['provider_id'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();
  return [...accounts.map(({ provider_id: way }) => (way === 'credential' ? 'password' : way)), ...seconds];
}
