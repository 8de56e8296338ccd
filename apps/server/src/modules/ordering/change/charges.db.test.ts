import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { InputOf } from '@tiffin/contract';
import { expect, test } from 'vitest';
import { writeExport } from '../../../operations/export/write-export.ts';
import { SITE_KEY } from '../../../testing/server.ts';
import { tillOf } from '../../../testing/payments.ts';
import { dish, evening, newKey } from '../tabs/testing/evening.ts';

const { server, waiter, manager, call, done, bill, tab, seated, clear, sound } = await evening();
const { context } = server;
const admin = await server.signIn('admin@demo.test');
const page = tillOf(server);
const waiterId = (await server.call('getMe', {}, waiter)).body.me?.uid ?? '';

type Charges = NonNullable<InputOf<'updateLocation'>['body']['updates']['charges']>;
const terms = { taxClass: 'charge', isVoluntary: false, staffMayRemove: false } as const;
const SERVICE = { ...terms, kind: 'service', orderTypes: ['dine-in'], percent: 15, fromPartySize: 8 } as const;
const BAG = { ...terms, kind: 'bag', orderTypes: ['pickup', 'delivery'], amount: 0.25, taxClass: 'untaxed' } as const;
const SMALL = { ...terms, kind: 'small-order', orderTypes: ['pickup'], amount: 3, below: 20 } as const;

async function setCharges(...charges: Charges) {
  const body = { locationId: 'truro', updates: { charges } };
  return server.call('updateLocation', { body }, { ...admin, ...newKey() });
}

test('an owner sets charges, everyone reads them, and settings that make no sense are refused', async () => {
  expect((await setCharges(SERVICE, BAG)).status).toBe(200);
  const { location } = (await server.call('getLocation', { query: { locationId: 'truro' } }, SITE_KEY)).body;
  expect(location.charges).toEqual([SERVICE, BAG]);
  const twice = await setCharges(BAG, BAG);
  expect([twice.status, twice.body.error]).toEqual([400, 'Bag: This charge is there twice.']);
  expect((await setCharges()).status).toBe(200);
  const after = (await server.call('getLocation', { query: { locationId: 'truro' } }, SITE_KEY)).body.location;
  expect(after.charges).toBeUndefined();
});

test('a pickup pays for its bag and for being small, and the sums add up from the quote to the receipt', async () => {
  await setCharges(SERVICE, BAG, SMALL);
  const order = await page.payload({ paymentMethod: 'cash', tipAmount: 0 });
  const one = order.items.slice(0, 1).map(({ id }) => ({ id, quantity: 1 }));
  const quoted = (await server.call('quoteOrder', { body: { locationId: 'truro', items: one } }, SITE_KEY)).body;
  const food = quoted.pricing.subtotal;
  expect(food).toBeLessThan(20);
  expect(quoted.charges).toEqual([
    { kind: 'bag', label: 'Bag', amount: 0.25, isVoluntary: false },
    { kind: 'small-order', label: 'Small order', amount: 3, isVoluntary: false },
  ]);
  // The bag is untaxed, the small order is not.
  const tax = Math.round((food + 3) * 14) / 100;
  expect(quoted.pricing).toMatchObject({ charges: 3.25, tax, total: Math.round((food + 3.25 + tax) * 100) / 100 });
  const body = { ...order, items: order.items.slice(0, 1), pricing: quoted.pricing, contactCode: '' };
  const placed = await server.call('createCustomerOrderCash', { body }, { ...SITE_KEY, ...newKey() });
  expect([placed.status, placed.body.order?.pricing]).toEqual([200, quoted.pricing]);
  expect(placed.body.order.charges).toEqual(quoted.charges);
  await sound();
});

test('a page from before the charges reads the new total and can order again', async () => {
  await setCharges(BAG);
  const order = await page.payload({ paymentMethod: 'cash', tipAmount: 0 });
  const old = { ...order, pricing: { ...order.pricing, tip: 0, total: order.pricing.subtotal + order.pricing.tax } };
  const refused = await server.call('createCustomerOrderCash', { body: old }, { ...SITE_KEY, ...newKey() });
  expect([refused.status, refused.body.code]).toEqual([400, 'pricing-mismatch']);
  expect(JSON.stringify(refused.body)).toContain(String(Math.round((old.pricing.total + 0.25) * 100) / 100));
});

