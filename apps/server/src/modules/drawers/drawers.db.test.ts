import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { cookiesSetBy } from '../../platform/auth/session-cookie.ts';
import { auditData } from '../../operations/data-audit/audit-data.ts';
import { testServer, type Caller } from '../../testing/server.ts';
import { newRandom } from '../../testing/random.ts';

const server = await testServer({ env: { RATE_LIMITS: '0' } });
const { db } = server.context;
server.clock.set('2026-11-20T20:00:00.000Z');
const staff = await server.signIn('staff.truro@demo.test');
const manager = await server.signIn('manager.truro@demo.test');

const newKey = () => ({ 'idempotency-key': crypto.randomUUID() });
const saved = await server.call(
  'saveDrawers',
  { body: { locationId: 'truro', drawers: [{ name: 'Till 1' }, { name: 'Till 2' }] } },
  manager,
);
const [drawerId = '', secondId = ''] = saved.body.drawers.map((each) => each.drawerId);

const open = (counted: number | Record<string, number>, id = drawerId, as: Caller = staff) =>
  server.call('openDrawer', { body: { drawerId: id, counted } }, as);
type EntryBody = { id?: string; reason?: string; drawerId?: string };
const entry = (
  kind: 'pay-in' | 'pay-out' | 'drop' | 'no-sale',
  amount: number,
  more: EntryBody = {},
  as: Caller = {},
) =>
  server.call(
    'addDrawerEntry',
    { body: { drawerId, kind, amount, reason: 'Ice and lemons', id: crypto.randomUUID(), ...more } },
    { ...staff, ...as },
  );
/** A sum in notes of twenty and coins of five cents. */
const pieces = (sum: number) => {
  const cents = Math.round(sum * 100);
  return { 20: Math.floor(cents / 2000), 0.05: (cents % 2000) / 5 };
};
interface Closing {
  readonly reason?: string;
  readonly left?: number;
  readonly drawerId?: string;
}
const close = (counted: Record<string, number>, more: Closing = {}, as: Caller = staff) =>
  server.call('closeDrawer', { body: { drawerId, counted, ...more } }, as);

/** A tab on which one dish of this price was ordered. Its total has 14 % of tax. */
async function tab(price: number): Promise<string> {
  const items = [{ id: 'open', name: 'Dish', price, quantity: 1, open: {} }];
  const { billId } = (await server.call('openTab', { body: { locationId: 'truro', label: 'Bar' } }, staff)).body;
  expect((await server.call('addRound', { body: { billId, items } }, { ...staff, ...newKey() })).status).toBe(200);
  return billId;
}
const pay = (billId: string, amount: number, as: Caller = {}) =>
  server.call('addPayment', { body: { billId, tender: 'cash', amount } }, { ...staff, ...newKey(), ...as });
const entriesOf = (id = drawerId) =>
  db.selectFrom('drawer_entries').selectAll().where('drawer_id', '=', id).orderBy('at').orderBy('id').execute();

async function sound(): Promise<void> {
  await server.settle();
  expect((await auditData(server.context)).broken).toEqual([]);
}

test('with no open drawer cash is recorded as before, and nothing is in a drawer', async () => {
  expect((await pay(await tab(10), 11.4)).status).toBe(200);
  expect(await entriesOf()).toEqual([]);
});

test('a drawer with 289.00 counted at 286.55 is 2.45 short, and nobody sees 289.00 before the count', async () => {
  expect((await open(200)).body).toMatchObject({ number: 1, float: 200, openingDifference: 0 });
  const billId = await tab(73.6);
  for (const amount of [49.9, 10.55, 23.45]) expect((await pay(billId, amount)).status).toBe(200);
  await entry('pay-in', 50);
  await entry('pay-out', 20);
  const refund = { orderId: billId, amount: 9.9, reason: 'Cold' };
  expect((await server.call('refundAmount', { body: refund }, { ...manager, ...newKey() })).status).toBe(200);
  await entry('drop', 15, { reason: '' });
  await entry('no-sale', 0, { reason: 'Change for a guest' });
  const { body } = await server.call('getDrawers', { query: { locationId: 'truro' } }, staff);
  expect(body.drawers[0]?.shift?.entries.map(({ kind }) => kind)).toEqual(['pay-in', 'pay-out', 'drop', 'no-sale']);
  expect(JSON.stringify(body)).not.toMatch(/\b289\b/);
  server.clock.forward(60_000);
  const counted = { 20: 6, 10: 7, 5: 9, 2: 14, 1: 16, 0.25: 22, 0.1: 17, 0.05: 7 };
  const closed = await close(counted, { left: 200 });
  expect(closed.body).toMatchObject({ expected: 289, counted: 286.55, difference: -2.45 });
  // Sent twice, by a device that got no answer and made a new key: one closing.
  expect((await close(counted)).body).toEqual(closed.body);
  await sound();
});

