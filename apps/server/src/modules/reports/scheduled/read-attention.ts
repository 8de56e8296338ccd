import { instantOf, type ZoneId } from '@tiffin/domain/core';
import { isSentRefund } from '@tiffin/domain/payment';
import { canSeeSection, type Actor } from '@tiffin/domain/people';
import type { ReportPeriod } from '@tiffin/domain/stats';
import { sql } from 'kysely';
import type { Context } from '../../../context.ts';
import { listFlaggedPayments } from '../../money/bills/list-payments.ts';

/** How many problems of a kind need attention, with the page of the back office that lists them. */
export interface AttentionItem {
  readonly kind:
    | 'payments'
    | 'failed-refunds'
    | 'refunds-by-hand'
    | 'failed-messages'
    | 'reconciliation'
    | 'corrected-days'
    | 'out-of-stock';
  readonly count: number;
  /** The address behind `/admin/dashboard`. */
  readonly page: string;
}

export interface AttentionScope extends ReportPeriod {
  /** As in the address of the report: the id of a location, or all. */
  readonly locationId: string;
  readonly locationIds: readonly string[];
  /** The time zone in which the first day of the period begins. */
  readonly zone: ZoneId;
}

/** The open problems that the actor may see: those of their locations, and for admins those of the restaurant. */
export async function readAttention(context: Context, actor: Actor, scope: AttentionScope): Promise<AttentionItem[]> {
  const items = await Promise.all([
    readPaymentIssues(context, actor, scope),
    canSeeSection('messages', actor) ? readRestaurantIssues(context, scope) : [],
    readLocationIssues(context, scope),
  ]);
  return items.flat().filter(({ count }) => count > 0);
}

async function readPaymentIssues(
  context: Context,
  actor: Actor,
  { locationIds }: AttentionScope,
): Promise<AttentionItem[]> {
  const seesPayments = canSeeSection('payments', actor);
  const { sessions, refunds } = await listFlaggedPayments(context, actor);
  const isHere = ({ locationId }: { readonly locationId: string }) => locationIds.includes(locationId);
  const byHand = refunds.filter(({ method, status }) => !isSentRefund(method) && status === 'requested').filter(isHere);
  const failed = refunds.filter((refund) => !byHand.includes(refund)).filter(isHere);
  const orderId = failed.find((refund) => refund.orderId !== null)?.orderId ?? '';
  return [
    { kind: 'payments', count: seesPayments ? sessions.filter(isHere).length : 0, page: '#payments' },
    {
      kind: 'failed-refunds',
      count: failed.length,
      page: seesPayments ? '#payments' : `#find-order/${encodeURIComponent(orderId)}`,
    },
    { kind: 'refunds-by-hand', count: byHand.length, page: '#orders' },
  ];
}

/** Messages and the card provider belong to no location. */
async function readRestaurantIssues({ db }: Context, { from, to, zone }: AttentionScope): Promise<AttentionItem[]> {
  const { rows } = await sql<{ messages: number; reconciliations: number }>`
    select (select count(*) from messages
            where status = 'failed' and created_at >= ${instantOf(from, '00:00', zone)}) as messages,
           (select count(*) from reconciliations
            where jsonb_array_length(differences) > 0 and day between ${from} and ${to}) as reconciliations
  `.execute(db);
  return [
    { kind: 'failed-messages', count: rows[0]?.messages ?? 0, page: '#messages' },
    { kind: 'reconciliation', count: rows[0]?.reconciliations ?? 0, page: '#payments' },
  ];
}

async function readLocationIssues(
  { db }: Context,
  { locationId, locationIds, from, to }: AttentionScope,
): Promise<AttentionItem[]> {
  const ids = sql`any(${[...locationIds]}::text[])`;
  const { rows } = await sql<{ days: number; dishes: number }>`
    select (select count(distinct (location_id, corrected_day)) from journal_corrections
            where location_id = ${ids} and business_day between ${from} and ${to}) as days,
           (select count(*) from stock s join menu_items m on m.location_id = s.location_id and m.id = s.item_id
            where s.location_id = ${ids} and s.left_count <= 0 and m.is_available) as dishes
  `.execute(db);
  const [counts] = rows;
  const search = new URLSearchParams({ location: locationId, from, to, page: 'accountant' });
  return [
    { kind: 'corrected-days', count: counts?.days ?? 0, page: `?${search}#report` },
    { kind: 'out-of-stock', count: counts?.dishes ?? 0, page: '#menu' },
  ];
}
