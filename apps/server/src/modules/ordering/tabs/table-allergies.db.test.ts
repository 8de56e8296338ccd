import pg from 'pg';
import { beforeEach, expect, test, vi } from 'vitest';
import { evening, newKey, type RoundItem } from './testing/evening.ts';

const { server, waiter, manager, call, done, bill, tab, seated, clear, sound } = await evening();
const cook = await server.signIn('staff.truro@demo.test');
const admin = await server.signIn('admin@demo.test');

const NUTS = { code: 'tree-nuts' } as const;
const MILK = { code: 'milk' } as const;
const of = (id: string, fields: Partial<RoundItem> = {}): RoundItem => ({
  id,
  name: id,
  price: 1,
  quantity: 1,
  ...fields,
});
/** Contain milk and tree nuts. */
const korma = (fields?: Partial<RoundItem>) => of('chicken-korma', fields);
const kofta = (fields?: Partial<RoundItem>) => of('shahi-malai-kofta', fields);
/** Contains milk. */
const lassi = (fields?: Partial<RoundItem>) => of('mango-lassi', fields);

const read = async (orderId: string) =>
  (await server.call('getOrderDetails', { query: { orderId } }, manager)).body.order;
type Order = Awaited<ReturnType<typeof read>>;
const contained = ({ items }: Pick<Order, 'items'>) => items.map(({ allergyCheck }) => allergyCheck?.contains ?? []);
const setStatus = (orderId: string, status: 'preparing' | 'ready' | 'completed') =>
  server.call('updateOrderStatus', { body: { orderId, status } }, { ...cook, ...newKey() });
const confirm = (orderId: string) =>
  server.call('confirmAllergies', { body: { orderId, decision: 'without' } }, { ...cook, ...newKey() });
async function serve(orderId: string) {
  await setStatus(orderId, 'preparing');
  await confirm(orderId);
  for (const status of ['ready', 'completed'] as const) expect((await setStatus(orderId, status)).status).toBe(200);
}
const change = async (orderId: string, body: object) => {
  const { version } = await read(orderId);
  return done('changeOrder', { orderId, version, ...body }, { ...manager, ...newKey() });
};
const sitting = async (tableId: string) => {
  const { tables } = (await server.call('getFloor', { query: { locationId: 'truro' } }, waiter)).body;
  return tables.find((table) => table.tableId === tableId)?.sitting;
};

beforeEach(clear);

test('what a table stated for the whole order is on each later round, from any tablet, and the kitchen must decide', async () => {
  const { sittingId, billId } = await seated();
  const first = await done('addRound', { billId, items: [korma({ seat: 1 })], allergies: [NUTS] });
  // The other tablet knows the party only, and a round that waited offline only the table.
  const second = await done('addRound', { sittingId, items: [kofta({ seat: 2 }), lassi({ seat: 2 })] });
  const third = await done('addRound', { tableId: 't1', items: [kofta({ seat: 1 })] });
  expect(second.order).toMatchObject({ allergies: [NUTS], awaitsAllergyCheck: true, mentionsAllergy: true });
  expect(contained(second.order)).toEqual([['tree-nuts'], []]);
  expect(third.order.allergies).toEqual([NUTS]);

  await setStatus(second.orderId, 'preparing');
  const early = await setStatus(second.orderId, 'ready');
  expect([early.status, early.body.code]).toEqual([409, 'allergy-unconfirmed']);
  await serve(second.orderId);

  const details = await tab(billId);
  expect(details.tab.allergies).toEqual([NUTS]);
  expect(third.tab.allergies).toEqual(details.tab.allergies);
  expect((await sitting('t1'))?.allergies).toEqual([NUTS]);
  expect((await read(first.orderId)).allergies).toEqual([NUTS]);
  await sound();
});

test('an allergy of a dish belongs to its seat: later dishes of this seat and shared ones are checked, others are not', async () => {
  const { billId } = await seated();
  const first = await done('addRound', { billId, items: [korma({ seat: 3, allergies: [NUTS] }), kofta({ seat: 3 })] });
  expect(first.order.allergies).toEqual([{ ...NUTS, seat: 3 }]);
  expect(contained(first.order)).toEqual([['tree-nuts'], ['tree-nuts']]);
  const items = [kofta({ seat: 1 }), kofta({ seat: 3 }), kofta(), lassi({ seat: 3 })];
  const { order } = await done('addRound', { billId, items });
  expect(order.allergies).toEqual([{ ...NUTS, seat: 3 }]);
  expect(contained(order)).toEqual([[], ['tree-nuts'], ['tree-nuts'], []]);
  // Who carries the plate reads it, also where the dish does not contain it.
  expect(order.items.map(({ allergies }) => allergies)).toEqual([
    undefined,
    [{ ...NUTS, seat: 3 }],
    undefined,
    [{ ...NUTS, seat: 3 }],
  ]);
});

