import { dateIn, inZone, type ZoneId } from '../core/time.ts';
import { addDays, startOfDay, weekdayOf } from '../hours/index.ts';
import type { OrderType } from './order-types.ts';

/** An order of the past, as the kitchen saw it. */
export interface CookedOrder {
  readonly service: OrderType;
  /** When the kitchen began to count. */
  readonly from: Date;
  /** When it was said to be ready; null: it was cancelled, or is not yet. */
  readonly readyAt: Date | null;
  /** When it was no work any more, ready or not; null: it still is. */
  readonly goneAt: Date | null;
  readonly units: number;
  /** Minutes the rule gives it. */
  readonly rule: number;
  /** It was to begin at a minute of its own, and was begun by hand at another. */
  readonly isByHand: boolean;
  /** Who said that it is ready; null: nobody knows. */
  readonly readyBy: string | null;
  /** When its guest was promised it. */
  readonly promisedFor: Date;
}

/** How long an order took from when the kitchen counted. */
export interface ReadySample {
  readonly at: Date;
  /** Where it is counted, the likest first. */
  readonly cells: readonly string[];
  readonly minutes: number;
  readonly rule: number;
}

/** So many tickets in so short a time say when the screen was cleaned, not when food was ready. */
const CLEANED = { tickets: 3, withinMs: 10_000 } as const;

/** What can be learned from: neither cancelled ones, nor what was begun by hand, nor tickets that were cleaned away. */
export function readySamples(orders: readonly CookedOrder[], zone: ZoneId): ReadySample[] {
  const cleaned = cleanedAway(orders);
  const loads = loadsOf(orders);
  return orders.flatMap((order, index) => {
    const { service, from, readyAt, rule, isByHand } = order;
    if (readyAt === null || readyAt < from || isByHand || cleaned.has(order)) return [];
    const minutes = (readyAt.getTime() - from.getTime()) / MINUTE;
    return [{ at: from, cells: cellsOf({ service, at: from, load: loads[index] ?? 0 }, zone), minutes, rule }];
  });
}

const MINUTE = 60_000;

function cleanedAway(orders: readonly CookedOrder[]): ReadonlySet<CookedOrder> {
  const cleaned = new Set<CookedOrder>();
  for (const tickets of Map.groupBy(orders, ({ readyBy }) => readyBy ?? '').values()) {
    const at = (order: CookedOrder | undefined) => order?.readyAt?.getTime() ?? Number.POSITIVE_INFINITY;
    const sorted = tickets.toSorted((a, b) => at(a) - at(b));
    for (const [index, first] of sorted.entries()) {
      if (at(sorted[index + CLEANED.tickets - 1]) - at(first) > CLEANED.withinMs) continue;
      for (const each of sorted.slice(index, index + CLEANED.tickets)) cleaned.add(each);
    }
  }
  return cleaned;
}

/** What was open when each came, itself among it. */
function loadsOf(orders: readonly CookedOrder[]): number[] {
  const moments = orders.flatMap(({ from, goneAt, units }, index) => {
    // What was begun early, and gone before it was counted, was never open.
    if (goneAt && goneAt <= from) return [];
    const removed = goneAt ? [{ at: goneAt.getTime(), by: -units, index: -1 }] : [];
    return [{ at: from.getTime(), by: units, index }, ...removed];
  });
  const loads: number[] = [];
  let open = 0;
  // Who leaves at the moment another comes is gone by then.
  for (const { at: _, by, index } of moments.toSorted((a, b) => a.at - b.at || a.by - b.by)) {
    open += by;
    if (index >= 0) loads[index] = open;
  }
  return loads;
}

/** What of past orders is like one that comes now. */
export interface Moment {
  readonly service: OrderType;
  readonly at: Date;
  /** Units of work that are open, its own among them; null: nobody knows yet. */
  readonly load: number | null;
  /** Minutes the rule gives it. */
  readonly rule: number;
}

const WEEKDAY_KINDS = {
  monday: 'week',
  tuesday: 'week',
  wednesday: 'week',
  thursday: 'week',
  friday: 'weekend',
  saturday: 'weekend',
  sunday: 'sunday',
} as const;
const BAND_HOURS = 2;
const LOAD_BANDS = [10, 25, 50] as const;

