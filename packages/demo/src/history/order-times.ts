import { WeightedRandom } from './random.ts';
import type { OpenDay } from './calendar.ts';

const NOON = 12 * 60;
/** The last order is taken this many minutes before closing. */
const LAST_ORDER = 15;
/** The minute of the day at which dinner starts. */
export const DINNER_FROM = 15 * 60 + 30;

interface Peak {
  readonly minute: number;
  readonly spread: number;
  readonly height: number;
}

/** Workdays have a short lunch; on weekends it starts later and lasts longer. */
const WORKDAY: readonly Peak[] = [
  { minute: NOON + 25, spread: 38, height: 0.72 },
  { minute: NOON + 360, spread: 62, height: 1 },
];
const WEEKEND: readonly Peak[] = [
  { minute: NOON + 75, spread: 65, height: 0.6 },
  { minute: NOON + 375, spread: 75, height: 1 },
];
/** The minimum demand at any time. */
const MIN_DEMAND = 0.06;

/** Draws the minute of an order, counted from opening. */
export class OrderTimeSampler {
  readonly #minutes: WeightedRandom<number>;
  readonly #shares: readonly number[];

  constructor(day: Pick<OpenDay, 'weekday' | 'openMinute' | 'minutes'>) {
    const peaks = day.weekday === 'saturday' || day.weekday === 'sunday' ? WEEKEND : WORKDAY;
    const length = day.minutes - LAST_ORDER;
    const demand = Array.from({ length }, (_, minute) => demandAt(day.openMinute + minute, peaks));
    const total = demand.reduce((sum, orders) => sum + orders, 0);
    let sum = 0;
    this.#shares = demand.map((orders) => (sum += orders) / total);
    this.#minutes = new WeightedRandom(demand.map((orders, minute) => [minute, orders] as const));
  }

  /** Returns the share of the day's orders within the first minutes. */
  shareWithin(minutes: number): number {
    if (minutes <= 0) return 0;
    return this.#shares[Math.min(Math.floor(minutes), this.#shares.length) - 1] ?? 0;
  }

  /** `share` leaves out what is beyond that share of the day's orders. */
  drawMinute(random: () => number, share: number): number {
    return this.#minutes.draw(random, share);
  }
}

function demandAt(minute: number, peaks: readonly Peak[]): number {
  let sum = MIN_DEMAND;
  for (const peak of peaks) sum += peak.height * Math.exp(-(((minute - peak.minute) / peak.spread) ** 2) / 2);
  return sum;
}
