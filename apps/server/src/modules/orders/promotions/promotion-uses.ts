import { failure, type Failure } from '@tiffin/domain/core';
import { sql } from 'kysely';
import { isCheckViolation, isUniqueViolation } from '../../../platform/db/connection.ts';
import type { StatementSource } from '../../../platform/db/statement-source.ts';
import type { UsedPromotion } from '../../../platform/db/stored-json.ts';
import { OutdatedDataRefusal } from '../../../platform/db/transaction.ts';
import type { Db, Tx } from '../../../context.ts';
import { idsOf } from '../../../platform/db/sql-lists.ts';

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

/**
 * Holds a use while a payment page is open. A guest holds one use of a code: that of their earlier unpaid page is given
 * back.
 */
export async function holdPromotion(
  tx: Tx,
  sessionId: string,
  { id, person, nth, amount, terms }: UsedPromotion,
  now: Date,
): Promise<void> {
  const { rows: earlier } = await sql<{ id: string }>`
    with own as (select user_id, snapshot #>> '{request,customer,phone}' as phone from payment_sessions where id = ${sessionId})
    select s.id from own, promotion_uses u join payment_sessions s on s.id = u.session_id
    where u.promotion_id = ${id} and u.state = 'held' and (s.user_id = own.user_id
      or (s.user_id is null and own.user_id is null and own.phone <> '' and s.snapshot #>> '{request,customer,phone}' = own.phone))
  `.execute(tx);
  await giveBackHeldUses(tx, idsOf(earlier));
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

/** The open payment pages that hold a use of a promotion with a limit since before this time. */
export async function findLongHolds(db: Db | Tx, before: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct u.session_id as id from promotion_uses u join promotions p on p.id = u.promotion_id
    where u.state = 'held' and u.at < ${before} and p.total_limit is not null limit 100
  `.execute(db);
  return idsOf(rows);
}

/**
 * Gives the uses of unpaid pages back to other guests. A page that is paid later takes one again. It still counts for
 * its guest, who could otherwise use a code for each page.
 */
export async function giveBackHeldUses(tx: Tx, sessionIds: readonly string[]): Promise<void> {
  if (sessionIds.length > 0) await releasePromotions(tx, { sessionIds }, { countsForPerson: true });
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
  { countsForPerson = false }: { readonly countsForPerson?: boolean } = {},
): Promise<void> {
  const isOfHolder =
    'orderId' in holder
      ? sql`order_id = ${holder.orderId}`
      : sql`session_id = any(${[...holder.sessionIds]}::text[]) and order_id is null`;
  await sql`
    with before as (
      select id, promotion_id, state from promotion_uses
      where ${isOfHolder} and (state <> 'freed' or nth is not null) order by id for update
    ), freed as (
      update promotion_uses u set state = 'freed', nth = case when ${countsForPerson} then u.nth end,
        person_key = case when ${countsForPerson} then u.person_key end
      from before where u.id = before.id
    ), sums as (
      select promotion_id as id, count(*)::int as uses from before where state not in ('over', 'freed') group by 1
    ), locked as (
      select p.id, s.uses from promotions p join sums s using (id) order by p.id for no key update of p
    )
    update promotions p set used = p.used - l.uses from locked l where p.id = l.id
  `.execute(tx);
}
