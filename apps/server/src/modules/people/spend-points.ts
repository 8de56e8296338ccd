import { amountWithCurrency, failure, refuse, say, type Cents, type Failure } from '@tiffin/domain/core';
import { pointsWorth, type PointsTerms } from '@tiffin/domain/pricing';
import { sql, type RawBuilder } from 'kysely';
import { isCheckViolation } from '../../platform/db/connection.ts';
import type { OrderRow } from '../../platform/db/order-row.ts';
import type { StatementSource } from '../../platform/db/statement-source.ts';
import type { SpentPoints } from '../../platform/db/stored-json.ts';
import type { Tx } from '../../context.ts';

/** True if the points were spent elsewhere since they were read. */
export function isPointsShortError(error: unknown): boolean {
  return isCheckViolation(error, 'points_enough');
}

/** Refuses points that the account does not have. `balance` is what it has, if that is known. */
export function pointsShortRefusal(balance?: number) {
  return refuse(
    'points-short',
    balance === undefined ? undefined : say`You have ${Math.max(0, balance)} points. Use fewer, or none.`,
    { field: 'points', balance },
  );
}

/** What an account has, and what it buys. */
export interface PointsFacts {
  readonly balance: number;
  readonly terms: PointsTerms;
}

/** Checks that an account can spend these points. Null without points. */
export function spentPoints(
  userId: string | null,
  points: number,
  { balance, terms }: PointsFacts,
): SpentPoints | null {
  if (points === 0) return null;
  if (userId === null)
    throw refuse('points-short', say`Points belong to an account. Sign in to use them.`, { field: 'points' });
  if (terms.worth === 0) throw refuse('points-short', say`Points take nothing off here.`, { field: 'points' });
  if (points % terms.step !== 0) {
    throw refuse('invalid-argument', say`Points are used in steps of ${terms.step}.`, { field: 'points' });
  }
  if (balance < points) throw pointsShortRefusal(balance);
  return { userId, points, worth: pointsWorth(points, terms) };
}

/** Points cover at most what the dishes cost. */
export function tooManyPoints({ points, worth }: SpentPoints, food: Cents): Failure {
  const usable = Math.floor((points * food) / worth);
  const message = say`The dishes come to ${amountWithCurrency(food)}. At most ${usable} points can be used, in whole steps.`;
  return failure('points-short', message, { field: 'points', most: usable });
}

/**
 * The SQL that spends the points of new orders, of which several may be of one account. It locks the accounts last, in
 * the order of their ids, and refuses more than they have. `left_after` is the balance as if an account had paid for
 * its orders one after the other.
 */
export const spendPoints = ({ $, inserted }: StatementSource, { afterAll }: { readonly afterAll: string }): string => `,
   points_rows as (
     select inserted.id as order_id, ${$('order_time')} as at, p.*
     from ${inserted}, jsonb_to_recordset(${$('points')}) as p ("userId" text, points int, worth int)
     where ${afterAll}
   ), points_sums as (
     select "userId" as id, sum(points)::int as points, count(*)::int as uses from points_rows group by 1
   ), spending_accounts as (
     select u.id, s.points, s.uses from users u join points_sums s using (id) order by u.id for no key update of u
   ), spent_points as (
     update users u set loyalty_points = u.loyalty_points - a.points, version = u.version + a.uses
     from spending_accounts a where u.id = a.id returning u.id, u.loyalty_points
   ), points_uses_rows as (
     insert into points_uses (user_id, order_id, points, worth_cents, kept, left_after, at)
     select id, order_id, points, worth, points,

       loyalty_points + sum(points) over (partition by id order by order_id desc) - points, at
     from points_rows join spent_points on id = "userId"
   ), points_entries as (
     insert into loyalty_entries (user_id, points, reason, spent_on, at)
     select id, -points, 'redeemed', order_id, at from points_rows join spent_points on id = "userId"
   )`;

