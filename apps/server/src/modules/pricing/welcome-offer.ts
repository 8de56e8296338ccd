import { refuse, asText } from '@tiffin/domain/core';
import { WELCOME_DISCOUNT_PERCENT } from '@tiffin/domain/pricing';
import { userIdOf, type Actor } from '@tiffin/domain/people';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/connection.ts';
import type { Offer } from './draft-order.ts';

/**
 * The offer of the welcome mail, which checkout fills in until the first order that is not cancelled. Shown only after
 * the address is confirmed, so that invented addresses get no discount.
 */
export function readWelcomeOffer(db: Db | Tx, userId: string): Promise<Offer | null> {
  return readOffer(db, userId, true);
}

async function readOffer(db: Db | Tx, userId: string, isShown: boolean): Promise<Offer | null> {
  const { rows } = await sql<{ code: string }>`
    select welcome_code as code from users u
    where id = ${userId} and welcome_code is not null and (email_verified or not ${isShown}::boolean)
      and not exists (select from orders o where o.user_id = u.id and o.status <> 'cancelled')
  `.execute(db);
  return rows[0] ? { code: rows[0].code, percentOff: WELCOME_DISCOUNT_PERCENT } : null;
}

/** The account and the code when an order uses an offer. Null without a code or without an account. */
export function requestedOffer(actor: Actor, input: unknown): { userId: string; code: string } | null {
  const userId = userIdOf(actor);
  const code = asText(input).toUpperCase();
  return userId === null || code === '' ? null : { userId, code };
}

/**
 * Finds the offer for the code of an order. Null without a code; refused when the code does not belong to this
 * customer. The address need not be confirmed, because the code then comes from the mail.
 */
export async function findWelcomeOffer(db: Db | Tx, actor: Actor, input: unknown): Promise<Offer | null> {
  const code = asText(input).toUpperCase();
  if (code === '') return null;
  const userId = userIdOf(actor);
  const offer = userId === null ? null : await readOffer(db, userId, false);
  if (offer === null || offer.code !== code) throw refuse('offer-over');
  return offer;
}
