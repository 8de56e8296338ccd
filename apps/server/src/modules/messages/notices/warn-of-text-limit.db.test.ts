import { afterEach, expect, test } from 'vitest';
import { SITE_KEY, testServer } from '../../../testing/server.ts';
import { warnOfTextLimit } from './warn-of-text-limit.ts';

const server = await testServer();
const { context, clock } = server;
const { db } = context;
const admin = await server.signIn('admin@demo.test');
const host = await server.signIn('staff.truro@demo.test');
const MOST = 2;
await server.call('updateSettings', { body: { settings: { strangersTextsMost: MOST } } }, admin);

afterEach(async () => {
  await db.deleteFrom('messages').execute();
  await db.deleteFrom('waits').execute();
});

let guests = 0;
/** A guest joins the waitlist with this number, or one of Nova Scotia. Returns what became of the text. */
async function join(locationId: string, phone = `+1902555${String(1000 + guests)}`, as = {}) {
  guests += 1;
  const body = { locationId, name: 'Robin', phone, partySize: 2 };
  const from = { 'idempotency-key': crypto.randomUUID(), 'x-forwarded-for': `203.0.113.${guests}` };
  expect((await server.call('joinWaitlist', { body }, { ...from, ...as })).status).toBe(200);
  const row = await db
    .selectFrom('messages')
    .select('status')
    .where('recipient', '=', phone)
    .orderBy('created_at', 'desc')
    .executeTakeFirst();
  return row?.status;
}
const warnings = async () =>
  (await db.selectFrom('messages').select('recipient').where('template', '=', 'text_limit').execute()).map(
    ({ recipient }) => recipient,
  );
const readTexts = async (locationId: string) =>
  (await server.call('getWaitlist', { query: { locationId } }, admin)).body.texts;

test('each location has its own hourly limit, which its staff see, and numbers that staff typed are not limited', async () => {
  expect([await join('truro'), await join('truro'), await join('truro')]).toEqual(['outbox', 'outbox', 'cancelled']);
  expect(await join('new-glasgow')).toBe('outbox');
  expect(await join('truro', '+19025559999', host)).toBe('outbox');
  expect([await readTexts('truro'), await readTexts('new-glasgow')]).toEqual([
    { sent: 2, most: MOST },
    { sent: 1, most: MOST },
  ]);
});

test('a guest who joins with the number of a party that staff added gets no more texts sent than other guests', async () => {
  const phone = '+19025559998';
  expect(await join('truro', phone, host)).toBe('outbox');
  const texts: unknown[] = [];
  for (let times = 0; times < 3; times++) {
    clock.forward(1000);
    texts.push(await join('truro', phone));
  }
  expect(texts).toEqual(['outbox', 'outbox', 'cancelled']);
});

test('codes count for the location of the order, and an invented location has no limit of its own', async () => {
  let calls = 0;
  const sendCode = async (locationId?: string) => {
    calls += 1;
    const body = { phone: `+1902555${2000 + calls}`, locationId };
    return (await server.call('sendOrderCode', { body }, { ...SITE_KEY, 'x-forwarded-for': `198.51.100.${calls}` }))
      .status;
  };
  expect([await sendCode('truro'), await sendCode('truro'), await sendCode('truro')]).toEqual([200, 200, 429]);
  expect([await sendCode('new-glasgow'), await sendCode('nowhere'), await sendCode()]).toEqual([200, 429, 429]);
});

test('the managers of a location get one email when its limit is reached, even if two copies look', async () => {
  await join('truro');
  await warnOfTextLimit(context);
  expect(await warnings()).toEqual([]);
  await join('truro');
  await Promise.all([warnOfTextLimit(context), warnOfTextLimit(context)]);
  await join('truro');
  clock.forward(60_000);
  await warnOfTextLimit(context);
  expect(await warnings()).toEqual(['manager.truro@demo.test']);
});

test('no text goes to a premium number or to a country that only shares the code, neither at joining nor at the call', async () => {
  const { waitId } = (
    await server.call(
      'joinWaitlist',
      { body: { locationId: 'truro', name: 'Robin', phone: '+18765550123', partySize: 2 } },
      { 'idempotency-key': 'jamaica' },
    )
  ).body;
  await server.call('callWaiting', { body: { waitId } }, host);
  const texts = await db.selectFrom('messages').select(['status', 'last_error']).execute();
  const elsewhere = 'Not sent: texts to this country go only to confirmed numbers (Settings).';
  expect(texts).toEqual([
    { status: 'cancelled', last_error: elsewhere },
    { status: 'cancelled', last_error: elsewhere },
  ]);
  expect(await join('truro', '+19005550123')).toBe('cancelled');
});
