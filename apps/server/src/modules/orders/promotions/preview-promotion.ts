import type { ResponseOf, ValidatedInput } from '@tiffin/contract';
import { addCents, cents, localDate, subtractCents, toDollars, ZERO, type Cents } from '@tiffin/domain/core';
import { deliveryCharge } from '@tiffin/domain/delivery';
import { addDays } from '@tiffin/domain/hours';
import { promotionDiscounts, promotionProblem, type OfferedLine, type Promotion } from '@tiffin/domain/order';
import { applyDiscounts } from '@tiffin/domain/pricing';
import { sql } from 'kysely';
import type { Context } from '../../../context.ts';
import type { OrderRow } from '../../../platform/db/order-row.ts';
import { readSite } from '../../locations/restaurant/site.ts';

const WEEKS = 8;
const WEEK_DAYS = 7;
const BATCH_SIZE = 2000;

interface PastOrder extends Pick<OrderRow, 'id' | 'location_id' | 'order_type' | 'order_time'> {
  /** Where the next batch begins. */
  readonly position: string;
  readonly zone: string;
  readonly ordered_for: Date;
  readonly business_date: string;
  readonly fee: number;
  readonly is_first: boolean;
  /** The account, phone number or address of the guest. */
  readonly person: string | null;
  /** Item, category, list price and quantity of each line. */
  readonly lines: readonly (readonly [id: string, category: string, price: number, quantity: number])[];
}

/**
 * Calculates with the rules of checkout what a promotion would have taken off the orders of the last weeks. Its limits apply
 * as if it had begun eight weeks ago; other offers of these orders are ignored.
 */
export async function previewPromotion(
  context: Context,
  { conditions, effect, limit, perPerson }: ValidatedInput<'previewPromotion'>['body'],
): Promise<ResponseOf<'previewPromotion'>> {
  const promotion: Promotion = {
    id: 'preview',
    name: '',
    code: null,
    conditions,
    effect,
    from: null,
    until: null,
    isLimited: false,
  };
  const isForFirstOrders = conditions.some(({ kind }) => kind === 'first-order');
  const uses = new Map<string, number>();
  let orders = 0;
  const costs: Cents[] = Array.from({ length: WEEKS }, () => ZERO);
  const { timeZone } = await readSite(context.db);
  const today = localDate(context.clock.now(), timeZone);
  const weekStarts = costs.map((_, week) => addDays(today, (week - WEEKS) * WEEK_DAYS));
  for (let after: PastOrder | null = null; ;) {
    const batch = await readPastOrders(context, weekStarts[0] ?? today, after);
    for (const order of batch) {
      if (limit && orders >= limit) break;
      const off = amountOff(promotion, order);
      const person = order.person ?? order.id;
      const used = uses.get(person) ?? 0;
      if (off === 0 || (isForFirstOrders && !order.is_first) || (perPerson && used >= perPerson)) continue;
      uses.set(person, used + 1);
      orders++;
      const latestStart = weekStarts.findLastIndex((start) => start <= order.business_date);
      const week = Math.max(0, latestStart);
      costs[week] = addCents(costs[week] ?? ZERO, off);
    }
    if (batch.length < BATCH_SIZE) break;
    after = batch.at(-1) ?? null;
  }
  return {
    cost: toDollars(addCents(...costs)),
    orders,
    weeks: weekStarts.map((from, week) => ({ from, cost: toDollars(costs[week] ?? ZERO) })),
  };
}

/** A batch of the orders since a day, oldest first, after the last one of the batch before. */
async function readPastOrders({ db }: Context, since: string, after: PastOrder | null): Promise<PastOrder[]> {
  const isLater = after ? sql`(o.order_time, o.id) > (${after.position}::timestamptz, ${after.id})` : sql`true`;
  const { rows } = await sql<PastOrder>`
    select o.id, o.order_time::text as position, o.location_id, o.order_type, o.order_time, coalesce(o.wanted_for, o.order_time) as ordered_for,
      o.business_date::text as business_date, l.time_zone as zone, coalesce(o.user_id, o.customer_phone, o.customer_email) as person,
      coalesce((select sum(c.amount_cents) from order_charges c where c.bill_id = o.bill_id and c.kind = 'delivery'), 0)::int as fee,
      not exists (
        select from orders e where e.order_time < o.order_time and e.status <> 'cancelled' and e.user_id = o.user_id
        union all
        select from orders e where e.order_time < o.order_time and e.status <> 'cancelled' and e.customer_phone = o.customer_phone
        union all
        select from orders e where e.order_time < o.order_time and e.status <> 'cancelled' and e.user_id is null
          and e.customer_email = o.customer_email
      ) as is_first,
      (select jsonb_agg(jsonb_build_array(i.item_id, i.category, coalesce(i.unit_list_cents, i.unit_price_cents), i.quantity) order by i.line)
        from order_items i where i.order_id = o.id) as lines
    from orders o join locations l on l.id = o.location_id
    where o.business_date >= ${since}::date and o.status <> 'cancelled' and ${isLater}
    order by o.order_time, o.id limit ${BATCH_SIZE}
  `.execute(db);
  return rows;
}

function amountOff(promotion: Promotion, order: PastOrder): Cents {
  const lines = (order.lines ?? []).map(([id, category, price, quantity]): OfferedLine => ({
    id,
    category,
    unitPrice: cents(price),
    quantity,
  }));
  const moment = {
    now: order.order_time,
    orderedFor: order.ordered_for,
    zone: order.zone,
    locationId: order.location_id,
    service: order.order_type,
  };
  if (promotionProblem(promotion, lines, moment) !== null) return ZERO;
  const charges = deliveryCharge(cents(order.fee));
  const { adjustments } = applyDiscounts(lines, promotionDiscounts(promotion, lines, charges), charges);
  return subtractCents(ZERO, addCents(...adjustments.map(({ amount }) => amount)));
}
