import { setTimeout as pause } from 'node:timers/promises';
import { DEMO_CUSTOMER_KEY } from '@tiffin/demo/people';
import { createRandom } from '@tiffin/demo/history/dice';
import { Board } from './board.ts';
import { visit, type Dining } from './guests.ts';
import type { Headers } from '@tiffin/server/testing/sign-in';
import type { Restaurant } from './person.ts';
import { Promised } from './promises.ts';
import { seat, serve } from './staff.ts';
import { Tally } from './tally.ts';

/** A location and who works there. */
export interface Location {
  readonly id: string;
  readonly staff: Headers;
  readonly manager: Headers;
}

export interface EveningPlan {
  readonly urls: readonly string[];
  readonly locations: readonly Location[];
  readonly regulars: readonly Headers[];
  readonly seconds: number;
  readonly guestsPerSecond: number;
  /** How long one thing takes in kitchen and hall. */
  readonly pace: readonly [least: number, most: number];
  /** Tablets that listen at each location, besides the kitchen's. */
  readonly boardsPerLocation: number;
  readonly seed: number;
  readonly patienceMs?: number;
  readonly pages?: boolean;
  /** Who comes without an account; when absent, one whose wish is found again by its key. */
  readonly newcomer?: Dining['newcomer'];
}

export interface Evening {
  readonly tally: Tally;
  readonly promised: Promised;
  /** From the guest's answer to the board, milliseconds, for each order and board. */
  readonly heardAfter: readonly number[];
  /** Orders that a board of their location did not hear of. */
  readonly unheard: number;
  readonly heardTwice: number;
  readonly resets: number;
}

const FLAPS_EVERY_MS = [300, 2_000] as const;
const LAST_ONES_MS = 90_000;

/** Guests come and go, kitchens cook, boards listen, until the time is over and the last order is out. */
export async function runEvening(plan: EveningPlan): Promise<Evening> {
  const random = createRandom(plan.seed);
  const restaurant: Restaurant = { urls: plan.urls, tally: new Tally(), patienceMs: plan.patienceMs ?? null };
  const promised = new Promised();
  const dining = {
    restaurant,
    locationIds: plan.locations.map((location) => location.id),
    regulars: plan.regulars,
    site: { 'x-api-key': DEMO_CUSTOMER_KEY },
    pages: plan.pages ?? false,
    promised,
    ...(plan.newcomer && { newcomer: plan.newcomer }),
  };

  const working = new Set<Promise<void>>();
  const doing = (work: Promise<void>): void => {
    const done = work
      .catch((error: unknown) => void restaurant.tally.errors.push(String(error)))
      .finally(() => working.delete(done));
    working.add(done);
  };

  const boards = plan.locations.map((location) => {
    const shift = { restaurant, promised, ...location, random, pace: plan.pace };
    const kitchen = new Board(restaurant, location, {
      order: (orderId) => doing(serve(shift, orderId)),
      booking: (reservationId) => doing(seat(shift, reservationId)),
    });
    const others = Array.from({ length: plan.boardsPerLocation }, () => new Board(restaurant, location));
    return { location, all: [kitchen, ...others] };
  });
  const all = boards.flatMap((each) => each.all);
  await Promise.all(all.map((board) => board.open()));

  // One tablet by the door, where the network hardly reaches.
  const flapping = plan.boardsPerLocation > 0 ? all.at(-1) : undefined;
  const until = performance.now() + plan.seconds * 1000;
  const flaps = (async () => {
    for (let turn = 0; performance.now() < until; turn++) {
      await pause(FLAPS_EVERY_MS[turn % 2] ?? 0);
      flapping?.drop();
    }
  })();

  const gap = 1000 / plan.guestsPerSecond;
  for (let due = performance.now(); due < until; due += gap) {
    await pause(Math.max(0, due - performance.now()));
    doing(visit(dining, random));
  }
  await flaps;
  await quiet(working, all, promised);
  for (const board of all) await board.close();

  const heardAfter: number[] = [];
  let unheard = 0;
  for (const { orderId, at } of promised.orders.values()) {
    const listening = boards.find((each) => each.all[0]?.orders.has(orderId)) ?? null;
    if (!listening) unheard++;
    for (const board of listening?.all ?? []) {
      const received = board.orders.get(orderId);
      if (received === undefined) unheard++;
      else if (board !== flapping) heardAfter.push(Math.max(0, received - at));
    }
  }
  return {
    tally: restaurant.tally,
    promised,
    heardAfter,
    unheard,
    heardTwice: all.reduce((sum, board) => sum + board.doubles, 0),
    resets: all.reduce((sum, board) => sum + board.resets, 0),
  };
}

/** Until nobody does anything any more and every board has heard of every order. */
async function quiet(working: ReadonlySet<Promise<void>>, boards: readonly Board[], promised: Promised): Promise<void> {
  const deadline = performance.now() + LAST_ONES_MS;
  const received = () => new Set(boards.flatMap((board) => [...board.orders.keys()]));
  while (performance.now() < deadline) {
    await Promise.all(working);
    const existing = received();
    if (working.size === 0 && [...promised.orders.values()].every(({ orderId }) => existing.has(orderId))) break;
    await pause(100);
  }
  // The tablet that was just away hears what it missed.
  await pause(1_500);
  await Promise.all(working);
}
