import type { ReportPeriod } from '@tiffin/domain/stats';
import { sql, type RawBuilder } from 'kysely';
import { dayOf } from '../../locations/business-day-sql.ts';
import { TAXES_OF_ORDER_SQL } from '../../orders/all-bill-taxes.ts';

/*
 * The rows of which the figures of a report are sums. A figure must be the sum of one of these queries; nothing else
 * adds up sales, so that two pages cannot show different sums. Each query reads a range of an index: orders by location
 * and time, payments by time, refunds and cancellations by location and time.
 */

/** The locations and business days of a report. */
export interface ReportScope extends ReportPeriod {
  readonly locationIds: readonly string[];
  /** Only what happened before this instant counts; null for whole days. */
  readonly until?: Date | null;
}

/** True for instants within the period at the location `l`. The first two conditions let an index apply in any zone. */
export function isWithin(
  at: RawBuilder<unknown>,
  { from, to, until = null }: ReportPeriod & Pick<ReportScope, 'until'>,
): RawBuilder<boolean> {
  const isBefore = until === null ? sql`true` : sql`${at} < ${until}`;
  return sql`(${at} >= ${from}::date - 2 and ${at} < ${to}::date + 3 and ${dayOf(at)} between ${from}::date and ${to}::date
    and ${isBefore})`;
}

/** The person of payments that guests made online. */
export const PAID_ONLINE = 'online';

/** The hour of an instant at the location `l`. */
const hourOf = (at: RawBuilder<unknown>) => sql`extract(hour from ${at} at time zone l.time_zone)::smallint`;
/** The SQL for one of the locations: `location_id = ${anyLocationOf(scope)}`. */
export const anyLocationOf = ({ locationIds }: Pick<ReportScope, 'locationIds'>) =>
  sql`any(${[...locationIds]}::text[])`;

/**
 * True if the order `o` of the location `l` counts as sold on its day. An order that was cancelled on the same business
 * day was never sold. One that was cancelled later stays in the figures of its day and is taken back on the day of its
 * cancellation, so that past days do not change.
 */
const IS_SOLD = sql`(o.status <> 'cancelled'
  or ${dayOf(sql`coalesce(o.cancelled_time, o.order_time)`)} > ${dayOf(sql`o.order_time`)})`;

/** The daypart in which the order `o` of the location `l` was placed, by the present dayparts; null outside of them. */
const DAYPART = sql`(
  select d.id from dayparts d, lateral (select o.order_time at time zone l.time_zone as at) local
  where (d.location_id is null or d.location_id = o.location_id)
    and case when d.from_time <= d.until_time
      then to_char(local.at, 'HH24:MI') >= d.from_time and to_char(local.at, 'HH24:MI') < d.until_time
        and trim(to_char(local.at, 'day')) = any(d.days)
      else (to_char(local.at, 'HH24:MI') >= d.from_time and trim(to_char(local.at, 'day')) = any(d.days))
        or (to_char(local.at, 'HH24:MI') < d.until_time and trim(to_char(local.at - interval '1 day', 'day')) = any(d.days))
      end
  order by d.location_id nulls last, d.from_time, d.id limit 1
)`;

/** The columns of a sold order `o`, with its `INCLUDED_TAX`. */
const SOLD_COLUMNS = sql`
  o.id, o.id as order_id, o.bill_id, o.order_time as at, o.order_type, case when o.admin_created then 'till' else 'online' end as channel,
  o.subtotal_cents - o.discount_cents as dishes, o.charges_cents as charges, o.tip_cents as tip, o.total_cents as total,
  coalesce(t.included, 0) as included_tax, o.location_id, o.has_parts, o.tax_label, o.tax_rate, o.tax_cents,
  o.subtotal_cents, o.discount_cents, o.charges_cents
`;
const INCLUDED_TAX = sql`left join lateral (
  select sum(amount_cents) as included from bill_taxes where o.has_parts and bill_id = o.bill_id
    and coalesce(order_id, bill_id) = o.id and included
) t on true`;

