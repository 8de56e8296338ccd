import { failure, type Failure } from '@tiffin/domain/core';
import { sql } from 'kysely';
import { isCheckViolation, isUniqueViolation } from '../../../platform/db/connection.ts';
import type { StatementSource } from '../../../platform/db/statement-source.ts';
import type { UsedPromotion } from '../../../platform/db/stored-json.ts';
import { OutdatedDataRefusal } from '../../../platform/db/transaction.ts';
import type { Tx } from '../../../context.ts';

/** True if somebody else took the last use since it was checked. */
export function isPromotionOverError(error: unknown): boolean {
  return isCheckViolation(error, 'promotion_left') || isUniqueViolation(error, 'promotion_uses_person');
}

export function promotionOverFailure(): Failure {
  return failure('promo-over', undefined, { field: 'promoCode' });
}

/**
 * The SQL that counts the promotions of new orders; one use too many refuses the statement. Promotions are locked last,
 * in the order of their ids, as in every transaction that locks several counters.
 */
export const takePromotions = ({ $, inserted }: StatementSource, { after }: { readonly after: string }): string => `,
   promotion_rows as (
     select inserted.id as order_id, ${$('order_time')} as at, p.*
     from ${inserted}, jsonb_to_recordset(${$('promotion')}) as p (id text, person text, nth int, amount int, terms jsonb)
     where ${after}
   ), promotion_sums as (
     select id, count(*)::int as uses from promotion_rows group by 1
   ), locked_promotions as (
     select p.id, s.uses from promotions p join promotion_sums s using (id) order by p.id for no key update of p
   ), counted_promotions as (
     update promotions p set used = p.used + l.uses from locked_promotions l where p.id = l.id
   ), promotion_uses_rows as (
     insert into promotion_uses (promotion_id, order_id, person_key, nth, amount_cents, terms, state, at)
     select id, order_id, person, nth, amount, terms, 'used', at from promotion_rows
     returning order_id
   )`;

/** Holds a use while a payment page is open. */
export async function holdPromotion(
  tx: Tx,
  sessionId: string,
  { id, person, nth, amount, terms }: UsedPromotion,
  now: Date,
): Promise<void> {
  await sql`
    with counted as (update promotions set used = used + 1 where id = ${id} returning id)
    insert into promotion_uses (promotion_id, session_id, person_key, nth, amount_cents, terms, state, at)
    select id, ${sessionId}, ${person}, ${nth}, ${amount}, ${JSON.stringify(terms)}::jsonb, 'held', ${now}::timestamptz from counted
  `
    .execute(tx)
    .catch((error: unknown) => {
      throw isPromotionOverError(error) ? new OutdatedDataRefusal(promotionOverFailure()) : error;
    });
}

/**
 * Passes the use of a payment page on to its order. A page that was paid after it ended takes a use again; if none is
 * left, the guest keeps the price, and the use is marked as over the limit.
 */
export async function passPromotionToOrder(tx: Tx, sessionId: string, orderId: string): Promise<void> {
  await sql`
    with mine as (
      select id, promotion_id, state from promotion_uses where session_id = ${sessionId} for update
    ), counted as (
      update promotions p set used = p.used + 1 from mine
      where p.id = mine.promotion_id and mine.state = 'freed' and p.used < coalesce(p.total_limit, p.used + 1) returning p.id
    )
    update promotion_uses u set order_id = ${orderId},
      state = case when mine.state = 'held' or exists (select from counted) then 'used' else 'over' end
    from mine where u.id = mine.id
  `.execute(tx);
}

/** Frees the use of an order, or those of payment pages. Has no effect the second time. */
export async function releasePromotions(
  tx: Tx,
  holder: { readonly orderId: string } | { readonly sessionIds: readonly string[] },
): Promise<void> {
  const isOfHolder =
    'orderId' in holder
      ? sql`order_id = ${holder.orderId}`
      : sql`session_id = any(${[...holder.sessionIds]}::text[]) and order_id is null`;
  await sql`
    with before as (
      select id, promotion_id, state from promotion_uses where ${isOfHolder} and state <> 'freed' order by id for update
    ), freed as (
      update promotion_uses u set state = 'freed', nth = null, person_key = null from before where u.id = before.id
    ), sums as (
      select promotion_id as id, count(*)::int as uses from before where state <> 'over' group by 1
    ), locked as (
      select p.id, s.uses from promotions p join sums s using (id) order by p.id for no key update of p
    )
    update promotions p set used = p.used - l.uses from locked l where p.id = l.id
  `.execute(tx);
}
