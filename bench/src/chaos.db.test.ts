import { expect, test } from 'vitest';
import { runChaos } from './evening/chaos.ts';

const SECONDS = 15;
const SEED = 20_261_120;

test(
  'servers, database and network struck at random under load: nothing answered is missing, nothing is double, the books add up',
  { timeout: 300_000 },
  async () => {
    const struck: string[] = [];
    const chaos = await runChaos({
      seconds: SECONDS,
      seed: SEED,
      guestsPerSecond: 4,
      tell: (words) => struck.push(words),
    });
    const { evening, broken, audit, onItsWay, bugs } = chaos;
    const { tally, unheard, heardTwice } = evening;
    // what struck is there to be read when it fails
    expect({ broken, audit, onItsWay, bugs, errors: tally.errors, unheard, heardTwice, struck }).toEqual({
      broken: [],
      audit: [],
      onItsWay: { events: 0, payments: 0, refunds: 0 },
      bugs: [],
      errors: [],
      unheard: 0,
      heardTwice: 0,
      struck,
    });
    // It was no quiet evening.
    expect(chaos.faults.size).toBe(5);
    expect(evening.tally.asksAgain).toBeGreaterThan(0);
    expect(evening.promised.orders.size).toBeGreaterThan(20);
  },
);