/** The orders that were sold in the period, each with its business day, hour and daypart. */
export function soldOrders(scope: ReportScope): RawBuilder<unknown> {
  return sql`
    select ${SOLD_COLUMNS}, ${dayOf(sql`o.order_time`)} as day, ${hourOf(sql`o.order_time`)} as hour, ${DAYPART} as daypart
    from orders o join locations l on l.id = o.location_id ${INCLUDED_TAX}
    where o.location_id = ${anyLocationOf(scope)} and ${isWithin(sql`o.order_time`, scope)} and ${IS_SOLD}`;
}

/**
 * The part of the included tax of a sold order `s` that belongs to the first `sum` cents of dishes and charges. The tax
 * of a line is the difference of two such parts, so that the lines together contain every cent of it.
 */
const includedUpTo = (sum: RawBuilder<unknown>) =>
  sql`(case when s.dishes + s.charges = 0 then 0 else div(s.included_tax * (${sum})::numeric, s.dishes + s.charges) end)`;

/** Every line of the orders that were sold, before tax: its list price (`gross`), its discount and what remains. */
export function soldLines(scope: ReportScope, orders = soldOrders(scope)): RawBuilder<unknown> {
  return sql`
    select s.order_id, s.at, s.day, s.hour, s.order_type, s.channel, s.daypart, i.line, i.category, i.tax_class, i.item_id, i.name,
           i.quantity, i.options, i.is_first, i.list - i.tax as gross, i.list - i.net as discount, i.net - i.tax as net
    from (${orders}) s
    cross join lateral (
      select n.*, ${includedUpTo(sql`n.up_to`)} - ${includedUpTo(sql`n.up_to - n.net`)} as tax from (
        select line, category, coalesce(tax_class, 'meal') as tax_class, item_id, name, quantity, options, row_number() over (order by line) = 1 as is_first,
               (quantity * coalesce(unit_list_cents, unit_price_cents))::bigint as list,
               coalesce(net_cents, quantity * unit_price_cents)::bigint as net,
               sum(coalesce(net_cents, quantity * unit_price_cents)) over (order by line) as up_to
        from order_items where order_id = s.order_id
      ) n
    ) i`;
}

/** What the chosen options cost in addition to their dishes, at list prices. The price of a size is that of its dish. */
export function optionSales(scope: ReportScope, lines = soldLines(scope)): RawBuilder<unknown> {
  return sql`
    select (c ->> 'group') || '/' || (c ->> 'id') as key, c ->> 'name' as name, line.order_id, line.at, line.day,
           (c ->> 'units')::int * line.quantity as units,
           (c ->> 'units')::int * (c ->> 'unitPrice')::int * line.quantity as amount
    from (${lines}) line cross join lateral jsonb_array_elements(line.options) c
    where line.options is not null and (c ->> 'units')::int > 0 and coalesce((c ->> 'isSize')::boolean, false) = false
      and c ->> 'part' is null`;
}

/**
 * Every line that cost the restaurant something: sold lines whatever was paid for them, and what was cooked in vain
 * (`is_wasted`): lines of orders that were cancelled after cooking began, and portions that were removed then. Nothing
 * was cooked for an order that was cancelled before.
 */
export function cookedLines(scope: ReportScope): RawBuilder<unknown> {
  const columns = sql`i.item_id, i.name, i.category, i.options, i.quantity`;
  return sql`
    select s.location_id, s.day, ${columns}, false as is_wasted
    from (${soldOrders(scope)}) s join orders o on o.id = s.order_id join order_items i on i.order_id = s.order_id
    where o.status <> 'cancelled' or o.prep_start_time is not null
    union all
    select o.location_id, ${dayOf(sql`o.order_time`)}, ${columns}, true
    from orders o join locations l on l.id = o.location_id join order_items i on i.order_id = o.id
    where o.location_id = ${anyLocationOf(scope)} and ${isWithin(sql`o.order_time`, scope)}
      and o.status = 'cancelled' and o.prep_start_time is not null and not ${IS_SOLD}
    union all
    select o.location_id, ${dayOf(sql`o.order_time`)}, ${columns}, true
    from orders o join locations l on l.id = o.location_id join removed_lines i on i.order_id = o.id
    where o.location_id = ${anyLocationOf(scope)} and ${isWithin(sql`o.order_time`, scope)}`;
}

