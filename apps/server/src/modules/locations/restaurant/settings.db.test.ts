import { sql } from 'kysely';
import { SYSTEM_ACTOR } from '@tiffin/domain/people';
import { expect, test } from 'vitest';
import { transaction } from '../../../platform/db/transaction.ts';
import { testServer } from '../../../testing/server.ts';
import { readStream } from '../../../testing/read-stream.ts';
import { recordAuditEntries } from '../../log/record-audit-entries.ts';
import { addLocation } from '../add-location.ts';

const server = await testServer();
const { context } = server;
const admin = await server.signIn('admin@demo.test');

test('settings contain the restaurant’s details and its connected services', async () => {
  const { body } = await server.call('getSettings', {}, admin);
  expect(body.settings).toMatchObject({
    name: 'Sizzle & Spice',
    hstNumber: '123456789 RT0001',
    sender: { name: 'Sizzle & Spice', email: 'kitchen@sizzleandspice.test' },
  });
  expect(body.providers.map((provider) => provider.text)).toEqual([
    'card payments: sandbox, no money moves',
    'email: kept in the outbox, nothing is sent',
    'text messages: kept in the outbox, nothing is sent',
    'Google sign-in: off',
    'Facebook sign-in: off',
  ]);
  expect(body.providers.map((provider) => provider.about)).toEqual(['cards', 'mail', 'texts', 'sign-in', 'sign-in']);
});

test('a change shows in the next request and is announced to open pages', async () => {
  const stop = new AbortController();
  const stream = readStream(await server.fetch('/api/events', { signal: stop.signal }));
  const { body } = await server.call(
    'updateSettings',
    { body: { settings: { name: 'Pepper & Salt', hstNumber: null, logoUrl: '/images/logo.svg' } } },
    admin,
  );
  expect(body.settings).toMatchObject({ name: 'Pepper & Salt', hstNumber: null, phone: '(902) 555-0100' });
  expect((await server.call('getSite', {})).body.site).toMatchObject({
    name: 'Pepper & Salt',
    logoUrl: '/images/logo.svg',
    hstNumber: null,
  });
  await stream.until('event: site.changed');
  stop.abort();
  const { body: log } = await server.call('getAuditLog', { query: { search: 'update-settings' } }, admin);
  expect(log.entries).toMatchObject([
    { actorName: 'Anjali Rao', before: { name: 'Sizzle & Spice' }, after: { name: 'Pepper & Salt', hstNumber: null } },
  ]);
});

test('the settings list the languages, the restaurant’s own first', async () => {
  const languages = ['fr', 'en'] as const;
  expect(
    (await server.call('updateSettings', { body: { settings: { languages: [...languages] } } }, admin)).status,
  ).toBe(200);
  expect((await server.call('getSite', {})).body.site.languages).toEqual(languages);
  const back = await server.call('updateSettings', { body: { settings: { languages: ['en', 'fr'] } } }, admin);
  expect(back.status).toBe(200);
});

test('of two admins who save at once, the second is refused and gets the saved settings', async () => {
  const { body: read } = await server.call('getSettings', {}, admin);
  const { updatedAt } = read.settings;
  server.clock.forward(1_000);
  const first = await server.call('updateSettings', { body: { settings: { tagline: 'First' }, updatedAt } }, admin);
  expect(first.status).toBe(200);
  const second = await server.call('updateSettings', { body: { settings: { tagline: 'Second' }, updatedAt } }, admin);
  expect(second).toMatchObject({ status: 409, body: { code: 'conflict', settings: { tagline: 'First' } } });
});

test.each([
  [{ name: ' ' }, 'Name is required'],
  [{ email: 'not an address' }, /Invalid email format/],
  [{ sender: { name: 'X', email: 'x@y.ca\r\nBcc: all@z.ca', postalAddress: '' } }, /Invalid email format/],
  [{ logoUrl: 'https://evil.test/pixel.gif' }, /Invalid image/],
  [{ defaultLocationId: 'atlantis' }, 'Location not found'],
  [{ tagline: 'x'.repeat(5_000) }, 'At most 200 characters'],
  [{ brandColour: '#f3a52b' }, /^Too light: light text on it is hard to read/],
  [{ accentColour: '#200b1c' }, /^Too dark: dark text on it is hard to read/],
  [{ brandColour: 'url(//evil.test)' }, 'A colour like #5d2b50'],
  [{ setUp: ['everything' as never] }, /Invalid/],
  [{ languages: [] }, 'Choose at least one language'],
  [{ languages: ['fr', 'fr'] as never }, 'Each language can be listed only once'],
  [{ languages: ['tlh' as never] }, /Invalid/],
])('refuses the settings %o', async (settings, message) => {
  const { status, body } = await server.call('updateSettings', { body: { settings } }, admin);
  expect([400, 404]).toContain(status);
  expect(body.error).toMatch(message);
});

