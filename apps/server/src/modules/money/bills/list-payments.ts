import type { ValidatedInput } from '@tiffin/contract';
import { cents, toDollars } from '@tiffin/domain/core';
import { ALL_LOCATIONS } from '@tiffin/domain/locations';
import { workLocationIdsOf, type Actor } from '@tiffin/domain/people';
import { sql, type RawBuilder } from 'kysely';
import type { Context } from '../../../context.ts';
import { likePattern, pageOf, readCursor } from '../../../platform/http/cursor.ts';
import { dayOf } from '../../locations/business-day-sql.ts';
import { locationIdsOf } from '../../locations/scope.ts';
import { optionsAndNoteAnswer } from '../../orders/order-answer.ts';
import { unrefundedOfItem } from '../../orders/refunded-units.ts';
import { readStaffOrder } from '../../orders/queries.ts';
import type { OrderItemRow, OrderRow } from '../../../platform/db/order-row.ts';
import { returnedPaidText } from './flag-payment.ts';
import { failedWebhookAnswer, paymentAnswer, refundAnswer } from './payment-answers.ts';
import { refundsOfOrder } from './refund-share.ts';
import {
  DISPUTE_KEY_PATTERN,
  readLedger,
  refundableAmount,
  refundAmountDue,
  type Ledger,
  type PaymentRow,
} from '../../ledger/ledger.ts';

/** An empty list is not valid in SQL. No row has this id. */
const NO_IDS = [''];

/** Lists the payments and refunds of an order, for staff of the location. */
export async function listOrderPayments(context: Context, actor: Actor, orderId: string) {
  const order = await readStaffOrder(context.db, actor, orderId, 'order.take-payment');
  const ledger = await readLedger(context.db, order.bill_id);
  const refundable = refundableAmount(ledger);
  return {
    payments: ledger.payments.map(paymentAnswer),
    refunds: ledger.refunds.map(refundAnswer),
    refundable: toDollars(refundable),
    refundableDue: toDollars(refundAmountDue(ledger, refundable)),
    beside: amountsOutsideBill(ledger),
    items: order.items.map((item) => {
      const left = unrefundedOfItem(item, refundsOfOrder(order, ledger));
      return {
        line: item.line,
        name: item.name,
        quantity: item.quantity,
        refundableQuantity: left.whole,
        parts: partsLeft(item, left.ofPart),
        price: toDollars(cents(item.unit_price_cents)),
        ...optionsAndNoteAnswer(item),
      };
    }),
  };
}

/** The parts of a combo that can still be refunded. */
function partsLeft({ options }: OrderItemRow, left: readonly number[]) {
  const names = (options ?? []).flatMap(({ part, name }) => (part ? [name] : []));
  const parts = names.map((name, index) => ({ part: index + 1, name, refundableQuantity: left[index] ?? 0 }));
  return parts.length === 0 ? undefined : parts;
}

/** The tips and cash rounding of the payments, less what changes and undone payments took back. */
function amountsOutsideBill({ payments, refunds }: Ledger): { tips: number; cashRounding: number } {
  const rows = [
    ...payments.filter(({ status }) => status === 'succeeded').map((row) => ({ ...row, sign: 1 })),
    ...refunds.filter((row) => row.of_change).map((row) => ({ ...row, sign: -1 })),
  ];
  const sum = (column: 'tip_cents' | 'cash_rounding_cents') =>
    toDollars(cents(rows.reduce((before, row) => before + row.sign * row[column], 0)));
  return { tips: sum('tip_cents'), cashRounding: sum('cash_rounding_cents') };
}

/** Lists the refunds of cancelled or overpaid orders that staff still have to hand over. */
export async function listManualRefundsDue(context: Context, actor: Actor, locationId: string) {
  const locationIds = await locationIdsOf(context, actor, locationId);
  const rows = await context.db
    .selectFrom('refunds as r')
    .innerJoin('orders as o', 'o.id', 'r.order_id')
    .selectAll('r')
    .select(['o.id as order_id', 'o.customer_name'])
    .where('r.status', '=', 'requested')
    .where('r.method', '<>', 'card')
    .where('r.location_id', 'in', locationIds.length > 0 ? locationIds : NO_IDS)
    .where((where) => where.or([where('o.status', '=', 'cancelled'), where('r.of_change', '=', true)]))
    .orderBy('r.requested_at', 'desc')
    .limit(200)
    .execute();
  const refunds = rows.map((row) => ({
    ...refundAnswer(row),
    orderId: row.order_id,
    customerName: row.customer_name,
  }));
  return { refunds };
}