test('a float that differs from the last count is booked once, when it is opened', async () => {
  expect((await open(pieces(195))).body).toMatchObject({ number: 2, float: 195, openingDifference: -5 });
  server.clock.forward(60_000);
  expect((await close(pieces(195))).body).toMatchObject({ expected: 195, difference: 0 });
});

test('no refusal of a count has a figure, a later count needs a reason, and closing and log keep all counts', async () => {
  const { number } = (await open(100)).body;
  server.clock.forward(60_000);
  const figure = /\d/;
  const alone = await close(pieces(94.95));
  expect([alone.status, alone.body]).toMatchObject([400, { field: 'reason', difference: null }]);
  expect(alone.body.error).toBe('The count differs from what should be in it. Count again, or give the reason.');
  // A count that fits gets the same words as one that does not.
  for (const sum of [100, 4]) {
    const again = await close(pieces(sum));
    expect([again.status, again.body]).toMatchObject([400, { field: 'reason', difference: null }]);
    expect(again.body.error).toBe('It was counted before. Give the reason for counting again.');
  }
  const asked = await close(pieces(94.95), { reason: 'Gave too much change' });
  expect([asked.status, asked.body]).toMatchObject([403, { code: 'manager-needed', difference: null }]);
  expect(asked.body.error).not.toMatch(figure);
  const { body } = await close(pieces(94.95), { reason: 'Gave too much change' }, manager);
  expect(body).toMatchObject({ expected: 100, difference: -5.05 });
  const shift = await db.selectFrom('drawer_shifts').selectAll().where('number', '=', number).executeTakeFirstOrThrow();
  const amounts = [94.95, 100, 4, 94.95];
  expect([shift.reason, shift.approved_by === shift.closed_by]).toEqual(['Gave too much change', true]);
  const date = '2026-11-20';
  const { body: closing } = await server.call('getClosing', { query: { locationId: 'truro', date } }, manager);
  expect(closing).toHaveProperty('shifts');
  const counts = closing.shifts.find((each) => each.number === number)?.countedBefore ?? [];
  expect(counts.map(({ amount }) => amount)).toEqual(amounts);
  expect(new Set(counts.map(({ by, at }) => `${by} ${at}`))).toEqual(
    new Set([`Arjun Patel ${server.clock.now().toISOString()}`]),
  );
  const { after } = await db
    .selectFrom('audit_log')
    .select('after')
    .where('action', '=', 'close-drawer')
    .orderBy('at', 'desc')
    .executeTakeFirstOrThrow();
  expect(after).toMatchObject({ counted: 94.95, countedBefore: amounts.map((amount) => `${amount}, Arjun Patel`) });
});

test('a drawer that was counted right at the second time is closed with the reason, without a manager', async () => {
  await open(100);
  server.clock.forward(60_000);
  expect((await close({})).status).toBe(400);
  expect((await close(pieces(100), { reason: 'Forgot the notes' })).body).toMatchObject({ difference: 0 });
});