test('a guest leaves out a voluntary charge only, and staff also one that they may remove', async () => {
  const items = [{ id: (await page.payload()).items[0]?.id ?? '', quantity: 1 }];
  const quote = (withoutCharges: ('service' | 'bag')[]) =>
    server.call(
      'quoteOrder',
      { body: { locationId: 'truro', items, orderType: 'dine-in', tableInfo: { partySize: 8 }, withoutCharges } },
      SITE_KEY,
    );
  await setCharges({ ...SERVICE, isVoluntary: true });
  expect((await quote([])).body.charges).toMatchObject([{ kind: 'service', label: 'Service 15%', isVoluntary: true }]);
  expect((await quote(['service'])).body.charges).toEqual([]);
  await setCharges({ ...SERVICE, staffMayRemove: true });
  const refused = await quote(['service']);
  expect([refused.status, refused.body.error]).toEqual([
    400,
    'This charge is part of every such order and cannot be left out: Service.',
  ]);
  await clear();
  const { billId } = await seated('t1', 8);
  const round = await done('addRound', { billId, items: [dish(10)], withoutCharges: ['service'] });
  expect(round.order.charges).toEqual([]);
  await setCharges(SERVICE);
  const fixed = await call('addRound', { billId, items: [dish(10)], withoutCharges: ['service'] });
  expect([fixed.status, fixed.body.error]).toEqual([
    400,
    'The settings of this location do not let staff take this charge off: Service. An owner can change that.',
  ]);
});

test('the audit log has why staff took a charge off before they ordered: at the till, in a round, and by a link', async () => {
  await setCharges({ ...BAG, isVoluntary: true }, { ...SERVICE, staffMayRemove: true });
  const because = { withoutCharges: ['bag' as const], chargeReasons: { bag: 'Own box', service: 'Not taken off' } };
  const { items, ...order } = await page.payload({ tipAmount: 0 });
  const priced = { ...order, items, pricing: { ...order.pricing, tip: 0, total: order.pricing.total - 3 } };
  const placed = await server.call(
    'createAdminOrderUnpaid',
    { body: { ...priced, ...because } },
    { ...waiter, ...newKey() },
  );
  expect(placed.body.order.charges).toEqual([]);
  const link = { orderData: { ...priced, ...because } };
  const { body } = await server.call('createAdminPaymentLink', { body: link }, { ...waiter, ...newKey() });
  await page.pay(body.paymentUrl ?? '');
  await page.deliver();
  await clear();
  const { billId } = await seated('t1', 8);
  const chargeReasons = { service: 'Long wait' };
  await done('addRound', { billId, items: [dish(10)], withoutCharges: ['service'], chargeReasons });
  // The page of an older tablet asks for no reason.
  await done('addRound', { billId, items: [dish(10)], withoutCharges: ['service'] });
  const entries = context.db.selectFrom('audit_log').select('after').where('action', '=', 'create-order');
  const lists = (await entries.orderBy('id').execute()).map(({ after }) => after?.['withoutCharges']);
  expect(lists.slice(-4)).toEqual([['Bag: Own box'], ['Bag: Own box'], ['Service: Long wait'], ['Service']]);
  await sound();
});

/** A table of eight with two rounds: 100.10 and 33.33 of dishes, 15.02 and 5.00 of service. */
async function tableOfEight() {
  await setCharges({ ...SERVICE, staffMayRemove: true }, { ...BAG, orderTypes: ['dine-in'] });
  await clear();
  const { billId } = await seated('t1', 8);
  const first = await done('addRound', { billId, items: [dish(100.1)] });
  const second = await done('addRound', { billId, items: [dish(33.33)] });
  return { billId, first, second };
}

test('a table of eight pays 15 % service with each round, taxed once over the bill', async () => {
  const { billId, first, second } = await tableOfEight();
  expect(first.order.charges).toMatchObject([{ kind: 'service', percent: 15, amount: 15.02 }]);
  expect(second.order.charges).toMatchObject([{ kind: 'service', amount: 5 }]);
  // 14 % of 153.45 is 21.483.
  expect(await bill(billId)).toMatchObject({ subtotal: 133.43, tax: 21.48, total: 174.93, due: 174.93 });
  const items = [{ orderId: first.orderId, line: 1, quantity: 1 }];
  const { bills } = await done('splitBill', { billId, by: 'items', groups: [{ items }] });
  expect(bills.reduce((sum, part) => sum + Math.round(part.total * 100), 0)).toBe(174_93);
  await sound();
  const seven = await seated('t2', 7);
  const { order } = await done('addRound', { billId: seven.billId, items: [dish(100)] });
  expect(order.charges).toEqual([]);
});