test('what two tablets name for two seats at once is on both rounds, and on later dishes of these seats and shared ones', async () => {
  const { billId } = await seated();
  const [one, other] = await Promise.all([
    done('addRound', { billId, items: [lassi({ seat: 1 })], allergies: [{ ...NUTS, seat: 2 }] }),
    done('addRound', { billId, items: [lassi({ seat: 3 })], allergies: [{ ...MILK, seat: 1 }] }),
  ]);
  const both = [
    { ...MILK, seat: 1 },
    { ...NUTS, seat: 2 },
  ];
  const sorted = ({ allergies }: Pick<Order, 'allergies'>) =>
    allergies.toSorted((a, b) => (a.seat ?? 0) - (b.seat ?? 0));
  expect((await Promise.all([one, other].map(({ orderId }) => read(orderId)))).map(sorted)).toEqual([both, both]);
  // The lassi of seat 1 was sent before or after somebody named its milk; the kitchen decides in both cases.
  expect(contained(await read(one.orderId))).toEqual([['milk']]);
  expect(contained(await read(other.orderId))).toEqual([[]]);
  const { order } = await done('addRound', { billId, items: [kofta({ seat: 2 }), kofta({ seat: 3 }), kofta()] });
  expect(contained(order).map((codes) => codes.toSorted())).toEqual([['tree-nuts'], [], ['milk', 'tree-nuts']]);
  await sound();
});

test('an allergy that a seat states after ordering is on its dishes at once, and may be taken back', async () => {
  const { billId } = await seated();
  const round = await done('addRound', { billId, items: [kofta({ seat: 2 }), kofta({ seat: 3 })] });
  const states = [{ ...NUTS, seat: 2 }];
  const state = () => done('stateAllergies', { billId, allergies: states });
  // Two waiters heard it, and a third one sends a round meanwhile.
  const [first, second, meanwhile] = await Promise.all([
    state(),
    state(),
    done('addRound', { billId, items: [kofta({ seat: 2 })] }),
  ]);
  expect([first.tab.allergies, second.tab.allergies]).toEqual([states, states]);
  const after = await read(round.orderId);
  expect([contained(after), after.awaitsAllergyCheck]).toEqual([[['tree-nuts'], []], true]);
  expect(after.changes?.map(({ facts }) => facts)).toEqual([['allergies']]);
  expect(contained(await read(meanwhile.orderId))).toEqual([['tree-nuts']]);
  await change(round.orderId, { allergies: [] });
  expect((await tab(billId)).tab.allergies).toEqual([]);
  await sound();
});

test('what is stated once everything is served is kept for the next round', async () => {
  const { billId } = await seated();
  await serve((await done('addRound', { billId, items: [korma({ seat: 1 })] })).orderId);
  const { tab: known } = await done('stateAllergies', { billId, allergies: [{ ...MILK, seat: 1 }] });
  expect(known.allergies).toEqual([{ ...MILK, seat: 1 }]);
  const { order } = await done('addRound', { billId, items: [lassi({ seat: 1 }), lassi({ seat: 2 })] });
  expect(contained(order)).toEqual([['milk'], []]);
  await sound();
});

test('allergies are refused for a seat that the table does not have, before its first dishes, and once it is closed', async () => {
  const { billId, sittingId } = await seated();
  const refused = async (allergies: object[]) => {
    const { status, body } = await call('stateAllergies', { billId, allergies });
    return [status, body.code, body.error];
  };
  expect(await refused([NUTS])).toEqual([
    409,
    'failed-precondition',
    'Nothing was ordered on this tab yet. Send the allergies with its first dishes.',
  ]);
  await done('addRound', { billId, items: [korma()] });
  expect(await refused([{ ...NUTS, seat: 9 }])).toEqual([
    400,
    'invalid-argument',
    expect.stringContaining('no seat 9'),
  ]);
  await done('addPayment', { billId, tender: 'debit', amount: (await bill(billId)).due, reference: 'slip' });
  await done('endSitting', { sittingId });
  expect((await refused([NUTS])).slice(0, 2)).toEqual([409, 'tab-closed']);
});