/** The cells it lies in: like in every way, on any day, at any hour, and of its kind at all. */
function cellsOf({ service, at, load }: Omit<Moment, 'rule'>, zone: ZoneId): string[] {
  const anyLoad = [service];
  if (load === null) return anyLoad;
  const band = LOAD_BANDS.filter((least) => load >= least).length;
  const hours = Math.floor(inZone(at, zone).hour / BAND_HOURS);
  const kind = WEEKDAY_KINDS[weekdayOf(dateIn(at, zone))];
  return [`${service} ${kind} ${hours} ${band}`, `${service} ${hours} ${band}`, `${service} ${band}`, ...anyLoad];
}

/** Minutes in which half, eight and nine of ten orders were ready, and of how many that is known. */
export interface LearnedQuote {
  readonly p50: number;
  readonly p80: number;
  readonly p90: number;
  readonly sample: number;
}

/** By cell. */
export type LearnedTimes = Readonly<Record<string, LearnedQuote>>;

/** From fewer nothing is learned. */
export const LEARNED_SAMPLES_LEAST = 30;
export const LEARNED_WEEKS = 8;
const HELD = { least: 5, most: 120 } as const;
/** Guests who order on two days find no other kitchen. */
const MOVES_MOST = 5;
const STEP = 5;

/** What these orders teach, moved a little from what was known before. */
export function learn(samples: readonly ReadySample[], before: LearnedTimes = {}): LearnedTimes {
  const cells = new Map<string, number[]>();
  for (const sample of samples) {
    for (const cell of sample.cells) {
      const minutes = cells.get(cell);
      if (minutes) minutes.push(sample.minutes);
      else cells.set(cell, [sample.minutes]);
    }
  }
  return Object.fromEntries(
    [...cells]
      .filter(([, minutes]) => minutes.length >= LEARNED_SAMPLES_LEAST)
      .map(([cell, minutes]) => [cell, moved(quantiles(minutes), before[cell])]),
  );
}

function quantiles(minutes: readonly number[]): LearnedQuote {
  const sorted = minutes.toSorted((a, b) => a - b);
  const at = (share: number) => Math.min(HELD.most, Math.max(HELD.least, nearestRank(sorted, share)));
  return { p50: at(0.5), p80: at(0.8), p90: at(0.9), sample: sorted.length };
}

function moved(quote: LearnedQuote, before: LearnedQuote | undefined): LearnedQuote {
  if (!before) return quote;
  const reserved = (name: 'p50' | 'p80' | 'p90') =>
    Math.min(before[name] + MOVES_MOST, Math.max(before[name] - MOVES_MOST, quote[name]));
  return { ...quote, p50: reserved('p50'), p80: reserved('p80'), p90: reserved('p90') };
}

/** The first of them, sorted, that so large a share does not exceed. */
export function nearestRank(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
}

/** What a kitchen promises, in full five minutes: eight of ten are ready by then, between `from` and `to` it mostly is. */
export interface QuotedMinutes {
  readonly quote: number;
  readonly from: number;
  readonly to: number;
  readonly sample: number;
}

/** From the likest orders of which there are enough; null: the rule says it. */
export function learnedQuote(times: LearnedTimes, moment: Moment, zone: ZoneId): QuotedMinutes | null {
  return quoteOf(times, cellsOf(moment, zone), moment.rule);
}

function quoteOf(times: LearnedTimes, cells: readonly string[], rule: number): QuotedMinutes | null {
  const found = cells.findIndex((cell) => times[cell] !== undefined);
  const learned = times[cells[found] ?? ''];
  if (!learned) return null;
  const up = (minutes: number) => Math.ceil(minutes / STEP) * STEP;
  // Its kind alone does not tell a large order from a small one: there the rule is the least.
  if (found === cells.length - 1 && rule > up(learned.p80)) return null;
  const from = Math.max(STEP, Math.floor(learned.p50 / STEP) * STEP);
  return { quote: up(learned.p80), from, to: Math.max(up(learned.p90), from + STEP), sample: learned.sample };
}

/** How a week went that was foretold from the weeks before it. */
export interface WeekScore {
  /** Orders that were foretold. */
  readonly orders: number;
  /** How many of them were ready by the time that would have been promised. */
  readonly kept: number;
  /** What the promises cost, by order: minutes too short count four times as much as minutes too long. */
  readonly loss: number;
  /** The same of the rule. */
  readonly ruleLoss: number;
  /** By how many minutes those that were late were late; null: none was. */
  readonly late: number | null;
}