test('of two people who open, and close, one drawer at once, one does, and the other reads who did', async () => {
  const opened = await Promise.all([open(50), open(50, drawerId, manager)]);
  expect(opened.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect(opened.find(({ status }) => status === 409)?.body.error).toMatch(/^At \d.+ opened Till 1\.$/);
  server.clock.forward(60_000);
  const closed = await Promise.all([close(pieces(50)), close(pieces(50.05), {}, manager)]);
  expect(closed.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect(closed.find(({ status }) => status === 409)?.body.error).toMatch(/ closed Till 1 at .*, No\. 5\./);
  await sound();
});

test.each([
  ['a negative amount', { kind: 'pay-out', amount: -1 }],
  ['a huge amount', { kind: 'pay-in', amount: 1_000_000.05 }],
  ['no amount', { kind: 'pay-in', amount: 0 }],
  ['no reason', { kind: 'pay-out', amount: 5, reason: ' ' }],
  ['a reason of 81 letters', { kind: 'pay-out', amount: 5, reason: 'x'.repeat(81) }],
] as const)('an entry with %s is refused in words', async (_, { kind, amount, ...more }) => {
  const refused = await entry(kind, amount, more);
  expect([refused.status, refused.body.code]).toEqual([400, 'invalid-argument']);
});

test('an entry whose id was sent before is recorded once, and a closed drawer takes none', async () => {
  expect((await entry('pay-in', 5)).body.error).toBe('Till 1 is closed. Open it first, and count what is in it.');
  await open(50);
  const before = (await entriesOf()).length;
  for (let sent = 0; sent < 2; sent++) await entry('pay-in', 5, { id: 'of-the-device' });
  expect((await entriesOf()).length).toBe(before + 1);
  server.clock.forward(60_000);
  await close(pieces(55));
});

test('drawers of a location that is not known are refused', async () => {
  const admin = await server.signIn('admin@demo.test');
  const answer = await server.call(
    'saveDrawers',
    { body: { locationId: 'nowhere', drawers: [{ name: 'Till' }] } },
    admin,
  );
  expect(answer).toMatchObject({ status: 404, body: { code: 'location-not-found' } });
});

test('the bag of a driver who does not work here, and notes that do not exist, are refused in words', async () => {
  const known = [
    { drawerId, name: 'Till 1' },
    { drawerId: secondId, name: 'Till 2' },
  ];
  const bags = { locationId: 'truro', drawers: [...known, { name: 'Bag', personId: 'NaN' }] };
  const unknown = await server.call('saveDrawers', { body: bags }, manager);
  expect([unknown.status, unknown.body.error]).toEqual([404, 'Nobody with this name works here.']);
  const wrong = await open({ 7: 1 });
  expect([wrong.status, wrong.body]).toMatchObject([
    400,
    { field: 'counted', error: 'There is no note or coin of 7.' },
  ]);
});

test('cash goes to the drawer of the till that took it, and a drawer that is open cannot be removed', async () => {
  await open(10);
  const secondTill = cookiesSetBy(new Response(null, { headers: (await open(20, secondId, manager)).headers }));
  const billId = await tab(100);
  // The device that opened the other till, also when a colleague uses it.
  await pay(billId, 10, { 'x-drawer': secondId, cookie: `${staff['cookie']}; ${secondTill}` });
  await pay(billId, 5);
  expect((await entriesOf(secondId)).at(-1)?.amount_cents).toBe(10_00);
  expect((await entriesOf()).at(-1)?.amount_cents).toBe(5_00);
  const gone = await server.call('saveDrawers', { body: { locationId: 'truro', drawers: [] } }, manager);
  expect(gone.body.error).toBe('Till 1 is open. Count and close it before you remove it.');
  server.clock.forward(60_000);
  await close(pieces(15));
  await close(pieces(30), { drawerId: secondId });
});

test('a phone cannot book what a person took into the till of a colleague, and the log has the attempt', async () => {
  await open(10);
  await open(20, secondId, manager);
  const billId = await tab(100);
  await pay(billId, 10, { 'x-drawer': secondId });
  await pay(billId, 5, {
    'x-drawer': secondId,
    cookie: `${staff['cookie']}; tiffin.drawer=drawer%3A${secondId}.forged`,
  });
  expect(
    (await entriesOf())
      .slice(-2)
      .map((each) => each.amount_cents)
      .toSorted((a, b) => a - b),
  ).toEqual([5_00, 10_00]);
  const log = await db.selectFrom('audit_log').selectAll().where('action', '=', 'book-in-own-drawer').execute();
  expect(log).toMatchObject([
    { subject_id: drawerId, after: { name: 'Till 2' } },
    { subject_id: drawerId, after: { name: 'Till 2' } },
  ]);
  server.clock.forward(60_000);
  await close(pieces(25));
  // Without a till of their own, the person uses the one that the device names.
  await pay(billId, 7, { 'x-drawer': secondId });
  expect((await entriesOf(secondId)).at(-1)?.amount_cents).toBe(7_00);
  server.clock.forward(60_000);
  await close(pieces(27), { drawerId: secondId });
});

test('staff pay out up to 100.00 of a drawer, and never more than is in it; a manager approves more', async () => {
  await open(120);
  const large = await entry('pay-out', 100.05);
  expect([large.status, large.body.code]).toEqual([403, 'manager-needed']);
  expect(large.body.error).toBe('A manager has to approve paying $100.05 out of Till 1.');
  // Two at once are within the limit one by one, and not together.
  const both = await Promise.all([entry('pay-out', 60), entry('pay-out', 60)]);
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403]);
  expect((await entry('pay-out', 300, {}, manager)).status).toBe(200);
  await entry('pay-in', 290, {}, manager);
  const id = crypto.randomUUID();
  expect((await entry('pay-out', 40, { id })).status).toBe(200);
  // Sent again after its answer was lost: it is already out of the drawer.
  expect((await entry('pay-out', 40, { id })).status).toBe(200);
  expect((await entry('pay-out', 10.05)).body.code).toBe('manager-needed');
  server.clock.forward(60_000);
  await close(pieces(10));
});