test('an allergy of a dish without a seat may be anybody’s', async () => {
  const first = await done('addRound', {
    locationId: 'truro',
    label: 'Bar',
    items: [lassi({ allergies: [MILK] }), korma()],
  });
  expect([first.order.allergies, contained(first.order)]).toEqual([[MILK], [['milk'], ['milk']]]);
  const { order } = await done('addRound', { locationId: 'truro', label: 'bar', items: [lassi()] });
  expect([order.allergies, contained(order)]).toEqual([[MILK], [['milk']]]);
});

test('a tab goes on after its bill was split, and so do its allergies', async () => {
  const first = await done('addRound', {
    locationId: 'truro',
    label: 'Amy',
    items: [korma()],
    allergyNote: 'Carries a pen',
  });
  await done('splitBill', { billId: first.billId, by: 'parts', parts: 2 });
  const second = await done('addRound', { locationId: 'truro', label: 'Amy', items: [lassi()] });
  const third = await done('addRound', {
    billId: second.billId,
    items: [lassi()],
    specialInstructions: 'No eggs please',
  });
  const fourth = await done('addRound', { billId: second.billId, items: [lassi()] });
  expect([second.continues, second.order.allergies]).toEqual([first.billId, [{ text: 'Carries a pen' }]]);
  expect(third.order.awaitsAllergyCheck).toBe(true);
  expect(fourth.order.allergies).toEqual([{ text: 'Carries a pen' }, { text: 'No eggs please' }]);
});

test('the next party at a table has none, and a party that moves takes its own along', async () => {
  const { sittingId, billId } = await seated('t2');
  await done('addRound', { billId, items: [korma()], allergies: [NUTS] });
  await done('moveSitting', { sittingId, tableId: 't3' });
  const next = await done('addRound', { tableId: 't2', items: [kofta()] });
  expect([next.order.allergies, next.order.awaitsAllergyCheck, (await sitting('t2'))?.allergies]).toEqual([
    [],
    false,
    [],
  ]);
  expect((await done('addRound', { tableId: 't3', items: [kofta()] })).order.allergies).toEqual([NUTS]);
  expect((await sitting('t3'))?.allergies).toEqual([NUTS]);
  await done('addPayment', { billId, tender: 'debit', amount: (await bill(billId)).due, reference: 'slip' });
  await done('endSitting', { sittingId });
  expect((await done('addRound', { tableId: 't3', items: [kofta()] })).order.allergies).toEqual([]);
});

test('a round that was cancelled and a dish that was voided leave the allergy: the guest still sits there', async () => {
  const { billId } = await seated();
  const first = await done('addRound', { billId, items: [korma({ allergies: [NUTS] }), lassi()] });
  await done(
    'changeOrder',
    { orderId: first.orderId, version: first.order.version, remove: [1], why: 'Contains nuts' },
    { ...manager, ...newKey() },
  );
  const second = await done('addRound', { billId, items: [kofta({ seat: 1 }), lassi({ seat: 2, allergies: [MILK] })] });
  expect(second.order.allergies).toEqual([NUTS, { ...MILK, seat: 2 }]);
  await done('cancelOrder', { orderId: second.orderId, reason: 'Left it' }, { ...manager, ...newKey() });
  const third = await done('addRound', { billId, items: [kofta({ seat: 2 })] });
  expect([third.order.allergies, contained(third.order)]).toEqual([
    [NUTS, { ...MILK, seat: 2 }],
    [['tree-nuts', 'milk']],
  ]);
  await sound();
});

