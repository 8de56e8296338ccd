import { cents, refuse, say, ZERO, type Cents } from '@tiffin/domain/core';
import { isFresh, isSecondStep, needsFreshSignIn, type Actor } from '@tiffin/domain/people';
import type { Context } from '../../context.ts';
import type { Db, Tx } from '../db/connection.ts';
import type { From } from '../http/implement.ts';
import type { SignedIn } from './authenticate.ts';
import { hasCodes, hasPasskeys } from './second-step.ts';

interface Asking {
  readonly actor: Actor;
  readonly from: Pick<From, 'signedIn'> | null;
}

/**
 * A session that somebody left open, or took, is not enough for this. A key is no person who could be
 * asked: it was made under a fresh sign-in, and may until it is revoked.
 */
export async function requireFresh(context: Context, db: Db | Tx, { actor, from }: Asking): Promise<void> {
  if (actor.kind !== 'person') return;
  if (from?.signedIn && !from.signedIn.tablet && isFresh(from.signedIn.provenAt, context.clock.now())) return;
  if (from?.signedIn?.tablet) {
    const words = say`Not on a shared tablet. Please sign in on a device of your own.`;
    throw refuse('fresh-sign-in-needed', words, { ways: [] });
  }
  throw refuse('fresh-sign-in-needed', undefined, { ways: await waysToConfirm(db, actor.userId) });
}

/** The same for money that goes back: small sums do not need it, until those of one order, or of one session, are large. */
export async function requireFreshToRefund(
  context: Context,
  tx: Tx,
  asking: Asking,
  goneBack: Cents,
  amount: Cents,
): Promise<void> {
  const { actor, from } = asking;
  if (actor.kind !== 'person') return;
  const sinceProof = from?.signedIn ? await gaveBack(tx, actor.userId, from.signedIn.provenAt) : ZERO;
  if (needsFreshSignIn(goneBack, amount, sinceProof)) await requireFresh(context, tx, asking);
}

/** What somebody gave back since they last showed that it is them, of all orders together. */
async function gaveBack(tx: Tx, userId: string, provenAt: Date): Promise<Cents> {
  const { sum } = await tx
    .selectFrom('refunds')
    .select(({ fn, eb }) => fn.sum<string | null>(eb('amount_cents', '+', eb.ref('tip_cents'))).as('sum'))
    .where('requested_by', '=', userId)
    .where('requested_at', '>', provenAt)
    .where('status', '<>', 'failed')
    .executeTakeFirstOrThrow();
  return cents(Number(sum));
}

/**
 * Ways in are added and taken away by whoever is fresh and has shown the most their owner has: who knows the
 * password of somebody with a passkey makes themselves neither codes nor another passkey, and removes none.
 */
export async function requireOwner(
  context: Context,
  db: Db | Tx,
  { actor, signedIn }: { readonly actor: Actor; readonly signedIn: SignedIn | null },
): Promise<void> {
  if (actor.kind !== 'person' || !signedIn) throw refuse('unauthenticated');
  await requireSecondStepShown(db, signedIn);
  await requireFresh(context, db, { actor, from: { signedIn } });
}

/** Whoever has codes or passkeys showed one in this session. */
export async function requireSecondStepShown(db: Db | Tx, { userId, provenBy }: SignedIn): Promise<void> {
  if (isSecondStep(provenBy)) return;
  const ways = await secondSteps(db, userId);
  if (ways.length > 0) throw refuse('fresh-sign-in-needed', undefined, { ways });
}

async function secondSteps(db: Db | Tx, userId: string): Promise<string[]> {
  return [...((await hasCodes(db, userId)) ? ['code'] : []), ...((await hasPasskeys(db, userId)) ? ['passkey'] : [])];
}

/** How this person can show that it is them. */
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
