import { sql } from 'kysely';
import type { Db } from '../../../../platform/db/connection.ts';
import type { Random } from '../../../../testing/random.ts';

export interface HistoryOrder {
  readonly id: string;
  readonly location: string;
  readonly at: Date;
  readonly cancelledAt: Date | null;
  readonly lines: readonly { list: number; price: number; quantity: number; net: number; taxClass: string }[];
  readonly fee: number;
  readonly taxes: readonly { code: string; rate: number; classes: string[] | null; base: number; amount: number }[];
  readonly tip: number;
  readonly total: number;
  readonly payments: readonly Move[];
  readonly refunds: readonly Move[];
}

interface Move {
  readonly at: Date;
  readonly amount: number;
  readonly tip: number;
  readonly rounding: number;
  readonly tender: 'cash' | 'terminal' | 'online' | 'gift-card';
  readonly of?: number;
}

const HOUR = 3_600_000;
const later = (at: Date, hours: number) => new Date(at.getTime() + hours * HOUR);
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** Orders with several taxes, discounts, fees, split payments, tips, cash rounding, refunds and cancellations. */
export async function insertHistory(
  db: Db,
  random: Random,
  start: string,
  count: number,
  first = 0,
): Promise<HistoryOrder[]> {
  const history = Array.from({ length: count }, (_, at) => newOrder(random, start, first + at));
  for (const order of history) await insertOrder(db, order);
  return history;
}

function newOrder(random: Random, start: string, number: number): HistoryOrder {
  // Many orders are close to the end of a business day, which is 07:00Z or 08:00Z in Halifax.
  const hours = random.chance(50) ? random.int(0, 7) * 24 + random.pick([3, 4, 5, 6, 7, 8]) : random.int(0, 180);
  const at = new Date(new Date(`${start}T00:00:00Z`).getTime() + hours * HOUR + random.int(0, 59) * 60_000);
  const lines = Array.from({ length: random.int(1, 3) }, () => {
    const list = random.int(0, 2500);
    const price = random.chance(20) ? Math.floor(list * 0.9) : list;
    const quantity = random.int(1, 3);
    const off = random.chance(20) ? random.int(0, price * quantity) : 0;
    return { list, price, quantity, net: price * quantity - off, taxClass: random.pick(['meal', 'liquor']) };
  });
  const fee = random.chance(25) ? random.int(100, 700) : 0;
  const taxes = taxesOf(random, lines, fee);
  const tip = random.chance(40) ? random.int(1, 900) : 0;
  const total = sum(lines.map(({ net }) => net)) + fee + sum(taxes.map(({ amount }) => amount)) + tip;
  const payments = random.chance(85) && total > 0 ? paymentsOf(random, at, total) : [];
  const isCancelled = random.chance(20);
  const cancelledAt = isCancelled ? later(at, random.pick([1, 6, 30])) : null;
  const refunds = payments.length > 0 ? refundsOf(random, payments, cancelledAt) : [];
  const id = `TRU-20261101-${String(number).padStart(5, '0')}`;
  const location = random.pick(['truro', 'new-glasgow']);
  return { id, location, at, cancelledAt, lines, fee, taxes, tip, total, payments, refunds };
}

function taxesOf(random: Random, lines: HistoryOrder['lines'], fee: number): HistoryOrder['taxes'] {
  const all = sum(lines.map(({ net }) => net)) + fee;
  const tax = (code: string, rate: number, base: number, classes: string[] | null) => ({
    code,
    rate,
    classes,
    base,
    amount: Math.floor((base * rate + 50_000) / 100_000),
  });
  if (random.chance(50)) return [tax('HST', 14_000, all, null)];
  const liquor = sum(lines.filter(({ taxClass }) => taxClass === 'liquor').map(({ net }) => net));
  return [tax('GST', 5000, all, null), ...(liquor > 0 ? [tax('PST', 10_000, liquor, ['liquor'])] : [])];
}

function paymentsOf(random: Random, at: Date, total: number): Move[] {
  const first = random.chance(70) ? total : random.int(1, total);
  const when = later(at, random.pick([0, 0, 0, 2, 20, 40]));
  const cash = (amount: number): Move => {
    const rounding = [0, -1, -2, 2, 1][amount % 5] ?? 0;
    return { at: when, amount, tip: 0, rounding, tender: 'cash' };
  };
  const card = (amount: number): Move => {
    const tip = random.chance(30) ? random.int(1, 500) : 0;
    return { at: when, amount, tip, rounding: 0, tender: random.pick(['terminal', 'online', 'gift-card']) };
  };
  const parts = first === total || random.chance(10) ? [first] : [first, total - first];
  return parts.map((amount) => (random.chance(40) ? cash(amount) : card(amount)));
}