test('an allergy that is stated late is on the dishes that are not served yet, which are no longer done', async () => {
  const { billId } = await seated();
  const first = await done('addRound', { billId, items: [korma(), kofta({ course: 2 })] });
  const served = await done('addRound', { billId, items: [lassi()] });
  await serve(served.orderId);
  await setStatus(first.orderId, 'preparing');
  await server.call(
    'strikeOrderItem',
    { body: { orderId: first.orderId, line: 1, done: true } },
    { ...cook, ...newKey() },
  );
  const before = await read(first.orderId);
  await done('addRound', { billId, items: [lassi()], allergies: [NUTS] });
  const [now, held] = await Promise.all(first.orderIds.map(read));
  expect(now).toMatchObject({ allergies: [NUTS], awaitsAllergyCheck: true, items: [{ doneAt: null }] });
  expect(now?.changes?.at(-1)?.facts).toEqual(['allergies']);
  expect(held).toMatchObject({ allergies: [NUTS], heldAt: expect.any(String) });
  expect((await read(served.orderId)).allergies).toEqual([]);
  // Who opened the dialog before has not seen the allergy.
  const stale = await server.call(
    'confirmAllergies',
    { body: { orderId: first.orderId, version: before.version, decision: 'without' } },
    { ...cook, ...newKey() },
  );
  expect([stale.status, stale.body.code]).toEqual([409, 'conflict']);
  await sound();
});

test('a course that was held before its table stated an allergy is checked when it is fired, also from an older version', async () => {
  const { billId } = await seated();
  const first = await done('addRound', { billId, items: [kofta({ course: 2 })] });
  await done('addRound', { billId, items: [korma()], allergies: [NUTS] });
  await server.context.db
    .updateTable('orders')
    .set({ allergies: '[]' as never })
    .where('id', '=', first.orderId)
    .execute();
  const fired = await done('fireCourse', { billId });
  expect(fired.orders.map(({ allergies, awaitsAllergyCheck }) => [allergies, awaitsAllergyCheck])).toEqual([
    [[NUTS], true],
  ]);
});

test('of two parties that merge, each eats what the other ordered, and a seat of those who join says nothing', async () => {
  const one = await seated('t1');
  const other = await seated('t2');
  const joining = await done('addRound', { billId: one.billId, items: [korma({ seat: 2, allergies: [NUTS] })] });
  const there = await done('addRound', {
    billId: other.billId,
    items: [kofta({ seat: 2 })],
    allergies: [{ ...MILK, seat: 1 }],
  });
  await serve(joining.orderId);
  await done('mergeTabs', { from: one.billId, to: other.billId });
  expect((await read(there.orderId)).allergies).toEqual([{ ...MILK, seat: 1 }, NUTS]);
  expect(contained(await read(there.orderId))).toEqual([['tree-nuts']]);
  const { order } = await done('addRound', { billId: other.billId, items: [kofta({ seat: 4 })] });
  expect(order.allergies).toEqual(expect.arrayContaining([NUTS, { ...MILK, seat: 1 }]));
  expect(order.allergies).toHaveLength(2);
  expect(contained(order)).toEqual([['tree-nuts']]);
  await sound();
});

test('a guest of the bar who gets a table brings what they said', async () => {
  const bar = await done('addRound', { locationId: 'truro', label: 'Bob', items: [lassi({ allergies: [NUTS] })] });
  const { billId } = await seated('t4');
  await done('mergeTabs', { from: bar.billId, to: billId });
  expect((await done('addRound', { tableId: 't4', items: [kofta({ seat: 1 })] })).order.allergies).toEqual([NUTS]);
});

test('who adds an allergy to a round adds it to the table, and who takes it back takes it off the table', async () => {
  const { billId } = await seated();
  const first = await done('addRound', { billId, items: [korma({ seat: 1 }), lassi({ seat: 2 })], allergies: [NUTS] });
  await serve(first.orderId);
  const second = await done('addRound', { billId, items: [kofta({ seat: 1 })] });
  await change(second.orderId, { allergies: [], change: [{ line: 1, allergies: [MILK] }] });
  expect((await read(second.orderId)).allergies).toEqual([{ ...MILK, seat: 1 }]);
  const third = await done('addRound', { billId, items: [kofta({ seat: 1 })] });
  expect(third.order.allergies).toEqual([{ ...MILK, seat: 1 }]);
  expect(third.order.items[0]?.allergies).toEqual([{ ...MILK, seat: 1 }]);
  // The dish shows the allergy of its seat, which is taken off where it is shown.
  await change(third.orderId, { change: [{ line: 1, allergies: [] }] });
  const fourth = await done('addRound', { billId, items: [kofta({ seat: 1 })] });
  expect([(await read(second.orderId)).items[0]?.allergies, fourth.order.allergies]).toEqual([undefined, []]);
  await change(fourth.orderId, { allergies: [{ text: 'Kiwi' }] });
  expect((await read(third.orderId)).allergies).toEqual([{ text: 'Kiwi' }]);
  await sound();
});

