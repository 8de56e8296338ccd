import type { Kysely } from 'kysely';
import { expect, test } from 'vitest';
import * as moveSecurityLog from '../../platform/db/migrations/0090-move-security-log.ts';
import { testServer } from '../../testing/server.ts';

const server = await testServer();
const { db, database } = server.context;
/** The table of the previous version, which this one no longer describes. */
const former = database.untyped as unknown as Kysely<{ security_log: Record<string, unknown> }>;
const admin = await server.signIn('admin@demo.test');
const [meera, arjun] = await Promise.all(
  ['manager.truro@demo.test', 'staff.truro@demo.test'].map((email) =>
    db.selectFrom('users').select(['id', 'name']).where('email', '=', email).executeTakeFirstOrThrow(),
  ),
);
const device = { browser: 'Chrome', system: 'Windows', copy: 'till:42', request_id: 'r1' };

/** As the previous version wrote it: a change of access was in both logs. */
async function writeAsBefore(at: string, address: string): Promise<void> {
  const times = { at: new Date(at), last_at: new Date(at) };
  await db
    .insertInto('audit_log')
    .values({
      at: times.at,
      actor_kind: 'person',
      actor_id: meera?.id ?? '',
      actor_name: 'Meera Nair',
      action: 'update-user',
      subject_kind: 'user',
      subject_id: arjun?.id ?? '',
      before: JSON.stringify({ role: 'staff', locationIds: ['truro'] }),
      after: JSON.stringify({ role: 'manager', locationIds: [] }),
      request_id: 'r1',
      address,
    })
    .execute();
  const byMeera = { actor_kind: 'person', actor_id: meera?.id ?? '' } as const;
  const about = { ...times, ...device, address, user_id: arjun?.id ?? '' };
  const details = JSON.stringify({ before: ['staff'], after: ['manager'] });
  await former
    .insertInto('security_log')
    .values({ ...about, ...byMeera, kind: 'role-changed', details })
    .execute();
  await former
    .insertInto('security_log')
    .values({ ...about, ...byMeera, kind: 'locations-changed' })
    .execute();
  await former
    .insertInto('security_log')
    .values({ ...about, kind: 'signed-in', proven_by: 'passkey' })
    .execute();
  for (const count of [2, 3]) {
    await former
      .insertInto('security_log')
      .values({ ...times, ...device, address, kind: 'api-key-refused', count, repeat_key: `${address} ${count}` })
      .execute();
  }
}

async function readFrom(address: string) {
  const { body } = await server.call('getAuditLog', { query: { kind: 'access', address } }, admin);
  return body.entries.toReversed();
}

const EXPECTED = [
  { action: 'update-user', actorName: 'Meera Nair', after: { role: 'manager' }, count: 1 },
  { action: 'signed-in', actorName: arjun?.name, subjectId: arjun?.id, provenBy: 'passkey' },
  { action: 'api-key-refused', actorName: 'Somebody', subjectKind: 'api-key', subjectId: '', count: 2 },
  { action: 'api-key-refused', actorName: 'Somebody', subjectKind: 'api-key', subjectId: '', count: 3 },
].map((entry) => ({ ...entry, browser: 'Chrome', system: 'Windows', copy: 'till:42', requestId: 'r1' }));

test('the upgrade moves the security log into the audit log, and a change of both logs is one entry', async () => {
  await database.pool.query('drop trigger move_security_entry on security_log');
  await writeAsBefore('2026-11-01T12:00:00Z', '203.0.113.1');
  expect(await former.selectFrom('security_log').selectAll().execute()).toHaveLength(5);
  await moveSecurityLog.up(database.untyped);
  expect(await readFrom('203.0.113.1')).toMatchObject(EXPECTED);
  expect(await former.selectFrom('security_log').selectAll().execute()).toEqual([]);
});

test('entries of a copy of the previous version that still runs are in the audit log at once', async () => {
  await writeAsBefore('2026-11-02T12:00:00Z', '203.0.113.2');
  expect(await readFrom('203.0.113.2')).toMatchObject(EXPECTED);
  expect(await former.selectFrom('security_log').selectAll().execute()).toEqual([]);
});

test('equal failures that both versions count are one entry', async () => {
  const failure = { at: new Date('2026-11-03T12:00:00Z'), last_at: new Date('2026-11-03T12:00:30Z') };
  for (const count of [2, 3]) {
    await former
      .insertInto('security_log')
      .values({
        ...failure,
        kind: 'pin-failed',
        user_id: arjun?.id ?? '',
        address: '203.0.113.3',
        count,
        repeat_key: 'k',
      })
      .onConflict((conflict) => conflict.column('repeat_key').doUpdateSet({ count: 1 }))
      .execute();
  }
  const entries = await readFrom('203.0.113.3');
  expect(entries).toMatchObject([{ action: 'pin-failed', actorName: 'Somebody', count: 5, subjectName: arjun?.name }]);
});
