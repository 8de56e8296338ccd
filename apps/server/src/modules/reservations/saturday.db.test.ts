import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { auditData } from '../../operations/data-audit/audit-data.ts';
import { writeExport } from '../../operations/export/write-export.ts';
import { bookingOf } from '../../testing/bookings.ts';
import { testServer } from '../../testing/server.ts';

const DATE = '2026-11-21';
const NOON = Date.parse('2026-11-21T16:00:00.000Z');
const server = await testServer({ env: { RATE_LIMITS: '0' } });
const { context, clock } = server;
const admin = await server.signIn('admin@demo.test');
const as = () => ({ 'idempotency-key': crypto.randomUUID(), ...admin });

test('a host works a Saturday with 90 bookings, 30 walk-ins, 6 late parties and 4 that sit too long', async () => {
  await context.db.deleteFrom('reservations').execute();
  clock.set(new Date(NOON).toISOString());
  await server.call('updateLocation', { body: { locationId: 'truro', updates: { countsStays: true } } }, as());
  const tables = Array.from({ length: 24 }, (_, index) => ({
    tableId: `t${index + 1}`,
    name: String(index + 1),
    area: 'Room',
    seats: [2, 4, 4, 6][index % 4] ?? 2,
    x: (index % 8) * 120,
    y: Math.floor(index / 8) * 120,
    width: 100,
    height: 80,
    shape: 'rectangle' as const,
  }));
  const plan = { locationId: 'truro', version: 0, areas: [{ name: 'Room' }], tables };
  await server.call('saveFloor', { body: plan }, as());
  const parties: { id: string; startsAt: number; partySize: number; table: string }[] = [];
  for (let number = 0; parties.length < 90; number += 1) {
    expect(number).toBeLessThan(300);
    const hour = 12 + (number % 9);
    const time = `${hour}:${['15', '30', '45', '00'][number % 4]}`;
    const body = bookingOf({ date: DATE, time, partySize: [2, 4, 3, 5][number % 4] ?? 2 });
    const { status, body: answer } = await server.call('createReservation', { body }, as());
    if (status !== 200) continue;
    const { id, startsAt, tableNumber, reservationDetails } = answer.reservation;
    parties.push({
      id,
      startsAt: Date.parse(startsAt),
      partySize: reservationDetails.partySize,
      table: tableNumber ?? '',
    });
  }
  const late = new Set(parties.filter((_, index) => index % 15 === 0).map(({ id }) => id));
  const over = new Set(parties.filter((_, index) => index % 25 === 3).map(({ id }) => id));
  expect([late.size, over.size]).toEqual([6, 4]);
  const leaves = new Map<string, number>();
  const waiting = new Set(parties);
  let walkIns = 0;
  for (let minute = 0; minute < 11 * 60; minute += 5) {
    const now = NOON + minute * 60_000;
    clock.set(new Date(now).toISOString());
    for (const [sittingId, at] of leaves) {
      if (at > now) continue;
      leaves.delete(sittingId);
      expect((await server.call('endSitting', { body: { sittingId } }, as())).status).toBe(200);
    }
    for (const party of waiting) {
      if (party.startsAt + (late.has(party.id) ? 12 : 0) * 60_000 > now) continue;
      const floor = (await server.call('getFloor', { query: { locationId: 'truro' } }, as())).body.tables;
      const own = floor.find(({ name, sitting }) => name === party.table && !sitting);
      const table = own ?? floor.find(({ state, seats }) => state === 'free' && seats >= party.partySize);
      // Without a table it waits at the door.
      if (!table) continue;
      const body = { tableId: table.tableId, partySize: party.partySize, reservationId: party.id };
      const seated = await server.call('seatParty', { body }, as());
      expect(seated.body).toMatchObject({ success: true });
      waiting.delete(party);
      leaves.set(seated.body.sittingId, now + (over.has(party.id) ? 130 : 75) * 60_000);
    }
    if (minute % 15 !== 0 || walkIns === 30) continue;
    const free = (await server.call('getFloor', { query: { locationId: 'truro' } }, as())).body.tables.find(
      ({ state }) => state === 'free',
    );
    if (!free) continue;
    const walkIn = await server.call('seatParty', { body: { tableId: free.tableId, partySize: 2 } }, as());
    expect(walkIn.status).toBe(200);
    walkIns += 1;
    leaves.set(walkIn.body.sittingId, now + 60 * 60_000);
  }
  expect([walkIns, waiting.size]).toEqual([30, 0]);
  expect((await auditData(context)).broken).toEqual([]);
  const folder = mkdtempSync(path.join(tmpdir(), 'saturday-'));
  const checker = path.join(import.meta.dirname, '../../../../../tools/check-export.py');
  try {
    await writeExport(context.database.pool, folder, clock.now());
    const { stdout } = await promisify(execFile)('python3', [checker, folder, '--stays']);
    expect(stdout).toMatch(/^yes/);
  } finally {
    rmSync(folder, { recursive: true });
  }
}, 120_000);
