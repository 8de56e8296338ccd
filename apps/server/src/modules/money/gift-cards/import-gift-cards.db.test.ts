import { expect, test } from 'vitest';
import { auditData } from '../../../operations/data-audit/audit-data.ts';
import { payloadMaker } from '../../../testing/order-payload.ts';
import { SITE_KEY, testServer } from '../../../testing/server.ts';

const server = await testServer({ env: { RATE_LIMITS: '0' } });
const { db } = server.context;
const admin = await server.signIn('admin@demo.test');
const order = await payloadMaker(server);
const keyed = () => ({ ...admin, 'idempotency-key': crypto.randomUUID() });

const fileOf = (...rows: string[]) => ({
  kind: 'gift-cards' as const,
  locationId: 'truro',
  file: Buffer.from(['code,balance,expires,email', ...rows].join('\n')).toString('base64'),
});
const preview = async (body: ReturnType<typeof fileOf>) =>
  (await server.call('previewFileImport', { body }, admin)).body;
async function bring(...rows: string[]) {
  const body = fileOf(...rows);
  const { token } = await preview(body);
  return (await server.call('importFile', { body: { ...body, token } }, keyed())).body;
}
const balance = (code: string) => server.call('getGiftCardBalance', { query: { code } }, SITE_KEY);
const pay = (giftCardCode: string) =>
  server.call(
    'createCustomerOrderCash',
    { body: { ...order({}), giftCardCode } },
    { ...SITE_KEY, 'idempotency-key': crypto.randomUUID() },
  );
const cards = async () => (await server.call('getGiftCards', { query: {} }, admin)).body.giftCards;
const brokenRules = async () => (await auditData(server.context)).broken;

server.clock.set('2026-11-20T22:00:00.000Z');
const today = '2026-11-20';
async function report() {
  const query = { locationId: 'truro', from: today, to: today };
  return (await server.call('getReport', { query }, admin)).body;
}
const journal = async () =>
  (await server.call('getJournal', { query: { locationId: 'truro', from: today, to: today } }, admin)).body.days[0]
    ?.lines;

test('the owner takes over cards: guests pay with the printed code, and the report owes the balance without a sale', async () => {
  const before = await report();
  const body = fileOf('7783 3200 1111 2222,$40.00,,asha@card.test', 'x,5,,');
  const plan = await preview(body);
  expect(plan).toMatchObject({
    added: [{ row: 2, name: '••••2222', text: '$40.00, asha@card.test' }],
    notes: [expect.stringContaining('$40.00'), expect.any(String)],
    refused: [{ row: 3 }],
  });
  expect((await balance('7783320011112222')).status).toBe(409);
  expect((await server.call('importFile', { body: { ...body, token: plan.token } }, keyed())).body).toMatchObject({
    added: 1,
    summary: 'Gift cards: 1',
  });
  expect((await balance('7783-3200-1111-2222')).body).toMatchObject({ balance: 40, last4: '2222' });
  expect(await cards()).toMatchObject([
    { last4: '2222', amount: 40, tender: 'taken-over', soldBy: null, email: 'asha@card.test' },
  ]);
  const after = await report();
  expect(after).toMatchObject({
    giftCardsTakenOver: 40,
    giftCardsSold: before.giftCardsSold,
    giftCardsOwed: (before.giftCardsOwed ?? 0) + 40,
    received: before.received,
    sales: before.sales,
    tenders: before.tenders,
  });
  expect(await journal()).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ item: 'gift-cards-taken-over', debit: 40 }),
      expect.objectContaining({ item: 'gift-cards', credit: 40 }),
    ]),
  );
  expect((await pay('7783320011112222')).status).toBe(200);
  expect((await balance('7783320011112222')).body.balance).toBeLessThan(40);
  expect(await brokenRules()).toEqual([]);
});

test('a card that is here already is refused, also if it was used', async () => {
  await bring('7783320022223333,30,,');
  expect(await preview(fileOf('7783 3200 2222 3333,99,,'))).toMatchObject({
    added: [],
    refused: [{ row: 2, reason: expect.stringContaining('is here already') }],
  });
});

test('undo empties unused cards and ends their codes, keeps used ones, and the code can be imported again', async () => {
  const owed = (await report()).giftCardsOwed;
  const { importId } = await bring('7783320033334444,30,,', '7783320044445555,25,,used@card.test');
  expect((await pay('7783320044445555')).status).toBe(200);
  const left = (await balance('7783320044445555')).body.balance;
  const undone = await server.call('undoFileImport', { body: { kind: 'gift-cards', importId } }, keyed());
  expect(undone.body).toMatchObject({ removed: 1, stayed: 1 });
  expect([(await balance('7783320033334444')).status, (await balance('7783320044445555')).body.balance]).toEqual([
    409,
    left,
  ]);
  expect((await report()).giftCardsOwed).toBeCloseTo((owed ?? 0) + left, 2);
  expect((await cards()).map(({ last4 }) => last4)).not.toContain('4444');
  await bring('7783320033334444,30,,');
  expect((await balance('7783320033334444')).body.balance).toBe(30);
  expect(await brokenRules()).toEqual([]);
});

test('a card of another system can be blocked and mailed, and no money goes back for it', async () => {
  await bring('7783320055556666,3,,');
  const giftCardId = (await cards()).find(({ last4 }) => last4 === '6666')?.giftCardId ?? '';
  const { code } = (await server.call('showGiftCardCode', { body: { giftCardId } }, admin)).body;
  expect((await balance(code)).body.balance).toBe(3);
  const undo = await server.call('undoGiftCardSale', { body: { giftCardId, reason: 'x' } }, keyed());
  expect([undo.status, undo.body.error]).toEqual([409, expect.stringContaining('sold in another system')]);
  const block = { giftCardId, isBlocked: true, reason: 'lost' };
  expect((await server.call('blockGiftCard', { body: block }, keyed())).status).toBe(200);
  expect((await balance('7783320055556666')).body.code).toBe('gift-card-blocked');
});

test('forgetting a guest takes the address off the card, whose balance stays', async () => {
  await bring('7783320066667777,12,,gone@card.test');
  expect((await server.call('forgetPerson', { body: { email: 'gone@card.test' } }, admin)).status).toBe(200);
  const card = (await cards()).find(({ last4 }) => last4 === '7777');
  expect(card).toMatchObject({ email: null, balance: 12 });
});

test('staff find a card of another system by the address of its holder, and its code is shown in no list', async () => {
  await bring('7783320077778888,12,,holder@card.test');
  const { giftCards } = (await server.call('getGiftCards', { query: { search: 'holder@' } }, admin)).body;
  expect(giftCards).toMatchObject([{ last4: '8888' }]);
  expect(JSON.stringify(giftCards)).not.toContain('77778888');
});

test('an import of cards for a location that does not exist is refused', async () => {
  const body = { ...fileOf('7783320088889999,12,,'), locationId: 'nowhere' };
  expect((await server.call('previewFileImport', { body }, admin)).status).toBe(404);
});

test('a copy of the database does not have the printed codes', async () => {
  const rows = await db.selectFrom('gift_cards').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain('778332');
});
