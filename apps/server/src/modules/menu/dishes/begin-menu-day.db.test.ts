import { expect, test } from 'vitest';
import { testServer } from '../../../testing/server.ts';
import { beginMenuDay } from './begin-menu-day.ts';

// 20 November 2026 in Halifax, where midnight is 04:00Z
const server = await testServer();
const admin = await server.signIn('admin@demo.test');
const locationId = 'truro';

async function plan(itemId: string, start: string, end: string) {
  const updates = { isTodaysSpecial: true, specialStartDate: start, specialEndDate: end };
  const { status } = await server.call('updateMenuItem', { body: { locationId, itemId, updates } }, admin);
  expect(status).toBe(200);
}

async function guests(itemId: string) {
  const { body } = await server.call('getLocationMenu', { query: { locationId } });
  const dish = body.items.find((item) => item.id === itemId);
  return dish && [dish.isTodaysSpecial, dish.specialEndDate];
}

async function storedDish(itemId: string) {
  const { body } = await server.call('getLocationMenuAdmin', { query: { locationId } }, admin);
  const dish = body.items.find((item) => item.id === itemId);
  return [dish?.isTodaysSpecial, dish?.specialStartDate, dish?.specialEndDate];
}

async function events() {
  const { rows } = await server.context.database.pool.query(
    `select data->>'change' as change, data->'itemIds' as ids from events where type = 'menu.changed' and location_id = $1 order by transaction, id`,
    [locationId],
  );
  return rows.filter((row: { change: string }) => row.change === 'specials');
}

test('a one-day special lasts until the last second of its day [A-MENU-28] [A-MENU-29]', async () => {
  server.clock.set('2026-11-20T22:00:00Z');
  await plan('butter-chicken', '2026-11-20', '2026-11-20');
  expect(await guests('butter-chicken')).toEqual([true, '2026-11-20']);
  server.clock.set('2026-11-21T03:59:59.999Z');
  await beginMenuDay(server.context);
  expect(await guests('butter-chicken')).toEqual([true, '2026-11-20']);
  server.clock.set('2026-11-21T04:00:00Z');
  expect(await guests('butter-chicken')).toEqual([false, undefined]);
  expect(await storedDish('butter-chicken')).toEqual([true, '2026-11-20', '2026-11-20']);
});

test('the job ends an expired special, announces it once and leaves the others [A-MENU-29]', async () => {
  const before = (await events()).length;
  await beginMenuDay(server.context);
  await beginMenuDay(server.context);
  expect(await storedDish('butter-chicken')).toEqual([false, null, null]);
  const newEvents = (await events()).slice(before);
  expect(newEvents).toHaveLength(1);
  expect(newEvents[0]).toMatchObject({ ids: expect.arrayContaining(['butter-chicken']) });
  const change = await server.context.db
    .selectFrom('audit_log')
    .select(['actor_kind', 'subject_id'])
    .where('action', '=', 'end-special')
    .execute();
  expect(change).toEqual([{ actor_kind: 'system', subject_id: 'truro/butter-chicken' }]);
});

test('a planned special begins at midnight and is announced [A-MENU-28]', async () => {
  await plan('palak-paneer', '2026-11-22', '2026-11-23');
  expect(await guests('palak-paneer')).toEqual([false, undefined]);
  server.clock.set('2026-11-22T04:00:00Z');
  expect(await guests('palak-paneer')).toEqual([true, '2026-11-23']);
  const before = (await events()).length;
  await beginMenuDay(server.context);
  expect((await events()).slice(before)).toEqual([{ change: 'specials', ids: ['palak-paneer'] }]);
});

test('a server that was down for days ends and begins what it missed', async () => {
  await plan('masala-dosa', '2026-11-24', '2026-11-30');
  server.clock.set('2026-11-26T15:00:00Z');
  const before = (await events()).length;
  await beginMenuDay(server.context);
  expect((await events()).slice(before)).toEqual([{ change: 'specials', ids: ['palak-paneer', 'masala-dosa'] }]);
  expect(await storedDish('palak-paneer')).toEqual([false, null, null]);
});
