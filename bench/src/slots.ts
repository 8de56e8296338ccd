import { setTimeout as pause } from 'node:timers/promises';
import { startPostgres, type OwnPostgres } from '@tiffin/server/testing/postgres';
import { startServer, type ServerProcess } from '@tiffin/server/testing/server-process';
import { z } from 'zod';
import type { Benchmark, Report, RunOptions } from './benchmark.ts';
import { median, percentile, times } from './measure.ts';

const FEW = 200;
const MANY = 200_000;
/** Reservations on the requested day, the same on both sides. */
const ON_THE_DAY = 60;
const ROUNDS = 7;
const REQUESTS_PER_ROUND = 1_000;
const BOOKINGS_PER_SECOND = 50;
const SECONDS = 10;

export const slots: Benchmark = {
  name: 'slots',
  about: `the free times of a day with ${MANY.toLocaleString('en-CA')} bookings in the table against ${FEW}; ${BOOKINGS_PER_SECOND} bookings a second for one location`,
  async run(report, request) {
    await using postgres = await startPostgres();
    report.step(`lays ${FEW} bookings in one database, ${MANY.toLocaleString('en-CA')} in another`);
    await using few = await serverWith(postgres, 'few', FEW);
    await using many = await serverWith(postgres, 'many', MANY);
    await compareSlots(report, request, few, many);
    await bookSteadily(report, request, many);
  },
};

/** Starts a server whose database has this many reservations over two years and two locations. */
async function serverWith(postgres: OwnPostgres, database: string, bookings: number): Promise<ServerProcess> {
  await postgres.query(`create database ${database}`, [], 'postgres');
  const server = await startServer({ env: { RATE_LIMITS: '0', DATABASE_URL: postgres.url(database) } });
  await postgres.query(
    `insert into reservations (id, reservation_id, location_id, customer_name, customer_email, customer_phone, date, time,
       starts_at, party_size, status, source, manage_token, is_over, reserved_at, updated_at, search_text)
     select 'bench-' || n, 'RES-LOC-BENCH-' || n, case when n % 2 = 0 or n <= ${ON_THE_DAY} then 'truro' else 'new-glasgow' end,
       'Guest ' || n, 'bench' || n || '@example.com', '+19025550100', day, '12:00', day + interval '16 hours',
       1 + n % 6, case when n % 9 = 0 then 'cancelled' when day < $1 then 'completed' else 'confirmed' end,
       'web', 'none', false, now(), now(), 'guest ' || n
     from (select n, case when n <= ${ON_THE_DAY} then $1::date + 7 else $1::date - 670 + n % 677 end as day
           from generate_series(1, $2::int) n) made`,
    [today(), bookings],
    database,
  );
  await postgres.query('vacuum analyze reservations', [], database);
  return server;
}

function today(): string {
  return new Date().toISOString().slice(0, 10);
}

async function compareSlots(
  report: Report,
  request: RunOptions,
  few: ServerProcess,
  many: ServerProcess,
): Promise<void> {
  const rounds = request.short ? 1 : ROUNDS;
  const requestsPerRound = request.short ? 50 : REQUESTS_PER_ROUND;
  const day = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10);
  const query = (server: ServerProcess) => async () => {
    const began = performance.now();
    const answer = await fetch(`${server.url}/api/getReservationSlots?locationId=truro&partySize=2&date=${day}`);
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`slots: ${answer.status}`);
    return performance.now() - began;
  };
  const round = async (server: ServerProcess) => percentile(await times(requestsPerRound, query(server)), 99);
  report.step(`${rounds} rounds of ${requestsPerRound} requests on each side in turns`);
  await Promise.all([round(few), round(many)]);
  const pairs = await times(rounds, async () => ({ few: await round(few), many: await round(many) }));
  report.figure(`slots with ${FEW} bookings, p99`, median(pairs.map((pair) => pair.few)), 'ms');
  report.figure(
    `slots with ${MANY.toLocaleString('en-CA')} bookings, p99`,
    median(pairs.map((pair) => pair.many)),
    'ms',
  );
  report.figure('growth', median(pairs.map((pair) => pair.many / pair.few)), '×', { atMost: 1.5 });
}

const calendar = z.object({ days: z.array(z.object({ date: z.string(), state: z.string() })) });

/** Books at a steady rate, whether or not earlier requests have finished. */
async function bookSteadily(report: Report, request: RunOptions, server: ServerProcess): Promise<void> {
  const lasts = request.short ? 1 : SECONDS;
  const answer = await fetch(`${server.url}/api/getReservationDays?locationId=truro&partySize=2`);
  const days = calendar.parse(await answer.json()).days.filter((day) => day.state === 'free');
  const count = BOOKINGS_PER_SECOND * lasts;
  report.step(`${BOOKINGS_PER_SECOND} bookings a second for ${lasts} s, in the evenings of ${days.length - 1} days`);
  const began = performance.now();
  const made = Array.from({ length: count }, async (_, n) => {
    const due = began + (n * 1000) / BOOKINGS_PER_SECOND;
    await pause(Math.max(0, due - performance.now()));
    // From tomorrow on, so that no time is past.
    const date = days[1 + (n % (days.length - 1))]?.date;
    const time = ['18:00', '18:30', '19:00'][n % 3];
    const sent = performance.now();
    const booked = await fetch(`${server.url}/api/createReservation`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': `bench-${n}` },
      body: JSON.stringify({
        locationId: 'truro',
        date,
        time,
        partySize: 2,
        customerInfo: { name: 'Bench Guest', email: `steady${n}@example.com`, phone: '9025550100' },
      }),
    });
    await booked.arrayBuffer();
    return { ok: booked.ok, ms: performance.now() - sent };
  });
  const results = await Promise.all(made);
  const seconds = (performance.now() - began) / 1000;
  report.figure('bookings made', results.filter((result) => result.ok).length / seconds, 'a second');
  report.figure('not made', results.filter((result) => !result.ok).length, 'bookings', { atMost: 0 });
  report.figure(
    'a booking, p50',
    percentile(
      results.map((result) => result.ms),
      50,
    ),
    'ms',
  );
  report.figure(
    'a booking, p99',
    percentile(
      results.map((result) => result.ms),
      99,
    ),
    'ms',
  );
}
