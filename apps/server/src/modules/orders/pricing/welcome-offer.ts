import type { ResponseOf } from '@tiffin/contract';
import { refuse } from '@tiffin/domain/core';
import {
  checkOfferCode,
  offerProblemText,
  percentOfWelcomeCode,
  type OfferFacts,
  type OfferProblem,
} from '@tiffin/domain/pricing';
import { sql, type RawBuilder } from 'kysely';
import type { Db, Tx } from '../../../platform/db/connection.ts';

type WelcomeOfferAnswer = ResponseOf<'getWelcomeOffer'>;

interface StoredOffer extends OfferFacts {
  /** Null if the account was sent none. */
  readonly code: string | null;
  readonly isConfirmed: boolean;
}

/** How long a customer is told why an unused offer no longer applies. */
const EXPLAINED_DAYS = 30;
const DAY_MS = 86_400_000;

/**
 * The offer of the welcome mail, which checkout fills in, or why it does not apply. An unconfirmed address gets no
 * discount unasked, so that invented addresses get none.
 */
export async function readWelcomeOffer(db: Db | Tx, userId: string, now: Date): Promise<WelcomeOfferAnswer> {
  const stored = await readStoredOffer(db, sql`u.id = ${userId}`);
  if (!stored?.code) return { offer: null };
  const { code, firstOrder, isConfirmed } = stored;
  if (firstOrder === null) {
    return isConfirmed
      ? { offer: { code, percentOff: percentOfWelcomeCode(code) } }
      : { offer: null, problem: problemAnswer('unconfirmed', stored) };
  }
  const isRecent = now.getTime() - firstOrder.placedAt.getTime() < EXPLAINED_DAYS * DAY_MS;
  return firstOrder.usedCode || !isRecent
    ? { offer: null }
    : { offer: null, problem: problemAnswer('not-first', stored) };
}

function problemAnswer(reason: OfferProblem, facts: OfferFacts): WelcomeOfferAnswer['problem'] {
  return { reason, message: offerProblemText(reason, facts) };
}

/**
 * The offer of the account `u` that fulfils the condition, with the order that used it, else with the first order that
 * was placed signed in. Claimed orders and those of the till do not use it up.
 */
async function readStoredOffer(db: Db | Tx, condition: RawBuilder<unknown>): Promise<StoredOffer | null> {
  const { rows } = await sql<{
    owner: string;
    code: string | null;
    isConfirmed: boolean;
    placedAt: Date | null;
    zone: string | null;
    usedCode: boolean | null;
  }>`
    select u.id as owner, u.welcome_code as code, u.email_verified as "isConfirmed", o.order_time as "placedAt",
      l.time_zone as zone, o."usedCode"
    from users u
    left join lateral (
      select order_time, location_id, coalesce(metadata ->> 'welcomeCode' = u.welcome_code, false) as "usedCode"
      from orders
      where user_id = u.id and status <> 'cancelled' and claimed_at is null and not admin_created
      order by "usedCode" desc, order_time limit 1
    ) o on true
    left join locations l on l.id = o.location_id
    where ${condition}
  `.execute(db);
  const [row] = rows;
  if (!row) return null;
  const { placedAt, zone, usedCode, ...offer } = row;
  return { ...offer, firstOrder: placedAt && { placedAt, zone: zone ?? 'UTC', usedCode: usedCode ?? false } };
}

/** Whether the customer placed an order while signed in, which uses up the welcome offer. */
export async function hasOrderedSignedIn(db: Db | Tx, userId: string): Promise<boolean> {
  const stored = await readStoredOffer(db, sql`u.id = ${userId}`);
  return stored !== null && stored.firstOrder !== null;
}

/** Finds the offer for the code of an order. Null without a code; refused with the reason if it cannot be used. */
export async function findWelcomeOffer(
  db: Db | Tx,
  userId: string | null,
  code: string,
): Promise<WelcomeOfferAnswer['offer']> {
  if (code === '') return null;
  const facts: OfferFacts = (await readStoredOffer(db, sql`u.welcome_code = ${code}`)) ?? NO_OFFER;
  const reason = checkOfferCode(facts, userId);
  if (reason !== null) throw refuse('offer-over', offerProblemText(reason, facts), { reason });
  return { code, percentOff: percentOfWelcomeCode(code) };
}

const NO_OFFER: OfferFacts = { owner: null, firstOrder: null };