/** Every charge of the orders that were sold, before tax and after discounts. */
export function soldCharges(scope: ReportScope, orders = soldOrders(scope)): RawBuilder<unknown> {
  return sql`
    select s.order_id, s.bill_id, s.at, s.day, c.kind as key, c.goes_to_staff,
           c.net - (${includedUpTo(sql`s.dishes + c.up_to`)} - ${includedUpTo(sql`s.dishes + c.up_to - c.net`)}) as amount
    from (${orders}) s
    cross join lateral (
      select n.*, sum(n.net) over (order by n.number) as up_to from (
        select e.kind, e.goes_to_staff, e.number, e.amount_cents + coalesce((select sum(a.amount_cents) from adjustments a
          where a.bill_id = s.bill_id and coalesce(a.order_id, a.bill_id) = s.order_id and a.charge = e.number), 0) as net
        from (
          select kind, goes_to_staff, amount_cents, row_number() over (order by position) as number
          from order_charges where bill_id = s.bill_id and coalesce(order_id, bill_id) = s.order_id
        ) e
      ) n
    ) c
    where s.charges <> 0`;
}

/** The taxes of every order that was sold. */
export function soldTaxes(scope: ReportScope, orders = soldOrders(scope)): RawBuilder<unknown> {
  return sql`
    select o.order_id, o.at, o.day, t.position, t.code, t.label, t.registration, t.rate, t.base_cents as base, t.amount_cents as amount
    from (${orders}) o cross join lateral ${sql.raw(TAXES_OF_ORDER_SQL)} t`;
}

/** The payment `p` bought a gift card. It has no bill, like a payment whose order was lost. */
const BOUGHT_GIFT_CARD = sql`(p.gift_card_id is not null and p.bill_id is null)`;

/** The payment `p` paid a deposit of a booking, or was made with one. */
const IS_DEPOSIT = sql`(p.gift_card_id is not null and exists (
  select from gift_cards where id = p.gift_card_id and reservation_id is not null))`;

/** Who took the payment `p`: a name. Guests pay online by themselves. */
const TAKEN_BY = sql`coalesce(p.processed_by, ${sql.lit(PAID_ONLINE)})`;

/** Payments without the columns that `withBillTips` adds, because those are slow to read. */
function paymentsWhere(condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select p.id, p.bill_id, p.captured_at as at, ${dayOf(sql`p.captured_at`)} as day, coalesce(p.tender, p.method) as tender, p.provider,
           ${TAKEN_BY} as person, p.amount_cents as amount, p.tip_cents as tip, p.cash_rounding_cents as rounding,
           ${BOUGHT_GIFT_CARD} as bought_gift_card, ${IS_DEPOSIT} as is_deposit, p.location_id
    from payments p join locations l on l.id = p.location_id where p.status = 'succeeded' and ${condition}`;
}
const paymentsOfDays = (scope: ReportScope, condition = sql`true`) =>
  paymentsWhere(
    sql`p.location_id = ${anyLocationOf(scope)} and ${isWithin(sql`p.captured_at`, scope)} and ${condition}`,
  );

/**
 * Adds to payments their part of the tip of their bill. As in the sales, an order that was cancelled on its own day has no
 * tip. A payment after a later cancellation has none either.
 */
function withBillTips(payments: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select p.*, coalesce(own.tip, 0)::int as bill_tip,
           exists (select from refunds r where r.payment_id = p.id and r.is_undo) as is_undone
    from (${payments}) p join locations l on l.id = p.location_id
    left join orders o on o.id = p.bill_id and (o.status <> 'cancelled' or p.at < o.cancelled_time) and ${IS_SOLD}
    left join lateral (
      -- Running sums, so that the payments of a paid bill contain its whole tip.
      select div(b.tip_cents * least(b.total_cents, c.up_to), b.total_cents)
           - div(b.tip_cents * least(b.total_cents, c.up_to - c.paid), b.total_cents) as tip
      from bills b, (
        select n.id, n.paid, sum(n.paid) over (order by n.captured_at, n.id) as up_to from (
          select e.id, e.captured_at, e.amount_cents - coalesce(
            (select sum(amount_cents) from refunds where payment_id = e.id and of_change and status = 'succeeded'), 0) as paid
          from payments e where e.bill_id = p.bill_id and e.status = 'succeeded'
        ) n
      ) c
      where b.id = o.id and c.id = p.id and b.tip_cents > 0 and b.total_cents > 0
    ) own on true`;
}

