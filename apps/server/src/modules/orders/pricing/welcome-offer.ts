import type { ResponseOf } from '@tiffin/contract';
import { refuse, asText } from '@tiffin/domain/core';
import {
  checkOfferCode,
  offerProblemText,
  WELCOME_DISCOUNT_PERCENT,
  type OfferFacts,
  type OfferProblem,
} from '@tiffin/domain/pricing';
import { userIdOf, type Actor } from '@tiffin/domain/people';
import { sql, type RawBuilder } from 'kysely';
import type { Db, Tx } from '../../../platform/db/connection.ts';
import type { WelcomeOffer } from './price-items.ts';

type WelcomeOfferAnswer = ResponseOf<'getWelcomeOffer'>;

interface StoredOffer extends OfferFacts {
  readonly owner: string;
  readonly code: string;
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
  if (stored === null) return { offer: null };
  const { code, firstOrder, isConfirmed } = stored;
  if (firstOrder === null) {
    return isConfirmed
      ? { offer: { code, percentOff: WELCOME_DISCOUNT_PERCENT } }
      : { offer: null, problem: problemAnswer('unconfirmed', stored) };
  }
  const isNews = now.getTime() - firstOrder.placedAt.getTime() < EXPLAINED_DAYS * DAY_MS;
  return firstOrder.usedCode || !isNews
    ? { offer: null }
    : { offer: null, problem: problemAnswer('not-first', stored) };
}

function problemAnswer(reason: OfferProblem, facts: OfferFacts): WelcomeOfferAnswer['problem'] {
  return { reason, message: offerProblemText(reason, facts) };
}

/** An order that was claimed later or taken by staff was not placed signed in, so it does not use the offer up. */
async function readStoredOffer(db: Db | Tx, condition: RawBuilder<unknown>): Promise<StoredOffer | null> {
  const { rows } = await sql<{
    owner: string;
    code: string;
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
    where u.welcome_code is not null and ${condition}
  `.execute(db);
  const [row] = rows;
  if (!row) return null;
  const { placedAt, zone, usedCode, ...offer } = row;
  return { ...offer, firstOrder: placedAt && { placedAt, zone: zone ?? 'UTC', usedCode: usedCode ?? false } };
}

export async function hasOrderedSignedIn(db: Db | Tx, userId: string): Promise<boolean> {
  const order = await db
    .selectFrom('orders')
    .select('id')
    .where('user_id', '=', userId)
    .where('status', '!=', 'cancelled')
    .where('claimed_at', 'is', null)
    .where('admin_created', '=', false)
    .limit(1)
    .executeTakeFirst();
  return order !== undefined;
}

/** The account and the code when an order uses an offer. Null without a code or without an account. */
export function requestedOffer(actor: Actor, input: unknown): { userId: string; code: string } | null {
  const userId = userIdOf(actor);
  const code = typedCode(input);
  return userId === null || code === '' ? null : { userId, code };
}

function typedCode(input: unknown): string {
  return asText(input).toUpperCase();
}

/** Finds the offer for the code of an order. Null without a code; refused with the reason if it cannot be used. */
export async function findWelcomeOffer(db: Db | Tx, actor: Actor, input: unknown): Promise<WelcomeOffer | null> {
  const code = typedCode(input);
  if (code === '') return null;
  const facts: OfferFacts = (await readStoredOffer(db, sql`u.welcome_code = ${code}`)) ?? NO_OFFER;
  const reason = checkOfferCode(facts, userIdOf(actor));
  if (reason !== null) throw refuse('offer-over', offerProblemText(reason, facts), { reason });
  return { code, percentOff: WELCOME_DISCOUNT_PERCENT };
}

const NO_OFFER: OfferFacts = { owner: null, firstOrder: null };
