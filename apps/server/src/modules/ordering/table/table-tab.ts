import type { ResponseOf } from '@tiffin/contract';
import { addCents, cents, toDollars, ZERO, type Cents } from '@tiffin/domain/core';
import { GUEST_TIP_PRESETS, lineNet } from '@tiffin/domain/pricing';
import { costOfLines, keyOfLine, lineCosts, paidPortions } from '@tiffin/domain/tabs';
import type { Context } from '../../../context.ts';
import type { OrderRow } from '../../../platform/db/order-row.ts';
import { readSittingAt } from '../../floor/sittings.ts';
import { callsAnswer } from '../../floor/table-calls.ts';
import { readGuests, partyLeft, requireTableGuest } from '../../floor/table-guests.ts';
import { readTableRounds, type TableRoundRow } from '../../floor/table-rounds.ts';
import { toOpenBill, type PaymentRow } from '../../ledger/ledger.ts';
import { taxationAt } from '../../locations/location-answer.ts';
import { readLocation } from '../../locations/queries.ts';
import { pricedLineOf } from '../../orders/order-parts.ts';
import { billToSplit } from '../tabs/split-bill.ts';
import { readTableBills, sumLeft, tablePayments, unpaidLines, type TableBill } from './table-bills.ts';

type TableTab = ResponseOf<'getTableTab'>;
type TableRound = TableTab['rounds'][number];

/** What the party of a phone ordered, paid and owes. It says nothing about allergies. */
export async function showTableTab(context: Context, token: string): Promise<TableTab> {
  const { db } = context;
  const guest = await requireTableGuest(context, db, token);
  const { sittingId, guestId, locationId, tableId } = guest;
  const sitting = await readSittingAt(db, tableId);
  const location = await readLocation(db, locationId);
  if (sitting?.id !== sittingId || !location) throw partyLeft();
  const [bills, sent, guests] = [
    await readTableBills(db, sittingId),
    await readTableRounds(db, sittingId),
    await readGuests(db, sittingId),
  ];
  const names = new Map(guests.map(({ id, name }) => [id, name]));
  const guestOf = new Map(
    sent.flatMap((round) => round.order_ids.map((orderId) => [orderId, round.guest_id] as const)),
  );
  const ownOrders = new Set([...guestOf].flatMap(([orderId, id]) => (id === guestId ? [orderId] : [])));
  const free = bills.map((bill) => withoutPagesOf(bill, guestId));
  const next = free.find(({ left }) => left > 0);
  const mine = next ? unpaidLines(next, ownOrders) : [];
  const opens = bills.map(({ ledger }) => toOpenBill(ledger));
  const sum = (of: (open: (typeof opens)[number]) => Cents) => toDollars(addCents(...opens.map(of)));
  const isWithTax = taxationAt(location, context.clock.now()).tipBase === 'with-tax';
  return {
    tableName: sitting.table_name,
    locationId,
    billId: next?.id ?? bills.at(-1)?.id ?? null,
    isOver: false,
    guests: guests.map(({ id, name }) => ({ guestId: id, name, isYou: id === guestId })),
    rounds: [
      ...free.flatMap((bill) => {
        const costs = lineCosts(billToSplit(bill.rounds));
        return bill.rounds.map((order) => orderAnswer(bill, costs, order, guestOf.get(order.id) ?? null));
      }),
      ...sent.filter(({ state }) => state !== 'sent').map(unsentAnswer),
    ].toSorted((a, b) => (a.at < b.at ? -1 : 1)),
    due: {
      total: sum(({ total }) => total),
      paid: sum(({ paid }) => paid),
      reserved: sum(({ held }) => held),
      due: toDollars(sumLeft(bills)),
    },
    payments: await paymentsAnswer(context, bills, names, next?.id),
    amounts: { mine: toDollars(next ? costOfMine(next, mine) : ZERO), rest: toDollars(next?.left ?? ZERO) },
    mine,
    calls: callsAnswer(sitting.calls),
    tipChoices: location.asks_tips === false ? [] : [...(location.guest_tip_percents ?? GUEST_TIP_PRESETS)],
    tipOnShare: next && !isWithTax ? 1 - next.ledger.bill.tax_cents / Math.max(1, next.ledger.bill.total_cents) : 1,
  };
}

