import type { TiffinClient } from '@tiffin/client';
import type { APIRequestContext } from '@playwright/test';
import { startServer, type ServerProcess } from '@tiffin/server/testing/server-process';
import { test as base, expect } from './fixtures.ts';

/** A Friday evening in Halifax; the restaurant is open until ten. */
const FRIDAY_EVENING = '2026-11-20T22:00:00Z';

/** Tests about tables, on their own server whose clock is set to a Friday evening. */
export function tableTest() {
  let server: ServerProcess | null = null;
  const test = base.extend({
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the wanted fixtures from this pattern
    baseURL: async ({}, use) => {
      await use(server?.url);
    },
  });
  // Run sequentially on one server.
  test.describe.configure({ mode: 'default' });
  test.beforeAll(async () => {
    // A loaded machine takes longer.
    test.setTimeout(120_000);
    server = await startServer({ env: { CLOCK_AT: FRIDAY_EVENING, RATE_LIMITS: '0' } });
  });
  test.afterAll(async () => {
    await server?.stop();
  });
  return test;
}

let guests = 0;

export interface Made {
  readonly id: string;
  readonly reservationId: string;
  readonly startsAt: string;
  readonly manageUrl: string;
}

/** Books a table through the API for a new guest each time. */
export async function book(request: APIRequestContext, changes: Readonly<Record<string, unknown>> = {}): Promise<Made> {
  guests++;
  const answer = await request.post('/api/createReservation', {
    data: {
      locationId: 'truro',
      date: '2026-11-27',
      time: '18:00',
      partySize: 2,
      customerInfo: { name: 'Robin Guest', email: `robin${guests}.${Date.now()}@example.com`, phone: '902-555-0170' },
      ...changes,
    },
  });
  const { reservation, manageUrl } = await answer.json();
  expect(answer.status()).toBe(200);
  return { ...reservation, manageUrl };
}

/** Books every seat of a time slot. */
export async function fillSlot(request: APIRequestContext, slot: { date: string; time: string }): Promise<void> {
  for (const partySize of [20, 20]) await book(request, { ...slot, partySize });
}

/** Draws a plan with one table at Truro, and returns the id of the table. */
export async function planWithTable(api: TiffinClient, name: string): Promise<string> {
  const query = { locationId: 'truro' };
  const { version } = await api.call('getFloor', { query });
  const place = { area: 'Room', x: 40, y: 60, width: 180, height: 180, shape: 'rectangle' } as const;
  const tables = [{ ...place, name, seats: 4 }];
  await api.call('saveFloor', { body: { ...query, version, areas: [{ name: 'Room' }], tables } });
  return (await api.call('getFloor', { query })).tables[0]?.tableId ?? '';
}