test('a table with many allergies can be edited, and more than its orders can have are refused', async () => {
  const { billId } = await seated();
  const texts = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) => ({ text: `Allergy ${from + index}` }));
  const state = (from: number, count: number) =>
    call('addRound', { billId, items: [lassi()], allergies: texts(from, count) });
  for (const from of [0, 20, 40, 60]) expect((await state(from, 20)).status).toBe(200);
  const {
    orders: [first],
  } = await tab(billId);
  expect(first?.allergies).toEqual(texts(0, 80));
  await change(first?.id ?? '', { allergies: texts(0, 81) });
  const refused = await state(81, 20);
  expect([refused.status, refused.body]).toEqual([
    400,
    expect.objectContaining({ code: 'invalid-argument', error: 'At most 100 allergies can be stated.' }),
  ]);
  expect((await state(81, 19)).status).toBe(200);
  await change(first?.id ?? '', { allergies: texts(0, 99) });
  expect((await tab(billId)).tab.allergies).toEqual(texts(0, 99));
  // The table goes on with a new bill, on which no order has them yet.
  await done('printBill', { billId });
  expect((await state(200, 2)).status).toBe(400);
  expect((await state(200, 1)).status).toBe(200);
});

test('a program takes no allergy off a table, nor limits it to a seat', async () => {
  const made = await server.call('createApiKey', { body: { name: 'Kitchen program' } }, admin);
  const { billId } = await seated();
  await done('addRound', { billId, items: [korma()], allergies: [NUTS] });
  const { orderId, order } = await done('addRound', { billId, items: [kofta({ seat: 1 })] });
  for (const allergies of [[], [{ ...NUTS, seat: 2 }]]) {
    const body = { orderId, version: order.version, allergies };
    const refused = await call('changeOrder', body as never, { 'x-api-key': made.body.key ?? '', ...newKey() });
    expect([refused.status, refused.body.code]).toEqual([403, 'permission-denied']);
  }
});

test('of sixteen rounds at once, from all tablets, none is without the allergy that came before', async () => {
  const { sittingId, billId } = await seated();
  await done('addRound', { billId, items: [korma()], allergies: [NUTS] });
  const rounds = await Promise.all(
    Array.from({ length: 16 }, (_, index) =>
      done('addRound', {
        ...(index % 2 === 0 ? { billId } : { sittingId }),
        items: [kofta()],
        ...(index % 4 === 0 && { allergies: [{ text: `Allergy ${index}` }] }),
      }),
    ),
  );
  expect(rounds.filter(({ order }) => !order.allergies.some(({ code }) => code === 'tree-nuts'))).toEqual([]);
  // What was stated meanwhile is on all of them, because none is served.
  const { orders } = await tab(billId);
  expect(new Set(orders.map(({ allergies }) => allergies.length))).toEqual(new Set([5]));
  await sound();
});

test('rounds that state an allergy and cooks at work on the same tab never deadlock', async () => {
  const { sittingId, billId } = await seated();
  const open: string[] = [];
  for (let round = 0; round < 4; round++) open.push((await done('addRound', { billId, items: [kofta()] })).orderId);
  await Promise.all(open.map((orderId) => setStatus(orderId, 'preparing')));
  const query = vi.spyOn(pg.Client.prototype, 'query');
  for (let time = 0; time < 4; time++) {
    const items = [lassi()];
    await Promise.all([
      ...[{ billId }, { sittingId }].map((to, index) =>
        done('addRound', { ...to, items, allergies: [{ text: `Allergy ${time} ${index}` }] }),
      ),
      done('addRound', { billId, items }),
      ...open.map((orderId, index) =>
        server.call(
          'strikeOrderItem',
          { body: { orderId, line: 1, done: (time + index) % 2 === 0 } },
          { ...cook, ...newKey() },
        ),
      ),
    ]);
  }
  const codes = query.mock.settledResults.map(({ value }) => (value as { code?: string } | undefined)?.code);
  query.mockRestore();
  expect(codes).not.toContain('40P01');
  expect(new Set((await tab(billId)).orders.map(({ allergies }) => allergies.length))).toEqual(new Set([8]));
  await sound();
});