test('a discount, another portion and moved dishes change the service charge with the dishes', async () => {
  const { billId, first, second } = await tableOfEight();
  await done('addDiscount', { billId, kind: 'percent', value: 10, reason: 'wait' }, { ...manager, ...newKey() });
  const chargesOf = async () => (await tab(billId)).orders.map(({ charges }) => charges.map(({ amount }) => amount));
  // 15 % of 90.09 and of 30.00.
  expect(await chargesOf()).toEqual([[13.51], [4.5]]);
  await sound();
  const { given } = await bill(billId);
  const removal = { billId, discountId: given[0]?.id ?? '' };
  await done('removeDiscount', removal, { ...manager, ...newKey() });
  expect(await chargesOf()).toEqual([[15.02], [5]]);
  const { version } = second.order;
  const changed = { orderId: second.orderId, version: version + 2, change: [{ line: 1, quantity: 2 }] };
  await done('changeOrder', changed, { ...manager, ...newKey() });
  expect(await chargesOf()).toEqual([[15.02], [10]]);
  await sound();
  const other = await seated('t3', 8);
  await done('moveLines', { billId, to: other.billId, items: [{ orderId: second.orderId, line: 1, quantity: 1 }] });
  expect(await chargesOf()).toEqual([[15.02], [5]]);
  expect((await tab(other.billId)).orders[0]?.charges).toMatchObject([{ kind: 'service', amount: 5 }]);
  expect(first.order.pricing.charges).toBe(15.02);
  await sound();
});

test('staff take the service charge off a table before it is paid, with a reason in the audit log', async () => {
  const { billId, first } = await tableOfEight();
  const { order, bill: after } = await done('removeCharge', { billId, kind: 'service', reason: 'Waited an hour' });
  expect(order.charges).toEqual([]);
  expect(after).toMatchObject({ subtotal: 133.43, total: 152.11 });
  await sound();
  const entry = await context.db
    .selectFrom('audit_log')
    .select(['before', 'after'])
    .where('action', '=', 'adjust-bill')
    .where('subject_id', '=', billId)
    .executeTakeFirstOrThrow();
  expect(entry).toMatchObject({
    before: { total: 174.93 },
    after: { total: 152.11, withoutCharge: 'Service 15%', reason: 'Waited an hour' },
  });
  const { data } = await context.db
    .selectFrom('events')
    .select('data')
    .where('type', '=', 'order.updated')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  expect(data).toMatchObject({ order: { billId: first.billId, charges: [] } });
  const again = await call('removeCharge', { billId, kind: 'service', reason: 'Again' });
  expect([again.status, again.body.error]).toEqual([404, 'This is no longer on the bill.']);
});

test('a charge that staff may not remove stays, and nothing comes off a bill that is paid', async () => {
  const { billId } = await tableOfEight();
  await setCharges(SERVICE);
  const refused = await call('removeCharge', { billId, kind: 'service', reason: 'Please' });
  expect([refused.status, refused.body.error]).toEqual([
    400,
    'The settings of this location do not let staff take this charge off: Service. An owner can change that.',
  ]);
  await setCharges({ ...SERVICE, staffMayRemove: true });
  await done('addPayment', { billId, tender: 'debit', amount: 160 });
  const tooMuch = await call('removeCharge', { billId, kind: 'service', reason: 'Late' });
  expect([tooMuch.status, tooMuch.body.error]).toEqual([409, expect.stringContaining('At most $14.93')]);
  await done('addPayment', { billId, tender: 'debit', amount: 14.93 });
  const paid = await call('removeCharge', { billId, kind: 'service', reason: 'Late' });
  expect([paid.status, paid.body.error]).toEqual([409, 'This bill is paid. Refund an amount instead.']);
  await sound();
});