test('staff pay out up to 100.00 of a drawer that is closed, dated into its last shift, and a manager more', async () => {
  await open(500);
  server.clock.forward(60_000);
  const inShift = { 'x-done-at': server.clock.now().toISOString() };
  server.clock.forward(60_000);
  await close(pieces(500));
  const both = await Promise.all([entry('pay-out', 60, {}, inShift), entry('pay-out', 60, {}, inShift)]);
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403]);
  expect((await entry('pay-out', 40.05, {}, inShift)).body.code).toBe('manager-needed');
  // What was paid out counts in the next shift, too.
  await open(440);
  expect((await entry('pay-out', 40.05)).body.code).toBe('manager-needed');
  expect((await entry('pay-out', 200, {}, manager)).status).toBe(200);
  server.clock.forward(60_000);
  await close(pieces(180));
});

test('an entry that a device dates before the drawer was opened is as old as the shift', async () => {
  server.clock.forward(60_000);
  await open(10);
  const openedAt = server.clock.now();
  server.clock.forward(60_000);
  const id = crypto.randomUUID();
  await entry('pay-in', 1, { id }, { 'x-done-at': new Date(openedAt.getTime() - 30_000).toISOString() });
  const row = await db.selectFrom('drawer_entries').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  expect([row.done_at.getTime(), row.late_for]).toEqual([openedAt.getTime(), null]);
  await close(pieces(11));
});

test('cash taken offline before a count arrives in the running shift, and the counted one stays as it was', async () => {
  await open(100);
  const billId = await tab(50);
  server.clock.forward(60_000);
  const takenAt = server.clock.now().toISOString();
  server.clock.forward(60_000);
  await close(pieces(120), { reason: 'Not sent yet' }, manager);
  const counted = await db.selectFrom('drawer_shifts').selectAll().orderBy('number', 'desc').executeTakeFirstOrThrow();
  server.clock.forward(60_000);
  // No drawer is open: it waits for the next shift.
  await pay(billId, 20, { 'x-done-at': takenAt });
  expect((await entriesOf()).at(-1)).toMatchObject({ shift_id: null, late_for: counted.id });
  await open(120);
  const late = (await entriesOf()).find((each) => each.late_for === counted.id);
  expect(late).toMatchObject({ amount_cents: 20_00, done_at: new Date(takenAt) });
  expect(late?.shift_id).not.toBeNull();
  expect(await db.selectFrom('drawer_shifts').selectAll().where('id', '=', counted.id).executeTakeFirst()).toEqual(
    counted,
  );
  server.clock.forward(60_000);
  // 20.00 were too much in the first count, and are missing in the second: together nothing is.
  expect((await close(pieces(120), { reason: 'Counted before' }, manager)).body.difference).toBe(-20);
  await sound();
});

test('the time of a device whose clock is wrong counts as now', async () => {
  await open(10);
  for (const doneAt of ['2031-01-01T00:00:00Z', '2001-01-01T00:00:00Z', 'yesterday']) {
    const id = crypto.randomUUID();
    await entry('pay-in', 1, { id }, { 'x-done-at': doneAt });
    const row = await db.selectFrom('drawer_entries').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    expect([row.done_at, row.late_for]).toEqual([server.clock.now(), null]);
  }
  server.clock.forward(60_000);
  await close(pieces(13));
});