/** The payments of a period, each with its part of the tip of its bill. */
export const paymentsReceived = (scope: ReportScope) => withBillTips(paymentsOfDays(scope));

/** All payments of these bills, each with its part of the tip of its bill. */
export const paymentsOfBills = (billIds: readonly string[]) =>
  withBillTips(paymentsWhere(sql`p.bill_id = any(${billIds}::text[])`));

/**
 * Every refund that was paid out in the period, also of changed and cancelled orders. What is left on a gift card may be
 * paid out in cash, however the card was paid.
 */
export function refundsPaid(scope: ReportScope, condition = sql`true`): RawBuilder<unknown> {
  return sql`
    select r.id, r.bill_id, r.settled_at as at, ${dayOf(sql`r.settled_at`)} as day,
           case when r.method = 'cash' then 'cash' else coalesce(p.tender, p.method) end as tender,
           case when r.method = 'cash' then 'till' else p.provider end as provider,
           ${TAKEN_BY} as person, r.amount_cents as amount, r.tip_cents as tip, r.cash_rounding_cents as rounding,
           ${BOUGHT_GIFT_CARD} as bought_gift_card, ${IS_DEPOSIT} as is_deposit
    from refunds r join payments p on p.id = r.payment_id join locations l on l.id = r.location_id
    where r.status = 'succeeded' and r.location_id = ${anyLocationOf(scope)} and ${isWithin(sql`r.settled_at`, scope)}
      and ${condition}`;
}

/** What a row of `payments_of_days` is called. */
export const KIND_OF_MONEY = sql`case when not bought_gift_card then 'payment' when is_deposit then 'deposit' else 'gift-card' end`;

/** The deposits that stayed in the period, with the taxes in them. One that was waived later is below zero. */
export function keptDeposits(scope: ReportScope): RawBuilder<unknown> {
  return sql`
    select e.at, ${dayOf(sql`e.at`)} as day, 'deposit' as kind, null::text as order_id, -e.amount_cents as amount, e.taxes
    from gift_entries e join gift_cards c on c.id = e.card_id join locations l on l.id = c.location_id
    where e.taxes is not null and c.location_id = ${anyLocationOf(scope)} and ${isWithin(sql`e.at`, scope)}`;
}

/** The balances of cards of another system that were taken over in the period; below zero where that was undone. */
export function cardsTakenOver(scope: ReportScope): RawBuilder<unknown> {
  return sql`
    select e.at, ${dayOf(sql`e.at`)} as day, 'gift-card' as kind, null::text as order_id, e.amount_cents as amount
    from gift_entries e join gift_cards c on c.id = e.card_id join locations l on l.id = c.location_id
    where e.kind = 'taken-over' and c.location_id = ${anyLocationOf(scope)} and ${isWithin(sql`e.at`, scope)}`;
}

/** Long before the first gift card was sold. */
export const EVER = '2000-01-01';

/**
 * All that guests paid for gift cards and deposits and with them, and its refunds, until the end of the period. The cash
 * rounding of a rest that was paid out is no part of what a card owed.
 */
export function giftCardMoneyUntil(scope: ReportScope): RawBuilder<unknown> {
  const ever = { ...scope, from: EVER };
  const isOfCard = sql`p.gift_card_id is not null`;
  const columns = sql`at, day, bill_id, bought_gift_card, is_deposit`;
  return sql`
    select ${columns}, ${KIND_OF_MONEY} as kind, amount + tip as amount
    from (${paymentsOfDays(ever, isOfCard)}) p
    union all
    select ${columns}, 'refund', -(amount + tip) from (${refundsPaid(ever, isOfCard)}) r`;
}

/** True if the bill `id` is that of a tab. Its refunds count even if the round that they name was cancelled before. */
export const isTab = (id: RawBuilder<unknown>) =>
  sql`coalesce((select opened_at is not null from bills where id = ${id}), false)`;