test('only admins read and change settings and read the audit log', async () => {
  const manager = await server.signIn('manager.truro@demo.test');
  const tried = [
    await server.call('getSettings', {}, manager),
    await server.call('updateSettings', { body: { settings: { name: 'Mine' } } }, manager),
    await server.call('getAuditLog', {}, manager),
  ];
  expect(tried.map((answer) => answer.status)).toEqual([403, 403, 403]);
});

test('the audit log can be searched by actor, action, subject and dates, page by page', async () => {
  const { id: userId } = await context.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', 'customer@demo.test')
    .executeTakeFirstOrThrow();
  await server.call('updateUser', { body: { userId, updates: { displayName: 'Priya S.' } } }, admin);
  const find = async (query: Record<string, string>) =>
    (await server.call('getAuditLog', { query }, admin)).body.entries.map((entry) => entry.action);
  expect(await find({ search: 'priya' })).toEqual(['update-user']);
  expect(await find({ search: 'ANJALI', kind: 'people' })).toEqual(['update-user']);
  expect(await find({ subjectKind: 'user', subjectId: userId })).toEqual(['update-user']);
  expect(await find({ search: 'priya', to: '2026-11-19T00:00:00Z' })).toEqual([]);
  expect(await find({ search: 'priya', from: '2026-11-20T00:00:00-04:00' })).toEqual(['update-user']);
  expect((await server.call('getAuditLog', { query: { from: 'yesterday' } }, admin)).status).toBe(400);

  await transaction(context.db, (tx) =>
    recordAuditEntries(
      tx,
      ...Array.from({ length: 250 }, (_, i) => ({
        at: context.clock.now(),
        actor: { kind: 'system' as const },
        action: 'tick',
        subject: { kind: 'clock' as const, id: `t${i}` },
      })),
    ),
  );
  const ids: string[] = [];
  let cursor = '';
  do {
    const { body }: Awaited<ReturnType<typeof ticks>> = await ticks(cursor);
    ids.push(...body.entries.map((entry) => entry.subjectId));
    cursor = body.nextCursor ?? '';
  } while (cursor !== '');
  expect(ids).toHaveLength(250);
  expect(new Set(ids).size).toBe(250);
});

function ticks(cursor: string) {
  return server.call('getAuditLog', { query: { search: 'tick', limit: '100', cursor } }, admin);
}

test('searching the audit log uses its index', async () => {
  await sql`analyze audit_log`.execute(context.db);
  const { rows } = await transaction(context.db, async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx);
    return sql<{ 'QUERY PLAN': string }>`
      explain select from audit_log a
      where lower(coalesce(a.actor_name, '') || E'\\n' || a.action || E'\\n' || a.subject_kind || E'\\n' || a.subject_id)
        like '%ticket%'
    `.execute(tx);
  });
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('audit_log_search');
});

test('branding shows on the site at once, and unset fields are omitted', async () => {
  const look = { cuisine: 'Bakery', headline: 'Bread *rests.*', brandColour: '#0b3d2e', accentColour: '#ffd166' };
  await server.call('updateSettings', { body: { settings: { ...look, email: '' } } }, admin);
  expect((await server.call('getSite', {})).body.site).toMatchObject({ ...look, email: '' });
  const empty = await testServer({ demo: false });
  const { site } = (await empty.call('getSite', {})).body;
  expect(site).toMatchObject({
    cuisine: '',
    headline: '',
    heroUrl: null,
    email: '',
    supportEmail: '',
    defaultLocationId: '',
  });
});

test('the set-up of a new restaurant uses the owner’s language, and its time zone is that of its first location', async () => {
  const empty = await testServer({ demo: false });
  const siteNow = async () => (await empty.call('getSite', {})).body.site;
  expect((await siteNow()).languages).toEqual(['en', 'fr']);
  const location = (id: string, timeZone: string) => ({
    id,
    name: id,
    timeZone,
    address: '100 Main Street',
    postalCode: 'H2X 1X4',
    phone: '(514) 555-0101',
    email: 'hello@example.test',
  });
  const add = (id: string, timeZone: string) =>
    transaction(empty.context.db, (tx) =>
      addLocation(empty.context, tx, { actor: SYSTEM_ACTOR, from: null }, location(id, timeZone)),
    );
  await add('mile-end', 'America/Toronto');
  await add('abroad', 'Europe/Lisbon');
  expect(await siteNow()).toMatchObject({ timeZone: 'America/Toronto', languages: ['en'] });
});