/** Spends points for a payment page, which holds them until its order is placed. */
export async function holdPoints(tx: Tx, sessionId: string, { userId, points, worth }: SpentPoints, now: Date) {
  await sql`
    with spent as (
      update users set loyalty_points = loyalty_points - ${points}, version = version + 1 where id = ${userId}
      returning id, loyalty_points
    ), uses as (
      insert into points_uses (user_id, session_id, points, worth_cents, kept, left_after, at)
      select id, ${sessionId}, ${points}, ${worth}::int, ${points}::int, loyalty_points, ${now}::timestamptz from spent
    )
    insert into loyalty_entries (user_id, points, reason, spent_on, at)
    select id, ${-points}, 'redeemed', ${sessionId}, ${now}::timestamptz from spent
  `
    .execute(tx)
    .catch((error: unknown) => {
      throw isPointsShortError(error) ? pointsShortRefusal() : error;
    });
}

/** Passes the points of a payment page to its order. A page that was paid after it ended spends them again. */
export async function passPointsToOrder(tx: Tx, sessionId: string, orderId: string, now: Date): Promise<void> {
  await setKept(tx, sql`session_id = ${sessionId}`, sql`points`, now);
  await sql`update points_uses set order_id = ${orderId} where session_id = ${sessionId}`.execute(tx);
}

/** Gives the points of payment pages back that ended without an order. */
export async function releasePoints(tx: Tx, sessionIds: readonly string[], now: Date): Promise<void> {
  await setKept(tx, sql`session_id = any(${[...sessionIds]}::text[]) and order_id is null`, sql`0`, now);
}

/**
 * Gives points back with refunds, in proportion to what is paid back, and all of them when the order is cancelled or paid
 * back in full. After a change of the order, the points stay spent for which its adjustment still lowers the total.
 */
export async function syncSpentPoints(
  tx: Tx,
  order: Pick<OrderRow, 'id' | 'parts' | 'status' | 'total_cents' | 'refunded_cents'>,
  now: Date,
): Promise<void> {
  const { id, parts, status, total_cents: total, refunded_cents: refunded } = order;
  const adjustments = (parts?.adjustments ?? []).filter(({ kind }) => kind === 'points');
  const covered = adjustments.reduce((sum, { amount_cents: amount }) => sum - amount, 0);
  const isVoid = status === 'cancelled' || (total > 0 && refunded >= total);
  // The share of the money that was not refunded: all, if points paid for everything.
  const [unrefunded, whole] = total === 0 ? [1, 1] : [total - refunded, total];
  await setKept(
    tx,
    sql`order_id = ${id}`,
    isVoid ? sql`0` : sql`ceil(points::numeric * ${covered} * ${unrefunded} / (worth_cents * ${whole}::numeric))::int`,
    now,
  );
}

/**
 * Sets how many points stay spent, and returns the others to their accounts. The SQL of `condition` and `kept` is about
 * a row of `points_uses`.
 */
async function setKept(tx: Tx, condition: RawBuilder<unknown>, kept: RawBuilder<unknown>, now: Date): Promise<void> {
  await sql`
    with uses as (
      select id, kept as before, least(points, ${kept}) as now from points_uses
      where ${condition} and kept <> least(points, ${kept}) order by id for update
    ), changed as (
      update points_uses u set kept = uses.now from uses where u.id = uses.id
      returning u.user_id, coalesce(u.order_id, u.session_id) as spent_on, uses.before - uses.now as back
    ), entries as (
      insert into loyalty_entries (user_id, points, reason, spent_on, at)
      select user_id, back, case when back > 0 then 'restored' else 'redeemed' end, spent_on, ${now}::timestamptz from changed
    )
    update users u set loyalty_points = u.loyalty_points + c.back, version = u.version + 1
    from (select user_id, sum(back)::int as back from changed group by 1) c where u.id = c.user_id
  `.execute(tx);
}