/** A page of a list, newest first. The cursor holds the time, in milliseconds, and the id of the last row before it. */
interface PageRequest {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

type PaymentsQuery = ValidatedInput<'getPayments'>['query'];

/** The conditions that the filters put on a payment `p`. */
function paymentConditions(query: PaymentsQuery): RawBuilder<unknown>[] {
  const { locationId = ALL_LOCATIONS, orderId, startDate, endDate, tender, person } = query;
  const day = sql`(select ${dayOf(sql`coalesce(p.captured_at, p.created_at)`)} from locations l where l.id = p.location_id)`;
  return [
    ...(locationId === ALL_LOCATIONS ? [] : [sql`p.location_id = ${locationId}`]),
    ...(orderId === undefined ? [] : [sql`p.order_id = ${orderId}`]),
    ...(startDate === undefined ? [] : [sql`${day} >= ${startDate}`]),
    ...(endDate === undefined ? [] : [sql`${day} <= ${endDate}`]),
    ...(tender === 'all' ? [] : [sql`coalesce(p.tender, p.method) = ${tender}`]),
    ...(person.trim() === '' ? [] : [sql`lower(p.processed_by) like ${likePattern(person)}`]),
  ];
}

/** Lists the payments of the actor's locations with their refunds. */
export async function listPayments(context: Context, actor: Actor, page: PaymentsQuery) {
  const after = readCursor(page.cursor, 'createdAt', 'time');
  const { rows } = await sql<PaymentRow & { sold_card: string | null; deposit_of: string | null }>`
    select p.*, case when c.reservation_id is null then c.last4 end as sold_card, r.reservation_id as deposit_of
    from payments p left join gift_cards c on c.id = p.gift_card_id and p.bill_id is null
    left join reservations r on r.id = c.reservation_id
    where (${workLocationIdsOf(actor) === null} or p.location_id = any(${[...(workLocationIdsOf(actor) ?? [])]}::text[]))
      and ${sql.join([sql`true`, ...paymentConditions(page)], sql` and `)}
      and (${after?.value ?? null}::timestamptz is null or (date_trunc('milliseconds', p.created_at), p.id) < (${after?.value ?? null}::timestamptz, ${after?.id ?? null}))
    order by date_trunc('milliseconds', p.created_at) desc, p.id desc
    limit ${page.limit + 1}
  `.execute(context.db);
  const { page: shown, nextCursor } = pageOf(rows, page.limit, (row) => ({
    sort: 'createdAt',
    value: row.created_at,
    id: row.id,
  }));
  const refunds = await context.db
    .selectFrom('refunds')
    .selectAll()
    .where('payment_id', 'in', shown.length > 0 ? shown.map((row) => row.id) : NO_IDS)
    .orderBy('requested_at')
    .execute();
  return {
    payments: shown.map((row) => ({
      ...paymentAnswer(row),
      soldGiftCard: row.sold_card,
      depositOf: row.deposit_of ?? undefined,
      refunds: refunds.filter((refund) => refund.payment_id === row.id).map(refundAnswer),
    })),
    nextCursor,
  };
}

/** Lists the provider's events that could not be handled, or those of them that were resolved. */
export async function listFailedWebhooks(context: Context, page: PageRequest & { readonly resolved: boolean }) {
  const after = readCursor(page.cursor, 'receivedAt', 'time');
  let query = context.db
    .selectFrom('failed_webhooks')
    .selectAll()
    .where('resolved_at', page.resolved ? 'is not' : 'is', null)
    .orderBy('received_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit + 1);
  if (after) query = query.where(sql<boolean>`(received_at, id) < (${after.value}, ${after.id})`);
  const { page: shown, nextCursor } = pageOf(await query.execute(), page.limit, (row) => ({
    sort: 'receivedAt',
    value: row.received_at,
    id: row.id,
  }));
  return { failures: shown.map(failedWebhookAnswer), nextCursor };
}

/** A refund with this many attempts and no result needs attention. */
const STUCK_AFTER_ATTEMPTS = 3;

/**
 * Lists what staff must look at: flagged payments, returned deliveries, and refunds that are stuck, must be handed
 * over, or failed and were not tried again.
 */
export async function listFlaggedPayments(context: Context, actor: Actor) {
  const ownIds = await locationIdsOf(context, actor, ALL_LOCATIONS);
  const locationIds = ownIds.length > 0 ? ownIds : NO_IDS;
  const sessions = await context.db
    .selectFrom('payment_sessions')
    .selectAll()
    .where('attention', 'is not', null)
    .where('attended_at', 'is', null)
    .where('location_id', 'in', locationIds)
    .orderBy('attention_at', 'desc')
    .limit(200)
    .execute();
  const sessionIds = sessions.length > 0 ? sessions.map((session) => session.id) : NO_IDS;
  const refundsOfSessions = await context.db
    .selectFrom('refunds as r')
    .innerJoin('payments as p', 'p.id', 'r.payment_id')
    .selectAll('r')
    .select('p.session_id')
    .orderBy('r.requested_at')
    .where('p.session_id', 'in', sessionIds)
    .execute();
  const paymentsWithoutOrder = await context.db
    .selectFrom('payments as p')
    .select('p.session_id')
    .where('p.session_id', 'in', sessionIds)
    .where('p.bill_id', 'is', null)
    .where(
      sql<boolean>`p.amount_cents + p.tip_cents > coalesce((select sum(r.amount_cents + r.tip_cents) from refunds r
        where r.payment_id = p.id and r.status <> 'failed'), 0)`,
    )
    .execute();
  const sessionsWithoutOrder = new Set(paymentsWithoutOrder.map((payment) => payment.session_id));
  const refunds = await context.db
    .selectFrom('refunds')
    .selectAll()
    .where('location_id', 'in', locationIds)
    .where((where) =>
      where.or([
        where.and([
          where('status', '=', 'failed'),
          // A dispute that the restaurant won is a failed refund too, but nobody has to refund it.
          where('idempotency_key', 'not like', DISPUTE_KEY_PATTERN),
          where.not(
            where.exists(
              where
                .selectFrom('refunds as again')
                .select('again.id')
                .whereRef('again.idempotency_key', '=', sql<string>`'again:' || refunds.id`),
            ),
          ),
        ]),
        where.and([where('status', '=', 'requested'), where('attempts', '>=', STUCK_AFTER_ATTEMPTS)]),
        where.and([where('status', '=', 'requested'), where('method', '<>', 'card')]),
      ]),
    )
    .orderBy('requested_at', 'desc')
    .limit(200)
    .execute();
  const flagged = sessions.map((session) => {
    const refund = refundsOfSessions.findLast((each) => each.session_id === session.id);
    return {
      sessionId: session.id,
      kind: session.kind,
      status: session.status,
      reason: session.attention ?? '',
      amount: toDollars(cents(session.amount_cents)),
      customerName: session.snapshot.request.customer.name,
      customerEmail: session.snapshot.request.customer.email,
      isOrderLost: sessionsWithoutOrder.has(session.id) || undefined,
      locationId: session.location_id,
      orderId: session.order_id,
      refund: refund ? refundAnswer(refund) : null,
      at: (session.attention_at ?? session.created_at).toISOString(),
    };
  });
  return {
    sessions: [...flagged, ...(await listReturnedOrders(context, locationIds))],
    refunds: refunds.map(refundAnswer),
  };
}

/**
 * Deliveries of the last 30 days that came back, until somebody refunds or resolves them. Those that were paid on a
 * payment page are left out, because the session of that page is listed.
 */
async function listReturnedOrders(context: Context, locationIds: readonly string[]) {
  const { rows } = await sql<Pick<OrderRow, 'id' | 'location_id' | 'customer_name'> & { at: string; paid: number }>`
    select o.id, o.location_id, o.customer_name, o.courier->>'at' as at, (paid.cents - refunded.cents)::int as paid
    from orders o
    cross join lateral (select sum(amount_cents) as cents from payments
      where bill_id = o.bill_id and status = 'succeeded' having bool_and(session_id is null)) paid
    cross join lateral (select coalesce(sum(amount_cents), 0) as cents from refunds
      where bill_id = o.bill_id and status <> 'failed') refunded
    where o.location_id = any(${locationIds}::text[]) and o.order_time > ${context.clock.now()}::timestamptz - interval '30 days'
      and o.courier->>'state' = 'returned' and paid.cents > refunded.cents
      and not exists (select from audit_log where subject_kind = 'order' and subject_id = o.id
        and action = 'resolve-payment-attention' and at >= (o.courier->>'at')::timestamptz)
    order by at desc
  `.execute(context.db);
  return rows.map((order) => ({
    // There is no payment page, so the order itself is what is resolved.
    sessionId: order.id,
    kind: 'account' as const,
    status: 'paid' as const,
    reason: returnedPaidText(),
    amount: toDollars(cents(order.paid)),
    customerName: order.customer_name,
    locationId: order.location_id,
    orderId: order.id,
    refund: null,
    at: new Date(order.at).toISOString(),
  }));
}
