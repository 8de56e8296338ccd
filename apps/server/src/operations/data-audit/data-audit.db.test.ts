import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { transaction } from '../../platform/db/transaction.ts';
import { bookingOf } from '../../testing/bookings.ts';
import { payloadMaker } from '../../testing/order-payload.ts';
import { tillOf } from '../../testing/payments.ts';
import { SITE_KEY, testServer, type Caller } from '../../testing/server.ts';
import { auditData, auditInTransaction, auditLines, RULES, type BrokenRule } from './audit-data.ts';
import { findUnsettledMoney } from '../../testing/unsettled-money.ts';

const server = await testServer({ env: { RATE_LIMITS: '0' } });
const { context } = server;
const till = tillOf(server);
const guest = await server.signIn('customer@demo.test');
const manager = await server.signIn('manager.truro@demo.test');
const payload = await payloadMaker(server);

async function placed(as: Caller): Promise<string> {
  const body = { ...payload() };
  const key = { 'idempotency-key': crypto.randomUUID() };
  const answer = await server.call('createCustomerOrderCash', { body }, { ...as, ...key });
  if (!answer.body.success) throw new Error(answer.body.error);
  return answer.body.orderId;
}

async function done(name: 'updateOrderStatus' | 'processOrderPayment' | 'cancelOrder', body: object): Promise<void> {
  const answer = await server.fetch(
    `/api/${name}`,
    { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
    manager,
  );
  if (!answer.ok) throw new Error(`${name}: ${answer.status} ${await answer.text()}`);
}

async function served(orderId: string): Promise<void> {
  for (const status of ['preparing', 'ready', 'completed'] as const) {
    await done('updateOrderStatus', { orderId, status });
  }
}

async function paidByCard(as: Caller): Promise<string> {
  const session = await till.start(as);
  await till.pay(session.paymentUrl);
  await till.deliver();
  const found = await server.call('getOrderBySessionId', { body: { sessionId: session.sessionId } }, as);
  return found.body.orderId ?? '';
}

// A small evening: cash and card orders, served, refunded in part and in full, cancelled, a correction and tables.
const cash = await placed(guest);
await served(cash);
await done('processOrderPayment', { orderId: cash });
await placed(SITE_KEY);
const card = await paidByCard(guest);
await served(card);
const unwanted = await paidByCard(guest);
await done('cancelOrder', { orderId: unwanted });
await till.deliver();
for (const time of ['18:00', '19:00']) await server.call('createReservation', { body: bookingOf({ time }) }, SITE_KEY);
await server.settle();

test('after an evening all rules hold and no work is pending', async () => {
  const audit = await auditData(context);
  expect(audit.broken).toEqual([]);
  expect(audit.checkedCounts).toMatchObject({ orders: 4, bookings: 2 });
  expect(auditLines(audit)).toEqual([
    expect.stringMatching(/^Everything adds up: \d+ rules over 4 orders, \d+ payments, 2 bookings, \d+ messages\.$/),
  ]);
  expect(await findUnsettledMoney(context.db)).toEqual({ events: 0, payments: 0, refunds: 0 });
});

test('pending work is reported as pending and breaks no rule', async () => {
  await placed(guest);
  const session = await till.start(guest);
  await till.pay(session.paymentUrl);
  expect((await auditData(context)).broken).toEqual([]);
  const way = await findUnsettledMoney(context.db);
  expect(way.payments).toBe(1);
  expect(way.events).toBeGreaterThan(0);
  await till.deliver();
  await server.settle();
  expect(await findUnsettledMoney(context.db)).toEqual({ events: 0, payments: 0, refunds: 0 });
});

class PutBack extends Error {}

/** Runs the audit after a change that is rolled back. */
async function auditAfter(changes: readonly string[]): Promise<readonly BrokenRule[]> {
  let broken: readonly BrokenRule[] = [];
  await transaction(context.db, async (tx) => {
    for (const change of changes) await sql.raw(change).execute(tx);
    ({ broken } = await auditInTransaction(tx, context.clock.now()));
    throw new PutBack();
  }).catch((error: unknown) => {
    if (!(error instanceof PutBack)) throw error;
  });
  return broken;
}

const anOrder = `(select id from orders where status = 'pending' and payment_status = 'unpaid' order by id limit 1)`;
const theGuest = `(select id from users where email = 'customer@demo.test')`;

/** Triggers maintain the bills and would refuse these changes. */
const FREE_OF_TRIGGERS = 'alter table payments disable trigger user';

/** Parties at tables of a plan, without the reference that would refuse another location. */
const sittingsAt = (...tableIds: readonly string[]) => [
  'alter table sittings drop constraint sittings_location_id_table_id_fkey',
  `insert into floor_tables (id, location_id, name, seats, x, y, width, height, shape) values ('t1', 'truro', '1', 4, 0, 0, 80, 80, 'circle')`,
  ...tableIds.map(
    (id, index) => `insert into sittings (id, location_id, table_id, party_size, seated_at, table_since)
      values ('s${index}', 'truro', '${id}', 2, now(), now())`,
  ),
];

const aDrawer = `insert into drawers (id, location_id, name, kind) values ('d1', 'truro', 'Till 1', 'till')`;
const anOpenShift = `insert into drawer_shifts (id, drawer_id, location_id, number, opened_at, float_cents)
  values ('s1', 'd1', 'truro', 1, '2000-01-01', 0)`;

/** Counted on the day after the closing No. 1 that lists it. */
const aClosedShift = `insert into drawer_shifts (id, drawer_id, location_id, number, state, opened_at, float_cents,
    closed_at, counted_cents, expected_cents, difference_cents, left_cents, closing)
  values ('s1', 'd1', 'truro', 1, 'closed', '2026-11-21T08:00:00Z', 0, '2026-11-21T09:00:00Z', 0, 0, 0, 0, 1)`;

/** One manipulation for each error that the audit can detect. */
const tampered: readonly { what: string; rule: RegExp; changes: readonly string[] }[] = [
  {
    what: 'a line is lost',
    rule: /add up to its subtotal/,
    changes: [`delete from order_items where order_id = ${anOrder} and line = 1`],
  },
  {
    what: 'a counter says other than its moves',
    rule: /less what payment pages reserve/,
    changes: [`insert into stock (location_id, item_id, left_count) values ('truro', 'mango-lassi', 3)`],
  },
  {
    what: 'a counted drawer expects another sum',
    rule: /its float and its entries/,
    changes: [
      aDrawer,
      `insert into drawer_shifts (id, drawer_id, location_id, number, opened_at, float_cents, state, closed_at,
         counted_cents, expected_cents, difference_cents, left_cents)
       values ('s1', 'd1', 'truro', 1, '2000-01-01', 100, 'closed', '2000-01-02', 150, 150, 0, 150)`,
    ],
  },
  {
    what: 'a drawer has a sale that nobody paid',
    rule: /is a cash payment or refund of its location/,
    changes: [
      aDrawer,
      anOpenShift,
      `insert into drawer_entries (id, drawer_id, shift_id, kind, amount_cents, payment_id, done_at, at)
       values ('e1', 'd1', 's1', 'sale', 100, 'nobody', now(), now())`,
    ],
  },
  {
    what: 'cash is in no drawer although one was open',
    rule: /while its location had an open drawer/,
    changes: [
      FREE_OF_TRIGGERS,
      aDrawer,
      anOpenShift,
      `update payments set method = 'cash' where location_id = 'truro' and status = 'succeeded'`,
    ],
  },
  {
    what: 'a closing is missing',
    rule: /numbered without gaps/,
    changes: [
      `insert into closings (location_id, number, business_day, at, content, previous_hash, hash)
       values ('truro', 2, '2026-11-20', now(), '{}', '', '')`,
    ],
  },
  {
    what: 'a closing lists a drawer of a later day',
    rule: /opened after its day/,
    changes: [
      aDrawer,
      `insert into closings (location_id, number, business_day, at, content, previous_hash, hash)
       values ('truro', 1, '2026-11-20', now(), '{"shifts": [{"number": 1}]}', repeat('0', 64),
         encode(sha256(convert_to(repeat('0', 64) || chr(10) || '{"shifts": [{"number": 1}]}', 'UTF8')), 'hex'))`,
      aClosedShift,
    ],
  },
  {
    what: 'two parties are at one table',
    rule: /one table at the same time/,
    changes: ['alter table sittings drop constraint sittings_one_at_a_time', ...sittingsAt('t1', 't1')],
  },
  {
    what: 'two bookings have one table',
    rule: /no two bookings have one table/,
    changes: [
      'alter table table_plans drop constraint table_plans_one_at_a_time',
      ...sittingsAt('t1'),
      `insert into table_plans (reservation_id, table_id, starts_at, ends_at)
       select id, 't1', now(), now() + interval '1 hour' from reservations where location_id = 'truro' limit 2`,
    ],
  },
  {
    what: 'a party is at a table of another location',
    rule: /at a table of its location/,
    changes: [...sittingsAt('t1'), `update sittings set location_id = 'new-glasgow'`],
  },
  {
    what: 'a reservation names another table than that of its party',
    rule: /names the table where its party sits/,
    changes: [
      ...sittingsAt('t1'),
      `update reservations set status = 'seated', table_number = '2'`,
      `update sittings set reservation_id = (select id from reservations where location_id = 'truro' limit 1)`,
    ],
  },
  {
    what: 'a tax of a tab is off',
    rule: /rounded once over all rounds/,
    changes: [
      `update bills set opened_at = now() where id = ${anOrder}`,
      `update orders set tax_cents = tax_cents + 1, total_cents = total_cents + 1 where id = ${anOrder}`,
    ],
  },
  {
    what: 'a held course is being made',
    rule: /held course is neither started/,
    changes: [`update orders set held_at = now(), status = 'preparing' where id = ${anOrder}`],
  },
  {
    what: 'a merged tab has a round',
    rule: /a merged tab has none/,
    changes: [`update bills set opened_at = now(), merged_into = 'other' where id = ${anOrder}`],
  },
  {
    what: 'a party has two tabs',
    rule: /one bill that takes rounds/,
    changes: [`update bills set opened_at = now(), sitting_id = 's1' where state = 'open'`],
  },
  {
    what: 'a discount by staff that nobody gave',
    rule: /every discount by staff was given for its bill/,
    changes: [
      `insert into adjustments (bill_id, position, line, kind, source_id, label, amount_cents)
       select ${anOrder}, 99, 1, 'discount', 'nobody', 'Discount', -100`,
    ],
  },
  {
    what: 'a line returns more portions than it took',
    rule: /returned more portions/,
    changes: [
      `insert into stock_moves (location_id, item_id, amount, kind, order_id, line, order_version, at)
       values ('truro', 'mango-lassi', 1, 'return', ${anOrder}, 1, 2, now())`,
    ],
  },
  {
    what: 'a kitchen slot counts an order that does not exist',
    rule: /counts its orders and payment pages/,
    changes: [
      `insert into kitchen_slots (location_id, service, starts_at, orders, units) values ('truro', '', '2026-11-20T22:00:00Z', 1, 3)`,
    ],
  },
  {
    what: 'a cancelled order keeps its place',
    rule: /cancelled order holds a kitchen slot/,
    changes: [
      `insert into kitchen_slots (location_id, service, starts_at, orders, units) values ('truro', '', '2026-11-20T22:00:00Z', 1, 3)`,
      `insert into slot_takes (location_id, service, starts_at, units, order_id)
       select 'truro', '', '2026-11-20T22:00:00Z', 3, id from orders where status = 'cancelled' limit 1`,
    ],
  },
  {
    what: 'a promotion counts a use that nobody has',
    rule: /a promotion counts the uses/,
    changes: [
      `insert into promotions (id, name, conditions, effect, used, is_active, created_at, updated_at)
       values ('p', 'Lunch', '[]', '{}', 1, true, now(), now())`,
    ],
  },
  {
    what: 'a cancelled order keeps its use of a promotion',
    rule: /an order with a promotion has one use/,
    changes: [
      `insert into promotions (id, name, conditions, effect, used, is_active, created_at, updated_at)
       values ('p', 'Lunch', '[]', '{}', 1, true, now(), now())`,
      `insert into promotion_uses (promotion_id, order_id, amount_cents, terms, state, at)
       select 'p', id, 100, '{}', 'used', now() from orders where status = 'cancelled' limit 1`,
    ],
  },
  {
    what: 'an order keeps points that are not in the ledger',
    rule: /keeps of the points spent on it/,
    changes: [
      `insert into points_uses (user_id, order_id, points, worth_cents, kept, at)
       select user_id, id, 100, 500, 100, now() from orders where user_id is not null and status <> 'cancelled' limit 1`,
    ],
  },
  {
    what: 'a cancelled order keeps the points that were spent on it',
    rule: /no cancelled or fully refunded order keeps points/,
    changes: [
      `insert into points_uses (user_id, order_id, points, worth_cents, kept, at)
       select 'nobody', id, 100, 500, 100, now() from orders where status = 'cancelled' limit 1`,
    ],
  },
  {
    what: 'a gift card has more on it than its entries',
    rule: /what is on a gift card is the sum of its entries/,
    changes: [
      `insert into gift_cards (id, code_hash, last4, balance_cents, location_id, created_at) values ('g', 'h', '7Q4K', 500, 'truro', now())`,
    ],
  },
  {
    what: 'a payment with a gift card takes nothing off it',
    rule: /took its amount off the card/,
    changes: [
      `update payments set provider = 'gift-card' where id = (select id from payments where provider = 'till' and status = 'succeeded' limit 1)`,
    ],
  },
  {
    what: 'a list price is off',
    rule: /are its net amount/,
    changes: [`update order_items set unit_list_cents = unit_price_cents + 1 where order_id = ${anOrder}`],
  },
  {
    what: 'a bill has a charge that its order does not have',
    rule: /are its net amount/,
    changes: [
      `insert into order_charges (bill_id, position, kind, amount_cents, tax_class) values (${anOrder}, 1, 'bag', 10, 'charge')`,
    ],
  },
  {
    what: 'a service charge is another percentage',
    rule: /charge by percentage/,
    changes: [
      `insert into order_charges (bill_id, position, kind, amount_cents, tax_class, percent) values (${anOrder}, 1, 'service', 1, 'charge', 15000)`,
    ],
  },
  {
    what: 'a line’s net is off',
    rule: /net amount of every line/,
    changes: [`update order_items set net_cents = 0 where order_id = ${anOrder}`],
  },
  {
    what: 'a tax is rounded otherwise',
    rule: /rounded once/,
    changes: [
      `update orders set has_parts = true where id = ${anOrder}`,
      `insert into bill_taxes (bill_id, position, code, label, rate, base_cents, amount_cents)
       select id, 1, 'HST', 'HST', 14000, subtotal_cents, tax_cents + 1 from orders where id = ${anOrder}`,
    ],
  },
  {
    what: 'a tax is lost',
    rule: /rounded once/,
    changes: [`update orders set has_parts = true where id = ${anOrder}`],
  },
  {
    what: 'a step has no history',
    rule: /step by step/,
    changes: [`update orders set status = 'ready' where id = ${anOrder}`],
  },
  {
    what: 'an answered order is gone',
    rule: /stored response with an order/,
    changes: [
      `update idempotency_keys set answer = answer || '{"orderId": "TRU-20261120-GONE2"}' where answer ? 'orderId'`,
    ],
  },
  {
    what: 'the answered order of a cart is gone',
    rule: /stored response with an order/,
    changes: [
      `update events set data = data || '{"orderId": "TRU-20261120-GONE3"}' where data ? 'orderId'`,
      `update idempotency_keys set answer = null, event_id = (select max(id) from events where data ? 'orderId')
       where answer ? 'orderId'`,
    ],
  },
  {
    what: 'a bill forgets a tip',
    rule: /every bill is the sum/,
    changes: [`update bills set tip_cents = tip_cents - 1, subtotal_cents = subtotal_cents + 1`],
  },
  {
    what: 'an order lost its bill’s sum',
    rule: /every bill is the sum/,
    changes: [`update bills set total_cents = total_cents + 1`],
  },
  {
    what: 'a bill counts money that was not paid',
    rule: /settled when its payments/,
    changes: [`update bills set paid_cents = total_cents where id = ${anOrder}`],
  },
  {
    what: 'a bill was paid too much',
    rule: /never receives more/,
    changes: [FREE_OF_TRIGGERS, `update payments set amount_cents = amount_cents + 1`],
  },
  {
    what: 'a bill of food that is cooked is void',
    rule: /is void when/,
    changes: [`update bills set is_void = true where id = ${anOrder}`],
  },
  {
    what: 'a refund is on another bill',
    rule: /refunds belong to the bill/,
    changes: [`update refunds set bill_id = ${anOrder}`],
  },
  {
    what: 'a payment is on another bill',
    rule: /refunds belong to the bill/,
    changes: [FREE_OF_TRIGGERS, `update payments set bill_id = ${anOrder}`],
  },
  {
    what: 'an order has the number of a device that did not take it',
    rule: /letters of its device/,
    changes: [`update orders set offline_number = 'B-1' where id = ${anOrder}`],
  },
  { what: 'two receipts have one address', rule: /receipt/, changes: [`update orders set receipt_token = 'same'`] },
  {
    what: 'an order is paid twice',
    rule: /never receives more/,
    changes: [
      FREE_OF_TRIGGERS,
      `insert into payments (id, bill_id, order_id, location_id, provider, method, status, amount_cents, created_at, captured_at)
     select 'again', bill_id, order_id, location_id, 'till', 'card', status, amount_cents, created_at, captured_at
     from payments where status = 'succeeded' limit 1`,
    ],
  },
  {
    what: 'a page reserves an amount that is already paid',
    rule: /open payment pages/,
    changes: [
      `insert into payments (id, bill_id, order_id, location_id, provider, method, status, amount_cents, created_at)
     select 'held', bill_id, order_id, location_id, 'sandbox', 'online', 'pending', 1, created_at
     from payments where status = 'succeeded' limit 1`,
    ],
  },
  {
    what: 'a payment is forgotten',
    rule: /payment status/,
    changes: [`update orders set payment_status = 'paid' where id = ${anOrder}`],
  },
  {
    what: 'a refund is forgotten',
    rule: /refunded amount of every order/,
    changes: [`update orders set refunded_cents = 0 where payment_status = 'refunded'`],
  },
  {
    what: 'a refund grows',
    rule: /refunds never exceed/,
    changes: [`update refunds set amount_cents = amount_cents + 1`],
  },
  {
    what: 'more coins go back',
    rule: /cash refunds never exceed/,
    changes: [
      `update payments set method = 'cash' where id in (select payment_id from refunds)`,
      `update refunds set cash_rounding_cents = 5`,
    ],
  },
  {
    what: 'a payment is taken back in part',
    rule: /undone in full/,
    changes: [
      `insert into refunds (id, payment_id, bill_id, order_id, location_id, status, method, amount_cents, reason, idempotency_key,
         requested_at, of_change, is_undo)
       select 'undo', id, bill_id, order_id, location_id, 'succeeded', 'manual', 1, 'wrong', 'undo', created_at, true, true
       from payments where status = 'succeeded' and id not in (select payment_id from refunds) limit 1`,
    ],
  },
  {
    what: 'a cash amount cannot be paid in coins',
    rule: /coins/,
    changes: [
      FREE_OF_TRIGGERS,
      `update payments set cash_rounding_cents = (cash_rounding_cents + 3) % 5 - 2, method = 'cash'`,
      `update payments set amount_cents = amount_cents + 1 where (amount_cents + cash_rounding_cents) % 5 = 0`,
    ],
  },
  {
    what: 'many small cash payments round most of a bill away',
    rule: /cash rounding is less than a coin for a bill/,
    changes: [
      FREE_OF_TRIGGERS,
      `insert into payments (id, bill_id, order_id, location_id, provider, method, status, amount_cents, cash_rounding_cents,
         created_at, captured_at)
       select 'small-' || n, bill_id, order_id, location_id, 'till', 'cash', status, 7, -2, created_at, captured_at
       from (select * from payments where status = 'succeeded' limit 1) p, generate_series(1, 3) n`,
    ],
  },
  {
    what: 'a paid page has no order',
    rule: /every paid payment page/,
    changes: [`update orders set session_id = null`, `update payment_sessions set order_id = null`],
  },
  {
    what: 'the provider knows another amount',
    rule: /recorded all card payments/,
    changes: [`update sandbox_sessions set amount_cents = amount_cents + 1`],
  },
  {
    what: 'the provider gave nothing back',
    rule: /recorded every successful refund/,
    changes: [`update sandbox_refunds set amount_cents = amount_cents - 1`],
  },
  {
    what: 'a confirmation is lost',
    rule: /every accepted order/,
    changes: [`delete from messages where template = 'order_confirmation'`],
  },
  {
    what: 'a table’s confirmation is lost',
    rule: /reservation has a confirmation/,
    changes: [`delete from messages where reservation_id is not null`],
  },
  {
    what: 'a mail is written twice',
    rule: /no message was sent twice/,
    changes: [
      `insert into messages (id, channel, recipient, template, body_text, status, order_id, once_key)
     select 'again', channel, recipient, template, body_text, status, order_id, once_key || '!' from messages
     where template = 'order_confirmation' limit 1`,
    ],
  },
  {
    what: 'a message waits for ever',
    rule: /every sent message/,
    changes: [`update messages set status = 'queued', next_try_at = null`],
  },
  {
    what: 'points from nowhere',
    rule: /sum of their ledger/,
    changes: [`update users set loyalty_points = loyalty_points + 1`],
  },
  {
    what: 'points twice',
    rule: /earned its points once/,
    changes: [`update loyalty_entries set points = points * 2`],
  },
  {
    what: 'spending is off',
    rule: /customer’s totals/,
    changes: [`update users set total_spent_cents = 1 where id = ${theGuest}`],
  },
  {
    what: 'a guest holds two tables',
    rule: /two upcoming tables/,
    changes: [`drop index reservations_one_active`, `update reservations set customer_email = 'same@example.com'`],
  },
  {
    what: 'an order is not counted',
    rule: /figures include every order/,
    changes: [`delete from counted_orders where order_id = ${anOrder}`],
  },
  {
    what: 'a day is off',
    rule: /every day’s orders/,
    changes: [`update day_figures set revenue_cents = revenue_cents - 1`],
  },
  { what: 'an hour is off', rule: /every hour’s/, changes: [`update hour_figures set orders = orders + 1`] },
  { what: 'a dish is off', rule: /every dish’s/, changes: [`update dish_figures set count = count + 1`] },
  {
    what: 'a guest is counted twice',
    rule: /guests of every day/,
    changes: [`update guest_figures set guests = guests + 1`],
  },
  {
    what: 'an order cannot be found',
    rule: /found by the search/,
    changes: [`delete from order_search where order_id = ${anOrder}`],
  },
  {
    what: 'an order has two events of its creation',
    rule: /exactly one event/,
    changes: [
      `insert into events (type, location_id, user_id, at, data)
     select type, location_id, user_id, at, data from events where type = 'order.created' limit 1`,
    ],
  },
  {
    what: 'an order has no event',
    rule: /every order of the last days/,
    changes: [`delete from events where type like 'order.%'`],
  },
  {
    what: 'a reservation has no event',
    rule: /every reservation of the last days/,
    changes: [`delete from events where type like 'reservation.%'`],
  },
  {
    what: 'an order changed in silence',
    rule: /last event of every order/,
    changes: [`update orders set status = 'cancelled' where id = ${anOrder}`],
  },
  {
    what: 'a booking changed in silence',
    rule: /last event of every reservation/,
    changes: [`update reservations set status = 'seated'`],
  },
];

test.each(tampered)('the audit reports when $what', async ({ rule, changes }) => {
  const found = (await auditAfter(changes)).filter(({ error }) => error === undefined);
  expect(found.map(({ holds }) => holds)).toContainEqual(expect.stringMatching(rule));
});

const forgetsPoints = `update users set loyalty_points = 7 where id = ${theGuest}`;

test.each(['not json', '{"shifts": 5}', '{"shifts": [{"number": "one"}]}'])(
  'the audit names a closing whose content was changed to %s, and checks all other rules',
  async (content) => {
    const broken = await auditAfter([
      aDrawer,
      `insert into closings (location_id, number, business_day, at, content, previous_hash, hash)
       values ('truro', 1, '2026-11-20', now(), '${content}', repeat('0', 64), repeat('0', 64))`,
      aClosedShift,
      forgetsPoints,
    ]);
    expect(broken).toMatchObject([
      { findings: [{ subject: 'truro No. 1', detail: 'its content does not have its hash' }] },
      { findings: [{ subject: 'customer@demo.test' }] },
    ]);
  },
);

test('the audit names a rule that could not be checked, and checks all other rules', async () => {
  const broken = await auditAfter(['alter table closings rename to renamed_closings', forgetsPoints]);
  expect(broken.map(({ times }) => times)).toEqual([0, 0, 1]);
  const report = { rules: RULES.length, checkedCounts: (await auditData(context)).checkedCounts, broken };
  expect(auditLines(report)[0]).toMatch(/^It should be that closings .* This could not be checked: .*closings/);
  expect(auditLines(report).at(-1)).toMatch(/^3 of \d+ rules do not hold/);
});

test('every rule can fail', async () => {
  const named = new Set(tampered.map(({ rule }) => RULES.find((each) => rule.test(each.holds))));
  expect(RULES.filter((rule) => !named.has(rule)).map((rule) => rule.holds)).toEqual([]);
});
