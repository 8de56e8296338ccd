import { refuse, text } from '@tiffin/domain/core';
import { WELCOME_DISCOUNT_PERCENT } from '@tiffin/domain/pricing';
import { userIdOf, type Actor } from '@tiffin/domain/people';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/connection.ts';
import type { Offer } from './draft-order.ts';

/**
 * What the welcome mail promised, as it is filled in at checkout, until the person has ordered; a
 * cancelled order does not count. It waits for a confirmed address: an invented one is given nothing.
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

/** Of whom and by which code an order asks for an offer; null when it asks for none or has no account. */
export function requestedOffer(actor: Actor, asked: unknown): { userId: string; code: string } | null {
  const userId = userIdOf(actor);
  const code = text(asked).toUpperCase();
  return userId === null || code === '' ? null : { userId, code };
}

/**
 * The offer an order asks for by its code, which only the mail says to whoever has not confirmed the
 * address: null when it asks for none, refused when the code is not theirs to use.
 */
export async function findWelcomeOffer(db: Db | Tx, actor: Actor, asked: unknown): Promise<Offer | null> {
  const code = text(asked).toUpperCase();
  if (code === '') return null;
  const userId = userIdOf(actor);
  const offer = userId === null ? null : await readOffer(db, userId, false);
  if (offer === null || offer.code !== code) throw refuse('offer-over');
  return offer;
}