/** A bill as a phone may pay it: paying anew gives its open page up, so what that page holds is free for it. */
function withoutPagesOf({ left, ...bill }: TableBill, guestId: string): TableBill {
  const isOwn = ({ status, at_table: atTable }: PaymentRow) => status === 'pending' && atTable?.guestId === guestId;
  const held = bill.payments.filter(isOwn).map((row) => cents(row.amount_cents));
  return { ...bill, payments: bill.payments.filter((row) => !isOwn(row)), left: addCents(left, ...held) };
}

function costOfMine(bill: TableBill, mine: ReturnType<typeof unpaidLines>): Cents {
  const cost = costOfLines(billToSplit(bill.rounds), tablePayments(bill), mine);
  return cost.ok ? cents(Math.min(cost.value, bill.left)) : ZERO;
}

/** An order of a bill. All its dishes are paid once nothing is due or being paid of the bill. */
function orderAnswer(
  bill: TableBill,
  costs: ReturnType<typeof lineCosts>,
  order: OrderRow,
  guestId: string | null,
): TableRound {
  const payments = tablePayments(bill);
  const ended = tablePayments({ ...bill, payments: bill.payments.filter(({ status }) => status !== 'pending') });
  const { total, paid } = toOpenBill(bill.ledger);
  return {
    roundId: order.id,
    guestId,
    at: order.order_time.toISOString(),
    state: 'sent',
    status: order.status,
    isHeld: order.held_at !== null,
    orderId: order.id,
    items: order.items.map((item) => {
      const { line, quantity } = item;
      const portionsOf = (of: typeof payments) =>
        paid >= total ? quantity : Math.min(quantity, paidPortions(of, { orderId: order.id, line }));
      return {
        orderId: order.id,
        line,
        menuItemId: item.item_id,
        name: item.name,
        quantity,
        total: toDollars(lineNet(pricedLineOf(item))),
        withTax: toDollars(costs.get(keyOfLine({ orderId: order.id, line })) ?? ZERO),
        guestId,
        paidQuantity: portionsOf(payments),
        isPaid: portionsOf(ended) >= quantity,
        course: item.course ?? undefined,
      };
    }),
  };
}

/** A round that waits for staff, or that they refused. */
function unsentAnswer({ id, guest_id: guestId, at, state, why, request }: TableRoundRow): TableRound {
  return {
    roundId: id,
    guestId,
    at: at.toISOString(),
    state: state === 'waiting' ? 'waits-for-staff' : 'refused',
    status: null,
    isHeld: false,
    orderId: null,
    why: why ?? undefined,
    items: (request?.shown ?? []).map(({ name, quantity, total }, index) => ({
      orderId: '',
      line: index + 1,
      menuItemId: request?.items[index]?.id,
      name,
      quantity,
      total: toDollars(total),
      guestId,
      paidQuantity: 0,
      isPaid: false,
    })),
  };
}

async function paymentsAnswer(
  { db }: Context,
  bills: readonly TableBill[],
  names: ReadonlyMap<string, string>,
  nextBillId: string | undefined,
): Promise<TableTab['payments']> {
  const payments = bills.flatMap((bill) => bill.payments);
  const sessionIds = payments.flatMap(({ status, session_id: id }) => (status === 'pending' && id ? [id] : []));
  const pages = await db
    .selectFrom('payment_sessions')
    .select(['id', 'expires_at'])
    .where('id', '=', (eb) => eb.fn.any(eb.val(sessionIds)))
    .execute();
  return payments.map((row) => ({
    name: names.get(row.at_table?.guestId ?? '') ?? '',
    amount: toDollars(cents(row.amount_cents)),
    tip: toDollars(cents(row.tip_cents)),
    state: row.status === 'pending' ? 'open' : 'paid',
    until: pages.find(({ id }) => id === row.session_id)?.expires_at.toISOString(),
    of: row.bill_id === nextBillId ? row.at_table?.of : undefined,
  }));
}
