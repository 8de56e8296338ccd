import type { AuditSubjectKind } from '@tiffin/domain/people';
import { expect, test } from 'vitest';
import { transaction } from '../../platform/db/transaction.ts';
import { testServer } from '../../testing/server.ts';
import { recordAuditEntries } from './record-audit-entries.ts';

const server = await testServer();
const { db } = server.context;
const admin = await server.signIn('admin@demo.test');
const idOf = async (email: string) =>
  (await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id;
const [meera, arjun] = [await idOf('manager.truro@demo.test'), await idOf('staff.truro@demo.test')];

const record = (at: string, userId: string, action: string, subject: { kind: AuditSubjectKind; id: string }) =>
  transaction(db, (tx) =>
    recordAuditEntries(tx, {
      at: new Date(at),
      actor: {
        kind: 'person',
        userId,
        role: 'manager',
        locationIds: ['truro'],
        email: 'someone@demo.test',
        name: 'Someone',
      },
      action,
      subject,
      locationId: 'truro',
    }),
  );

await db.deleteFrom('audit_log').execute();
await record('2026-11-01T12:00:00Z', meera, 'refund-order', { kind: 'order', id: 'TRU-20261101-AAAAA' });
await record('2026-11-02T12:00:00Z', arjun, 'move-order', { kind: 'order', id: 'TRU-20261101-BBBBB' });
await record('2026-11-03T12:00:00Z', meera, 'set-costs', { kind: 'menu', id: 'truro' });
await record('2026-11-04T12:00:00Z', meera, 'update-user', { kind: 'user', id: arjun });

async function found(query: object): Promise<string[]> {
  const { status, body } = await server.call('getAuditLog', { query }, admin);
  expect(status).toBe(200);
  return body.entries.map(({ action }) => action);
}

test('an admin reads the newest entries first', async () => {
  expect(await found({})).toEqual(['update-user', 'set-costs', 'move-order', 'refund-order']);
});

test('the filters by person, kind and time leave only what they name, also together', async () => {
  expect(await found({ actorId: arjun })).toEqual(['move-order']);
  expect(await found({ actorId: 'nobody' })).toEqual([]);
  expect(await found({ kind: 'orders' })).toEqual(['move-order', 'refund-order']);
  expect(await found({ kind: 'menu' })).toEqual(['set-costs']);
  expect(await found({ kind: 'people' })).toEqual(['update-user']);
  expect(await found({ from: '2026-11-02T12:00:00Z', to: '2026-11-03T12:00:00Z' })).toEqual([
    'set-costs',
    'move-order',
  ]);
  expect(await found({ from: '2026-11-04T12:00:00.001Z' })).toEqual([]);
  expect(await found({ actorId: meera, kind: 'orders', to: '2026-11-02T00:00:00Z' })).toEqual(['refund-order']);
});

test('a filtered log continues page by page without gaps', async () => {
  const query = { actorId: meera, limit: 2 } as const;
  const first = (await server.call('getAuditLog', { query }, admin)).body;
  expect(first.entries.map(({ action }) => action)).toEqual(['update-user', 'set-costs']);
  const cursor = first.nextCursor ?? '';
  const rest = (await server.call('getAuditLog', { query: { ...query, cursor } }, admin)).body;
  expect([rest.entries.map(({ action }) => action), rest.nextCursor]).toEqual([['refund-order'], null]);
});

test('a search finds the new status, and the actions whose printed sentence has the words', async () => {
  expect(await found({ search: 'took money' })).toEqual([]);
  expect(await found({ search: 'refunded', actions: 'refund-order,refund-lost-payment' })).toEqual(['refund-order']);
  await transaction(db, (tx) =>
    recordAuditEntries(tx, {
      at: new Date('2026-10-01T12:00:00Z'),
      actor: { kind: 'system' },
      action: 'move-order',
      subject: { kind: 'order', id: 'TRU-20261001-CCCCC' },
      after: { status: 'cancelled' },
    }),
  );
  expect(await found({ search: 'cancelled' })).toEqual(['move-order']);
  await db.deleteFrom('audit_log').where('subject_id', '=', 'TRU-20261001-CCCCC').execute();
});

test('corrected hours have the name of the person, and are found by it', async () => {
  await record('2026-10-01T12:00:00Z', meera, 'correct-hours', { kind: 'work', id: arjun });
  const { body } = await server.call('getAuditLog', { query: { search: 'arjun', to: '2026-10-02T00:00:00Z' } }, admin);
  expect(body.entries.map(({ subjectName }) => subjectName)).toEqual([expect.stringContaining('Arjun')]);
  await db.deleteFrom('audit_log').where('subject_kind', '=', 'work').execute();
});

test('a payment has its amount as its name', async () => {
  const order = await db.selectFrom('locations').select('id').where('id', '=', 'truro').executeTakeFirstOrThrow();
  await db
    .insertInto('payments')
    .values({
      id: 'p1',
      order_id: null,
      bill_id: null,
      location_id: order.id,
      provider: 'sandbox',
      provider_payment_id: 'pay_1',
      method: 'online',
      status: 'succeeded',
      amount_cents: 2599,
      tip_cents: 100,
      cash_rounding_cents: 0,
      created_at: new Date('2026-11-01T12:00:00Z'),
      captured_at: new Date('2026-11-01T12:00:00Z'),
    })
    .execute();
  await record('2026-11-05T12:00:00Z', meera, 'refund-lost-payment', { kind: 'payment', id: 'pay_1' });
  await record('2026-11-06T12:00:00Z', meera, 'resolve-payment-attention', { kind: 'payment', id: 'gone' });
  const { body } = await server.call('getAuditLog', { query: { from: '2026-11-05T00:00:00Z' } }, admin);
  expect(body.entries.map(({ subjectName }) => subjectName)).toEqual([null, '26.99']);
});

test('an entry about hours, a drawer, a closing or a plan names the person, the drawer or the location instead of an id', async () => {
  await db.insertInto('drawers').values({ id: 'drawer-1', location_id: 'truro', kind: 'till', name: 'Bar' }).execute();
  const entries = [
    ['correct-hours', { kind: 'work', id: arjun }],
    ['close-drawer', { kind: 'drawer', id: 'drawer-1' }],
    ['close-day', { kind: 'closing', id: 'truro 7' }],
    ['save-floor', { kind: 'floor', id: 'truro' }],
  ] as const;
  for (const [action, subject] of entries) await record('2026-11-07T12:00:00Z', meera, action, subject);
  const { body } = await server.call('getAuditLog', { query: { from: '2026-11-07T00:00:00Z' } }, admin);
  const named = Object.fromEntries(body.entries.map(({ action, subjectName }) => [action, subjectName]));
  const { name } = await db.selectFrom('users').select('name').where('id', '=', arjun).executeTakeFirstOrThrow();
  expect(named).toEqual({
    'correct-hours': name,
    'close-drawer': 'Bar',
    'close-day': 'Truro Heights, 7',
    'save-floor': 'Truro Heights',
  });
});

test.each([{ from: 'yesterday' }, { kind: 'everything' }, { limit: 100_000 }])(
  'refuses the filter %j',
  async (query) => {
    expect((await server.call('getAuditLog', { query: query as never }, admin)).status).toBe(400);
  },
);