/** `npm test` plays a few evenings; RANDOM_EVENINGS plays more. */
const EVENINGS = Number(process.env['RANDOM_EVENINGS'] ?? 6);
/** The audit reads the data of all evenings, so it runs after some of them. */
const AUDITED_EVENINGS = 25;

/** Where shifts, entries, payments and bills of an evening do not agree; the audit finds the same in all data. */
async function disagreements(since: Date, bills: readonly string[]): Promise<unknown[]> {
  const { rows } = await sql`
    with coins as (
      select id, captured_at as at, amount_cents + tip_cents + cash_rounding_cents as cents from payments
      where bill_id = any(${bills}::text[]) and status = 'succeeded' and method = 'cash'
      union all
      select id, settled_at, amount_cents + tip_cents + cash_rounding_cents from refunds
      where bill_id = any(${bills}::text[]) and status = 'succeeded' and method = 'cash'
    )
    select 'expected' as what, s.id from drawer_shifts s where s.closed_at > ${since} and s.expected_cents <> s.float_cents + (
      select coalesce(sum(case when kind in ('sale', 'pay-in') then amount_cents else -amount_cents end), 0)
      from drawer_entries where shift_id = s.id)
    union all
    select 'entry', e.id from drawer_entries e left join coins c on c.id in (e.payment_id, e.refund_id)
    where e.at > ${since} and e.kind in ('sale', 'refund') and e.amount_cents is distinct from c.cents
    union all
    select 'no entry', c.id from coins c
    where not exists (select from drawer_entries where c.id in (payment_id, refund_id)) and exists (
      select from drawer_shifts where c.at > opened_at and (closed_at is null or c.at < closed_at))
    union all
    select 'paid', b.id from bills b where b.id = any(${bills}::text[]) and (
      b.paid_cents > b.total_cents or b.paid_cents <> (
        select coalesce(sum(amount_cents), 0) from payments where bill_id = b.id and status = 'succeeded') - (
        select coalesce(sum(amount_cents), 0) from refunds where bill_id = b.id and of_change))
  `.execute(db);
  return rows;
}

test(
  'in random evenings drawers, payments and refunds agree at every step',
  { timeout: EVENINGS * 20_000 },
  async () => {
    const broken: unknown[] = [];
    for (let seed = 1; seed <= EVENINGS && broken.length === 0; seed++) {
      const since = server.clock.now();
      const random = newRandom(seed);
      const amount = () => random.int(1, 400) / 20;
      const drawer = () => (random.int(0, 1) === 0 ? drawerId : secondId);
      const bills = [await tab(300), await tab(200)];
      const paid: { billId: string; paymentId: string }[] = [];
      const billId = () => bills[random.int(0, 1)] ?? '';
      const late = (): Readonly<Record<string, string>> =>
        random.int(0, 3) === 0
          ? { 'x-done-at': new Date(server.clock.now().getTime() - random.int(1, 9) * 60_000).toISOString() }
          : {};
      const steps = [
        async () => {
          const id = billId();
          const { status, body } = await pay(id, amount(), { 'x-drawer': drawer(), ...late() });
          if (status === 200) paid.push({ billId: id, paymentId: body.paymentId });
        },
        async () => {
          const undone = paid.pop();
          if (undone) {
            await server.call(
              'undoPayment',
              { body: { ...undone, reason: 'Wrong' } },
              { ...manager, ...newKey(), ...late() },
            );
          }
        },
        () => entry('pay-in', amount(), { drawerId: drawer() }, late()),
        () => entry('pay-out', amount(), { drawerId: drawer() }, late()),
        () => open(100, drawer()),
        () => close(pieces(100 + amount()), { drawerId: drawer(), reason: 'Whatever' }, manager),
      ];
      for (let step = 0; step < 25; step++) {
        server.clock.forward(random.int(1, 90) * 1000);
        const one = async () => steps[random.int(0, steps.length - 1)]?.();
        await Promise.all(random.int(0, 4) === 0 ? [one(), one()] : [one()]);
        broken.push(...(await disagreements(since, bills)));
      }
      if (seed % AUDITED_EVENINGS === 0 || seed === EVENINGS) broken.push(...(await auditData(server.context)).broken);
    }
    expect(broken).toEqual([]);
  },
);