const SHARE = 0.8;

/** What a promise of so many minutes cost, once the order was ready. */
export function pinball(quote: number, minutes: number): number {
  return minutes > quote ? SHARE * (minutes - quote) : (1 - SHARE) * (quote - minutes);
}

/** A week like the next one: foretold from what was known when it began. Null when nothing could be foretold. */
export function scoreWeek(samples: readonly ReadySample[], existing: readonly ReadySample[]): WeekScore | null {
  const times = learn(existing);
  const foretold = samples.flatMap((sample) => {
    const quoted = quoteOf(times, sample.cells, sample.rule);
    return quoted ? [{ quote: quoted.quote, sample }] : [];
  });
  if (foretold.length === 0) return null;
  const mean = (each: (of: (typeof foretold)[number]) => number) =>
    foretold.reduce((sum, of) => sum + each(of), 0) / foretold.length;
  const late = foretold.map(({ quote, sample }) => sample.minutes - quote).filter((minutes) => minutes > 0);
  return {
    orders: foretold.length,
    kept: foretold.length - late.length,
    loss: mean(({ quote, sample }) => pinball(quote, sample.minutes)),
    ruleLoss: mean(({ sample }) => pinball(sample.rule, sample.minutes)),
    late:
      late.length === 0
        ? null
        : nearestRank(
            late.toSorted((a, b) => a - b),
            0.5,
          ),
  };
}

/** It was tried, and did not lose against the rule two weeks running; latest last. */
export function isTrusted(weeks: readonly WeekScore[]): boolean {
  return !weeks.slice(-2).every(hasLost);
}

function hasLost({ loss, ruleLoss }: WeekScore): boolean {
  return loss >= ruleLoss;
}

/** A week of a kitchen. */
export interface KitchenWeek {
  /** Its Monday. */
  readonly week: string;
  /** Orders that were ready, and how many of them by what their guests were promised. */
  readonly orders: number;
  readonly kept: number;
  /** How it would have been foretold; null: too little was known. */
  readonly score: WeekScore | null;
}

/** What a kitchen's own past says now, and how well it foretold each week since; `quotes` are null while the rule does better. */
export function learnFrom(
  orders: readonly CookedOrder[],
  { now, zone, before }: { readonly now: Date; readonly zone: ZoneId; readonly before: LearnedTimes | null },
): { readonly quotes: LearnedTimes | null; readonly weeks: readonly KitchenWeek[] } {
  const samples = readySamples(orders, zone);
  const today = dateIn(now, zone);
  const monday = addDays(today, 1 - Temporal.PlainDate.from(today).dayOfWeek);
  const weeks = Array.from({ length: LEARNED_WEEKS }, (_, index) =>
    weekOf(addDays(monday, -7 * (LEARNED_WEEKS - index)), { orders, samples, zone }),
  ).filter((week) => week.orders > 0);
  const scores = weeks.flatMap(({ score }) => score ?? []);
  const recent = between(samples, startOfDay(addDays(today, -7 * LEARNED_WEEKS), zone), now);
  return { quotes: isTrusted(scores) ? learn(recent, before ?? {}) : null, weeks };
}

function weekOf(
  date: string,
  of: { readonly orders: readonly CookedOrder[]; readonly samples: readonly ReadySample[]; readonly zone: ZoneId },
): KitchenWeek {
  const [begins, ends] = [startOfDay(date, of.zone), startOfDay(addDays(date, 7), of.zone)];
  const existing = between(of.samples, startOfDay(addDays(date, -7 * LEARNED_WEEKS), of.zone), begins);
  const ready = of.orders.filter(({ from, readyAt }) => readyAt !== null && begins <= from && from < ends);
  return {
    week: date,
    orders: ready.length,
    kept: ready.filter(({ readyAt, promisedFor }) => readyAt !== null && readyAt <= promisedFor).length,
    score: scoreWeek(between(of.samples, begins, ends), existing),
  };
}

function between(samples: readonly ReadySample[], from: Date, until: Date): readonly ReadySample[] {
  return samples.filter(({ at }) => from <= at && at < until);
}