/** A cancelled order is refunded in full. Others are refunded in full, in part, or in two steps on different days. */
function refundsOf(random: Random, payments: readonly Move[], cancelledAt: Date | null): Move[] {
  const [payment] = payments;
  if (!payment) return [];
  const whole = (move: Move, of: number, at: Date): Move => ({ ...move, at, of });
  if (cancelledAt !== null) {
    const early = later(payment.at, 0.5);
    const amount = early < cancelledAt && random.chance(40) ? random.int(0, payment.amount - 1) : 0;
    const tip = amount > 0 ? random.int(0, payment.tip) : 0;
    const part: Move = { ...payment, at: early, amount, tip, rounding: 0, of: 0 };
    const rest = payments.map((each, of) =>
      whole(each, of, later(cancelledAt > each.at ? cancelledAt : each.at, random.pick([0, 0, 25]))),
    );
    return amount === 0
      ? rest
      : [
          part,
          ...rest.map((each) =>
            each.of === 0 ? { ...each, amount: each.amount - amount, tip: each.tip - tip } : each,
          ),
        ];
  }
  if (!random.chance(35)) return [];
  const soon = later(payment.at, random.pick([1, 12, 30]));
  if (random.chance(40)) return payments.map((each, of) => whole(each, of, soon));
  if (payment.amount < 2) return [];
  const amount = random.int(1, payment.amount - 1);
  const tip = random.int(0, payment.tip);
  const part: Move = { ...payment, at: soon, amount, tip, rounding: 0, of: 0 };
  const left = { amount: payment.amount - amount, tip: payment.tip - tip };
  const rest = { ...payment, at: later(soon, random.pick([1, 30])), ...left, of: 0 };
  return random.chance(50) ? [part] : [part, rest];
}

async function insertOrder(db: Db, order: HistoryOrder): Promise<void> {
  const { id, location, at, cancelledAt, lines, fee, taxes, tip, total } = order;
  const subtotal = sum(lines.map(({ price, quantity }) => price * quantity));
  const discount = subtotal - sum(lines.map(({ net }) => net));
  const tax = sum(taxes.map(({ amount }) => amount));
  const isPlain = taxes.length === 1 && taxes[0]?.code === 'HST' && discount === 0 && fee === 0;
  const label = taxes.map(({ code }) => code).join(' + ');
  const refunded = sum(order.refunds.map(({ amount }) => amount));
  await sql`
    insert into orders (id, location_id, status, payment_status, payment_method, order_type, subtotal_cents, discount_cents,
      charges_cents, tax_cents, tip_cents, total_cents, refunded_cents, tax_rate, tax_label, item_count, customer_name,
      order_time, business_date, estimated_ready, receipt_token, has_parts, cancelled_time, admin_created)
    values (${id}, ${location}, ${cancelledAt === null ? 'completed' : 'cancelled'}, 'paid', 'cash', 'pickup', ${subtotal}, ${discount},
      ${fee}, ${tax}, ${tip}, ${total}, ${refunded}, 14000, ${label}, 1, 'Somebody',
      ${at}, (${at}::timestamptz at time zone 'America/Halifax')::date, ${at}, ${id}, ${!isPlain}, ${cancelledAt}, ${total % 2 === 0})
  `.execute(db);
  await db
    .insertInto('order_items')
    .values(
      lines.map(({ list, price, quantity, net, taxClass }, index) => ({
        order_id: id,
        line: index + 1,
        item_id: `dish-${list % 4}`,
        name: 'Dish',
        unit_price_cents: price,
        unit_list_cents: list === price ? null : list,
        net_cents: net === price * quantity ? null : net,
        quantity,
        category: `category-${list % 3}`,
        tax_class: taxClass === 'meal' ? null : ('liquor' as const),
      })),
    )
    .execute();
  if (!isPlain) await insertParts(db, order);
  await insertMoney(db, order);
}

async function insertParts(db: Db, { id, taxes, fee }: HistoryOrder): Promise<void> {
  await db
    .insertInto('bill_taxes')
    .values(
      taxes.map(({ code, rate, classes, base, amount }, index) => ({
        bill_id: id,
        position: index + 1,
        code,
        label: code,
        rate,
        classes: classes as never,
        base_cents: base,
        amount_cents: amount,
      })),
    )
    .execute();
  if (fee === 0) return;
  const charge = { bill_id: id, position: 1, kind: 'delivery', amount_cents: fee, tax_class: 'charge' } as const;
  await db.insertInto('order_charges').values(charge).execute();
}

async function insertMoney(db: Db, { id, location, payments, refunds }: HistoryOrder): Promise<void> {
  for (const [index, { at, amount, tip, rounding, tender }] of payments.entries()) {
    await db
      .insertInto('payments')
      .values({
        id: `${id}-p${index}`,
        order_id: id,
        bill_id: id,
        location_id: location,
        provider: { online: 'sandbox', 'gift-card': 'gift-card', cash: 'till', terminal: 'till' }[tender],
        gift_card_id: tender === 'gift-card' ? 'card' : null,
        processed_by: tender === 'online' ? null : ['Mia', 'Noor'][index % 2],
        method: tender === 'terminal' ? 'manual' : tender,
        tender: tender === 'online' ? null : tender,
        status: 'succeeded',
        amount_cents: amount,
        tip_cents: tip,
        cash_rounding_cents: rounding,
        created_at: at,
        captured_at: at,
      })
      .execute();
  }
  for (const [index, { at, amount, tip, rounding, tender, of }] of refunds.entries()) {
    await db
      .insertInto('refunds')
      .values({
        id: `${id}-r${index}`,
        payment_id: `${id}-p${of ?? 0}`,
        order_id: id,
        bill_id: id,
        location_id: location,
        status: 'succeeded',
        method: tender === 'cash' ? 'cash' : 'manual',
        amount_cents: amount,
        tip_cents: tip,
        cash_rounding_cents: rounding,
        reason: 'test',
        idempotency_key: `${id}-r${index}`,
        requested_at: at,
        settled_at: at,
      })
      .execute();
  }
}