test('a refund of a dish gives back its share of the service charge, and of all dishes everything', async () => {
  await setCharges({ ...SERVICE, fromPartySize: 1 });
  await clear();
  const { billId } = await seated('t1', 4);
  const { orderId } = await done('addRound', { billId, items: [dish(20), dish(10)] });
  await done('addPayment', { billId, tender: 'debit', amount: 39.33 });
  const preview = async (items: { line: number; quantity: number }[]) =>
    (await server.call('previewRefund', { body: { orderId, items } }, waiter)).body;
  expect(await preview([{ line: 2, quantity: 1 }])).toMatchObject({
    subtotal: 10,
    charges: 1.5,
    tax: 1.61,
    total: 13.11,
  });
  const asManager = () => ({ ...manager, ...newKey() });
  await done('refundOrderItems', { orderId, items: [{ line: 2, quantity: 1 }], reason: 'Cold' }, asManager());
  expect(await preview([{ line: 1, quantity: 1 }])).toMatchObject({ subtotal: 20, charges: 3, total: 26.22 });
  await done('refundOrderItems', { orderId, items: [{ line: 1, quantity: 1 }], reason: 'Cold' }, asManager());
  const { sum } = await context.db
    .selectFrom('refunds')
    .select((eb) => eb.fn.sum<number>('amount_cents').as('sum'))
    .where('bill_id', '=', billId)
    .executeTakeFirstOrThrow();
  expect(sum).toBe(39_33);
  await sound();
});

test('a service charge that goes to staff is shared like tips, and report and journal have a line for each kind', async () => {
  const day = { locationId: 'truro', from: '2026-11-20', to: '2026-11-20' };
  const report = async () => (await server.call('getReport', { query: day }, admin)).body;
  const journal = async () =>
    (await server.call('getJournal', { query: day }, admin)).body.days.flatMap(({ lines }) => lines);
  const kinds = async () => new Map((await report()).chargesByKind?.map(({ kind, amount }) => [kind, amount]));
  const shares = async () => (await server.call('getTipShares', { query: day }, manager)).body.days[0];
  const creditOf = async (item: string) => (await journal()).find((line) => line.item === item)?.credit ?? 0;
  const wrong = await setCharges({ ...BAG, goesToStaff: true });
  expect([wrong.status, wrong.body.error]).toEqual([
    400,
    'Bag: This charge has a setting that belongs to another kind of charge.',
  ]);
  await setCharges({ ...SERVICE, fromPartySize: 1, goesToStaff: true });
  await clear();
  const before = { kinds: await kinds(), service: await creditOf('charges:service') };
  expect(await shares()).toBeUndefined();
  const { billId } = await seated('t1', 4);
  const { orderId } = await done('addRound', { billId, items: [dish(20), dish(10)] });
  await setCharges({ ...SERVICE, fromPartySize: 1 });
  await done('addPayment', { billId, tender: 'debit', amount: 39.33, tip: 5 });
  const serviceNow = (before.kinds.get('service') ?? 0) + 4.5;
  expect((await kinds()).get('service')).toBeCloseTo(serviceNow, 5);
  const { charges, chargesByKind = [] } = await report();
  expect(chargesByKind.length).toBeGreaterThan(2);
  expect(chargesByKind.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0)).toBe(Math.round(charges * 100));
  expect(await creditOf('charges:service')).toBeCloseTo(before.service + 4.5, 5);
  const csv = await server.fetch(`/api/getReportCsv?${new URLSearchParams(day)}`, {}, admin);
  expect(await csv.text()).toContain(`charges:service,of which: Service,,${serviceNow.toFixed(2)}`);
  const own = async () => (await shares())?.shares.find(({ fromCharges = 0 }) => fromCharges !== 0);
  expect(await own()).toMatchObject({ userId: waiterId, own: 5, fromCharges: 4.5, gets: 9.5 });
  expect(await shares()).toMatchObject({ tips: 5, charges: 4.5 });
  const pay = (await server.call('getPay', { query: day }, manager)).body;
  expect(pay.people).toMatchObject([{ userId: waiterId, tips: 5, serviceCharges: 4.5 }]);
  const refund = { orderId, items: [{ line: 2, quantity: 1 }], reason: 'Cold' };
  await done('refundOrderItems', refund, { ...manager, ...newKey() });
  expect((await kinds()).get('service')).toBeCloseTo(serviceNow - 1.5, 5);
  expect(await own()).toMatchObject({ fromCharges: 3 });
  expect((await shares())?.charges).toBe(3);
  await sound();
});

test('the export of these bills agrees with the independent checker, which finds a wrong service charge', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'tiffin-charges-'));
  try {
    await writeExport(context.database.pool, folder, server.clock.now());
    const check = () =>
      spawnSync('python3', ['tools/check-export.py', folder, '--sums-only'], { encoding: 'utf8' }).stdout;
    expect(check()).toMatch(/^yes: everything adds up/);
    const file = path.join(folder, 'order-charges.csv');
    const text = readFileSync(file, 'utf8');
    expect(text).toMatch(/,service,450,/);
    writeFileSync(file, text.replace(',service,450,', ',service,449,'));
    expect(check()).toContain('amount_cents is 449, its parts give 450');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
