import { expect, test } from 'vitest';
import { runChaos } from './evening/chaos.ts';

const SECONDS = 15;
const SEED = 20_261_120;

test(
  'under load with random failures of servers, database and network, no answered request is lost or duplicated, and the audit finds nothing',
  { timeout: 300_000 },
  async () => {
    const struck: string[] = [];
    const chaos = await runChaos({
      seconds: SECONDS,
      seed: SEED,
      guestsPerSecond: 4,
      report: (words) => struck.push(words),
    });
    const { evening, broken, audit, onItsWay, bugs } = chaos;
    const { tally, unheard, duplicates } = evening;
    // Shows the faults if this fails.
    expect({ broken, audit, onItsWay, bugs, errors: tally.errors, unheard, duplicates, struck }).toEqual({
      broken: [],
      audit: [],
      onItsWay: { events: 0, payments: 0, refunds: 0 },
      bugs: [],
      errors: [],
      unheard: 0,
      duplicates: 0,
      struck,
    });
    // Every kind of fault occurred.
    expect(chaos.faults.size).toBe(5);
    expect(evening.tally.retries).toBeGreaterThan(0);
    expect(evening.promised.orders.size).toBeGreaterThan(20);
  },
);
