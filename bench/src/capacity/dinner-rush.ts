import type { Random } from '@tiffin/domain/core';

/** What the simulated evening assumes. */
export const ASSUMPTIONS = {
  /** Orders of a location between the first and the last guest of a Friday evening. */
  ordersPerLocation: 150,
  /** Most orders arrive around this local time. */
  peakMinute: 18 * 60 + 15,
  /** The standard deviation of the arrivals. Two of three orders arrive within it. */
  spreadMinutes: 55,
} as const;

/** The share of a national chain's locations in each time zone: Canada's population, and minutes behind UTC in November. */
export const TIME_ZONES = [
  { name: 'Atlantic', share: 0.07, behindUtc: 4 * 60 },
  { name: 'Eastern', share: 0.61, behindUtc: 5 * 60 },
  { name: 'Central', share: 0.07, behindUtc: 6 * 60 },
  { name: 'Mountain', share: 0.12, behindUtc: 7 * 60 },
  { name: 'Pacific', share: 0.13, behindUtc: 8 * 60 },
] as const;

const LARGEST_ZONE = TIME_ZONES.findIndex(({ name }) => name === 'Eastern');
const SECONDS_A_MINUTE = 60;

export interface DinnerRush {
  readonly locations: number;
  readonly orders: number;
  /** The most orders in one minute and in one second. */
  readonly peakMinute: number;
  readonly peakSecond: number;
  /** The orders of each half hour, by its start in minutes of the UTC day, for each time zone in their order. */
  readonly halfHours: ReadonlyMap<number, readonly number[]>;
}

/** Draws the moment of every order of a Friday evening. A single location is in the largest zone. */
export function simulateDinnerRush(locations: number, random: Random): DinnerRush {
  const perSecond = new Map<number, number>();
  const perMinute = new Map<number, number>();
  const halfHours = new Map<number, number[]>();
  let orders = 0;
  locationsByZone(locations).forEach((count, zone) => {
    const { behindUtc } = TIME_ZONES[zone] ?? TIME_ZONES[0];
    for (let order = 0; order < count * ASSUMPTIONS.ordersPerLocation; order++) {
      const minute = ASSUMPTIONS.peakMinute + behindUtc + ASSUMPTIONS.spreadMinutes * drawNormal(random);
      add(perSecond, Math.floor(minute * SECONDS_A_MINUTE));
      add(perMinute, Math.floor(minute));
      const start = Math.floor(minute / 30) * 30;
      const zones = halfHours.get(start) ?? TIME_ZONES.map(() => 0);
      zones[zone] = (zones[zone] ?? 0) + 1;
      halfHours.set(start, zones);
      orders++;
    }
  });
  return { locations, orders, peakMinute: most(perMinute), peakSecond: most(perSecond), halfHours };
}

/** Divides locations by the shares of the zones. The remainder is in the largest zone. */
export function locationsByZone(locations: number): number[] {
  const counts: number[] = TIME_ZONES.map(({ share }) => Math.floor(locations * share));
  counts[LARGEST_ZONE] = (counts[LARGEST_ZONE] ?? 0) + locations - counts.reduce((sum, count) => sum + count, 0);
  return counts;
}

function add(counts: Map<number, number>, key: number): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function most(counts: ReadonlyMap<number, number>): number {
  let highest = 0;
  for (const count of counts.values()) highest = Math.max(highest, count);
  return highest;
}

/** A draw of the standard normal distribution (Box and Muller). */
function drawNormal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