/** True if the refund `r` reduces the sales of its order `o`, of the location `l`. A cancelled order has none left. */
const TAKES_BACK = sql`(r.status = 'succeeded' and not r.of_change
  and ((o.status <> 'cancelled' or r.settled_at < o.cancelled_time) and ${IS_SOLD} or ${isTab(sql`r.bill_id`)}))`;

/**
 * What was taken back from the sales in the period: refunds of sold orders, and what was left of orders that were
 * cancelled on a later day than that of their sale. A refund after the cancellation moves money only.
 */
export function salesTakenBack(scope: ReportScope): RawBuilder<unknown> {
  const order = sql`o.id as order_id, o.bill_id, o.order_type, case when o.admin_created then 'till' else 'online' end as channel, ${DAYPART} as daypart`;
  return sql`
    select r.id, r.settled_at as at, ${dayOf(sql`r.settled_at`)} as day, ${hourOf(sql`r.settled_at`)} as hour, r.amount_cents as amount,
           coalesce(p.tender, p.method) as tender, false as is_cancellation, ${order}
    from refunds r join payments p on p.id = r.payment_id join orders o on o.id = r.order_id join locations l on l.id = o.location_id
    where r.location_id = ${anyLocationOf(scope)} and ${isWithin(sql`r.settled_at`, scope)} and ${TAKES_BACK}
    union all
    select o.id, o.cancelled_time, ${dayOf(sql`o.cancelled_time`)}, ${hourOf(sql`o.cancelled_time`)},
           o.total_cents - coalesce((select sum(r.amount_cents) from refunds r where r.bill_id = o.bill_id and r.order_id = o.id and ${TAKES_BACK}), 0),
           null, true, ${order}
    from orders o join locations l on l.id = o.location_id
    where o.status = 'cancelled' and o.location_id = ${anyLocationOf(scope)} and ${isWithin(sql`o.cancelled_time`, scope)} and ${IS_SOLD}`;
}

/** The orders that were cancelled in the period, whenever they were placed. */
export function cancelledOrders(scope: ReportScope): RawBuilder<unknown> {
  return sql`
    select o.id as order_id, o.cancelled_time as at, ${dayOf(sql`o.cancelled_time`)} as day, o.total_cents as amount
    from orders o join locations l on l.id = o.location_id
    where o.status = 'cancelled' and o.location_id = ${anyLocationOf(scope)} and ${isWithin(sql`o.cancelled_time`, scope)}`;
}

/**
 * What each bill that was sold in the period still owed at its end, and what moved in the period for other bills. Reads
 * the tables of `sharedRows`. Payments without a bill have a balance for each time at which they moved. Money for gift
 * cards is left out: it has a figure of its own.
 */
function balancesOfBills(scope: ReportScope): RawBuilder<unknown> {
  return sql`
    select m.bill_id, sum(m.amount) as amount, bool_or(m.is_sale) as is_sale, min(m.at) as at, min(m.day) as day
    from (
      select bill_id, total::bigint as amount, true as is_sale, at, day from sold_orders
      union all select bill_id, -amount, false, at, day from (${salesTakenBack(scope)}) t
      union all select bill_id, -amount, false, at, day from payments_of_days where not bought_gift_card
      union all select bill_id, amount, false, at, day from refunds_paid where not bought_gift_card
    ) m
    group by m.bill_id, case when m.bill_id is null then m.at end having sum(m.amount) <> 0`;
}

/** All rows as common table expressions, so that a query that needs them for several figures reads them once. */
export function sharedRows(scope: ReportScope): RawBuilder<unknown> {
  const orders = sql`table sold_orders`;
  return sql`
    sold_orders as (${soldOrders(scope)}),
    sold_lines as (${soldLines(scope, orders)}),
    sold_charges as (${soldCharges(scope, orders)}),
    sold_taxes as (${soldTaxes(scope, orders)}),
    option_sales as (${optionSales(scope, sql`table sold_lines`)}),
    payments_of_days as (${paymentsOfDays(scope)}),
    payments_received as (${withBillTips(sql`table payments_of_days`)}),
    refunds_paid as (${refundsPaid(scope)}),
    cancelled_orders as (${cancelledOrders(scope)}),
    balances_of_bills as (${balancesOfBills(scope)})`;
}
