import { setTimeout as pause } from 'node:timers/promises';
import { DEMO_CUSTOMER_KEY } from '@tiffin/demo/people';
import { createRandom } from '@tiffin/demo/history/random';
import { Board } from './board.ts';
import { visit, type Dining } from './guests.ts';
import type { Headers } from '@tiffin/server/testing/sign-in';
import type { Restaurant } from './person.ts';
import { Promised } from './promises.ts';
import { seat, serve } from './staff.ts';
import { Tally } from './tally.ts';

/** A location and its staff. */
export interface Location {
  readonly id: string;
  readonly staff: Headers;
  readonly manager: Headers;
  /** The ids of the stations of its kitchen. */
  readonly stations?: readonly string[];
}

export interface EveningPlan {
  readonly urls: readonly string[];
  readonly locations: readonly Location[];
  readonly regulars: readonly Headers[];
  readonly seconds: number;
  readonly guestsPerSecond: number;
  /** How long each step takes in the kitchen and at the tables. */
  readonly pace: readonly [least: number, most: number];
  /** Boards at each location, besides the kitchen's. */
  readonly boardsPerLocation: number;
  readonly seed: number;
  readonly patienceMs?: number;
  readonly pages?: boolean;
  /** How many orders state an allergy. */
  readonly allergyShare?: number;
  /** How many cash orders are collected on two tablets that were offline. */
  readonly secondTabletShare?: number;
  /** The contact details of guests without an account. Default: a guest whose order can be found by its key. */
  readonly newcomer?: Dining['newcomer'];
  readonly pay?: Dining['pay'];
  /** Ends the evening before its time. */
  readonly ends?: AbortSignal;
}

export interface Evening {
  readonly tally: Tally;
  readonly promised: Promised;
  /** Milliseconds from the guest's response to the board, for each order and board. */
  readonly deliveryDelays: readonly number[];
  /** Orders that a board of their location never received. */
  readonly unheard: number;
  readonly duplicates: number;
  readonly resets: number;
  /** Everything that a kitchen's or another board received, and could have printed. */
  readonly tickets: { readonly orders: ReadonlySet<string>; readonly bookings: ReadonlySet<string> };
}

const FLAPS_EVERY_MS = [300, 2_000] as const;
const LAST_ONES_MS = 90_000;

/** Guests order, kitchens cook and boards listen, until the time is over and the last order is finished. */
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
    allergyShare: plan.allergyShare ?? 0,
    ...(plan.newcomer && { newcomer: plan.newcomer }),
    ...(plan.pay && { pay: plan.pay }),
  };

  const working = new Set<Promise<void>>();
  const doing = (work: Promise<void>): void => {
    const done = work
      .catch((error: unknown) => void restaurant.tally.errors.push(String(error)))
      .finally(() => working.delete(done));
    working.add(done);
  };

  const boards = plan.locations.map((location) => {
    const { secondTabletShare = 0, pace } = plan;
    const shift = { restaurant, promised, ...location, secondTabletShare, random, pace };
    const kitchen = new Board(restaurant, location, {
      order: (orderId) => doing(serve(shift, orderId)),
      booking: (reservationId) => doing(seat(shift, reservationId)),
    });
    const others = Array.from({ length: plan.boardsPerLocation }, () => new Board(restaurant, location));
    return { location, all: [kitchen, ...others] };
  });
  const all = boards.flatMap((each) => each.all);
  await Promise.all(all.map((board) => board.open()));

  // One board has a bad connection.
  const flapping = plan.boardsPerLocation > 0 ? all.at(-1) : undefined;
  const until = performance.now() + plan.seconds * 1000;
  const isOver = () => performance.now() >= until || plan.ends?.aborted === true;
  const flaps = (async () => {
    for (let turn = 0; !isOver(); turn++) {
      await pause(FLAPS_EVERY_MS[turn % 2] ?? 0);
      flapping?.drop();
    }
  })();

  const gap = 1000 / plan.guestsPerSecond;
  for (let due = performance.now(); due < until && !isOver(); due += gap) {
    await pause(Math.max(0, due - performance.now()));
    doing(visit(dining, random));
  }
  await flaps;
  await quiet(working, all, promised);
  for (const board of all) await board.close();

  const deliveryDelays: number[] = [];
  let unheard = 0;
  for (const { orderId, at } of promised.orders.values()) {
    const listening = boards.find((each) => each.all[0]?.orders.has(orderId)) ?? null;
    if (!listening) unheard++;
    for (const board of listening?.all ?? []) {
      const received = board.orders.get(orderId);
      if (received === undefined) unheard++;
      else if (board !== flapping) deliveryDelays.push(Math.max(0, received - at));
    }
  }
  return {
    tally: restaurant.tally,
    promised,
    deliveryDelays,
    unheard,
    duplicates: all.reduce((sum, board) => sum + board.doubles, 0),
    resets: all.reduce((sum, board) => sum + board.resets, 0),
    tickets: {
      orders: new Set(all.flatMap((board) => [...board.orders.keys()])),
      bookings: new Set(all.flatMap((board) => [...board.bookings.keys()])),
    },
  };
}

/** Waits until all work is done and every board has received every order. */
async function quiet(working: ReadonlySet<Promise<void>>, boards: readonly Board[], promised: Promised): Promise<void> {
  const deadline = performance.now() + LAST_ONES_MS;
  const received = () => new Set(boards.flatMap((board) => [...board.orders.keys()]));
  while (performance.now() < deadline) {
    await Promise.all(working);
    const existing = received();
    if (working.size === 0 && [...promised.orders.values()].every(({ orderId }) => existing.has(orderId))) break;
    await pause(100);
  }
  // Gives the disconnected board time to catch up.
  await pause(1_500);
  await Promise.all(working);
}
