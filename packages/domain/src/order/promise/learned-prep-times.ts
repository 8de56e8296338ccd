import { localDate, localMinute, type ZoneId } from '../../core/time.ts';
import { addDays, startOfDay, weekdayOf } from '../../hours/index.ts';
import type { OrderType } from '../order-types.ts';

/** A past order with its times in the kitchen. */
export interface CookedOrder {
  readonly service: OrderType;
  /** When the prep time started. */
  readonly from: Date;
  /** When it was marked as ready; null if it was cancelled or is not ready. */
  readonly readyAt: Date | null;
  /** When it stopped being work for the kitchen, ready or cancelled; null while it is open. */
  readonly leftKitchenAt: Date | null;
  readonly units: number;
  /** The prep time by the rule, in minutes. */
  readonly rule: number;
  /** True if it had a scheduled start and staff started it at another time. */
  readonly wasStartedByStaff: boolean;
  /** Who marked it as ready; null if unknown. */
  readonly readyBy: string | null;
  readonly promisedFor: Date;
}

/** How long one order took from the start of its prep time. */
export interface ReadySample {
  readonly at: Date;
  /** The cells in which the sample counts, from the most specific to the broadest (`cellsOf`). */
  readonly cells: readonly string[];
  readonly minutes: number;
  readonly rule: number;
}

/** So many tickets ready within this time mean that someone cleared the screen, not that the food was ready. */
const CLEARED = { tickets: 3, withinMs: 10_000 } as const;

/** The samples to learn from, without cancelled and manually started orders, and tickets cleared in bulk. */
export function readySamples(orders: readonly CookedOrder[], zone: ZoneId): ReadySample[] {
  const cleared = clearedTickets(orders);
  const loads = loadsOf(orders);
  return orders.flatMap((order, index) => {
    const { service, from, readyAt, rule, wasStartedByStaff } = order;
    if (readyAt === null || readyAt < from || wasStartedByStaff || cleared.has(order)) return [];
    const minutes = (readyAt.getTime() - from.getTime()) / MINUTE;
    return [{ at: from, cells: cellsOf({ service, at: from, load: loads[index] ?? 0 }, zone), minutes, rule }];
  });
}

const MINUTE = 60_000;

function clearedTickets(orders: readonly CookedOrder[]): ReadonlySet<CookedOrder> {
  const cleared = new Set<CookedOrder>();
  for (const tickets of Map.groupBy(orders, ({ readyBy }) => readyBy ?? '').values()) {
    const readyMs = (order: CookedOrder | undefined) => order?.readyAt?.getTime() ?? Number.POSITIVE_INFINITY;
    const sorted = tickets.toSorted((a, b) => readyMs(a) - readyMs(b));
    for (const [index, first] of sorted.entries()) {
      const last = sorted[index + CLEARED.tickets - 1];
      if (readyMs(last) - readyMs(first) > CLEARED.withinMs) continue;
      for (const each of sorted.slice(index, index + CLEARED.tickets)) cleared.add(each);
    }
  }
  return cleared;
}

/** The open units of work when each order came, including its own. */
function loadsOf(orders: readonly CookedOrder[]): number[] {
  const changes = orders.flatMap(({ from, leftKitchenAt, units }, arrival) => {
    // An order that staff started and finished before its prep time began never added to the load.
    if (leftKitchenAt && leftKitchenAt <= from) return [];
    const departures = leftKitchenAt ? [{ at: leftKitchenAt.getTime(), change: -units, arrival: null }] : [];
    return [{ at: from.getTime(), change: units, arrival }, ...departures];
  });
  const loads: number[] = [];
  let open = 0;
  // At the same moment, departures (negative) sort before arrivals.
  for (const { change, arrival } of changes.toSorted((a, b) => a.at - b.at || a.change - b.change)) {
    open += change;
    if (arrival !== null) loads[arrival] = open;
  }
  return loads;
}

/** What a new order has in common with past ones. */
export interface QuoteConditions {
  readonly service: OrderType;
  readonly at: Date;
  /** Open units of work including its own; null if unknown. */
  readonly load: number | null;
  /** The prep time by the rule, in minutes. */
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

/**
 * The cells of an order, which group it with similar ones: by order type with weekday, hour and load; without weekday;
 * without hour; by order type alone.
 */
function cellsOf({ service, at, load }: Omit<QuoteConditions, 'rule'>, zone: ZoneId): string[] {
  if (load === null) return [service];
  const band = LOAD_BANDS.filter((least) => load >= least).length;
  const { date, time } = localMinute(at, zone);
  const hours = Math.floor(Number(time.slice(0, 2)) / BAND_HOURS);
  const kind = WEEKDAY_KINDS[weekdayOf(date)];
  return [`${service} ${kind} ${hours} ${band}`, `${service} ${hours} ${band}`, `${service} ${band}`, service];
}

/** Minutes within which 50, 80 and 90 % of the orders were ready, and the number of orders. */
export interface LearnedQuote {
  readonly p50: number;
  readonly p80: number;
  readonly p90: number;
  readonly sample: number;
}

/** By cell (`cellsOf`). */
export type LearnedTimes = Readonly<Record<string, LearnedQuote>>;

/** Cells with fewer samples have no learned times. */
export const MIN_LEARNED_SAMPLES = 30;
export const LEARNED_WEEKS = 8;
const QUOTE_LIMITS = { least: 5, most: 120 } as const;
/** Maximum change per update in minutes, so that a guest gets similar times on consecutive days. */
const MAX_MOVE_MINUTES = 5;
const STEP_MINUTES = 5;

/** Computes the times of each cell; they move by at most `MAX_MOVE_MINUTES` from the previous ones. */
export function learnPrepTimes(samples: readonly ReadySample[], previousTimes: LearnedTimes = {}): LearnedTimes {
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
      .filter(([, minutes]) => minutes.length >= MIN_LEARNED_SAMPLES)
      .map(([cell, minutes]) => [cell, limitMove(quantiles(minutes), previousTimes[cell])]),
  );
}

function quantiles(minutes: readonly number[]): LearnedQuote {
  const sorted = minutes.toSorted((a, b) => a - b);
  const at = (share: number) => Math.min(QUOTE_LIMITS.most, Math.max(QUOTE_LIMITS.least, nearestRank(sorted, share)));
  return { p50: at(0.5), p80: at(0.8), p90: at(0.9), sample: sorted.length };
}

function limitMove(quote: LearnedQuote, previous: LearnedQuote | undefined): LearnedQuote {
  if (!previous) return quote;
  const clamp = (name: 'p50' | 'p80' | 'p90') =>
    Math.min(previous[name] + MAX_MOVE_MINUTES, Math.max(previous[name] - MAX_MOVE_MINUTES, quote[name]));
  return { ...quote, p50: clamp('p50'), p80: clamp('p80'), p90: clamp('p90') };
}

/** The smallest value of a sorted list that at least this share of the values does not exceed. */
export function nearestRank(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
}

/** A learned quote, rounded. 80 % of orders are ready within `quote`; most take between `from` and `to`. */
export interface QuotedMinutes {
  readonly quote: number;
  readonly from: number;
  readonly to: number;
  readonly sample: number;
}

/** The quote of the most specific cell with enough samples; null if none has, so that the fixed rule applies. */
export function learnedQuote(times: LearnedTimes, conditions: QuoteConditions, zone: ZoneId): QuotedMinutes | null {
  return quoteOf(times, cellsOf(conditions, zone), conditions.rule);
}

function quoteOf(times: LearnedTimes, cells: readonly string[], rule: number): QuotedMinutes | null {
  const index = cells.findIndex((cell) => times[cell] !== undefined);
  const learned = times[cells[index] ?? ''];
  if (!learned) return null;
  const roundUp = (minutes: number) => Math.ceil(minutes / STEP_MINUTES) * STEP_MINUTES;
  const quote = roundUp(learned.p80);
  // The last cell, the order type alone, does not tell large orders from small ones: there the rule is the lower limit.
  if (index === cells.length - 1 && rule > quote) return null;
  const from = Math.max(STEP_MINUTES, Math.floor(learned.p50 / STEP_MINUTES) * STEP_MINUTES);
  return { quote, from, to: Math.max(roundUp(learned.p90), from + STEP_MINUTES), sample: learned.sample };
}

/** How a week would have gone with quotes learned from the weeks before it. */
export interface WeekScore {
  readonly orders: number;
  /** How many of them were ready within their quote. */
  readonly kept: number;
  /** Mean cost per order: a minute too short costs four times as much as a minute too long. */
  readonly loss: number;
  /** The mean cost of the rule's quotes for the same orders. */
  readonly ruleLoss: number;
  /** Median delay of the late orders in minutes; null if none was late. */
  readonly late: number | null;
}

/** The share of orders that are ready within a quote. It also weighs a quote that is too short against one too long. */
const QUOTED_SHARE = 0.8;

/** The cost of a quote, compared with the minutes the order took. */
export function pinballLoss(quote: number, minutes: number): number {
  return minutes > quote ? QUOTED_SHARE * (minutes - quote) : (1 - QUOTED_SHARE) * (quote - minutes);
}

/** Scores a week with the quotes known at its start. Null if no order had a quote. */
export function scoreWeek(samples: readonly ReadySample[], earlierSamples: readonly ReadySample[]): WeekScore | null {
  const times = learnPrepTimes(earlierSamples);
  const pairs = samples.flatMap((sample) => {
    const quoted = quoteOf(times, sample.cells, sample.rule);
    return quoted ? [{ quote: quoted.quote, sample }] : [];
  });
  if (pairs.length === 0) return null;
  const mean = (lossOf: (pair: (typeof pairs)[number]) => number) =>
    pairs.reduce((sum, pair) => sum + lossOf(pair), 0) / pairs.length;
  const late = pairs.map(({ quote, sample }) => sample.minutes - quote).filter((minutes) => minutes > 0);
  return {
    orders: pairs.length,
    kept: pairs.length - late.length,
    loss: mean(({ quote, sample }) => pinballLoss(quote, sample.minutes)),
    ruleLoss: mean(({ sample }) => pinballLoss(sample.rule, sample.minutes)),
    late: late.length === 0 ? null : medianOf(late),
  };
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return nearestRank(sorted, 0.5);
}

/** True if there are scored weeks and the last two did not both lose to the rule. The latest week comes last. */
export function areQuotesTrusted(weeks: readonly WeekScore[]): boolean {
  return !weeks.slice(-2).every(({ loss, ruleLoss }) => loss >= ruleLoss);
}

/** How a week went with the promises of the time, and how it would have gone with learned quotes. */
export interface KitchenWeek {
  /** The date of its Monday. */
  readonly week: string;
  /** Orders that were ready, and how many of them by their promised time. */
  readonly orders: number;
  readonly kept: number;
  /** The score of the learned quotes; null if too little was known. */
  readonly score: WeekScore | null;
}

/** Learns from a kitchen's past orders and scores each week. `quotes` is null while the rule does better. */
export function learnFromOrders(
  orders: readonly CookedOrder[],
  { now, zone, before }: { readonly now: Date; readonly zone: ZoneId; readonly before: LearnedTimes | null },
): { readonly quotes: LearnedTimes | null; readonly weeks: readonly KitchenWeek[] } {
  const samples = readySamples(orders, zone);
  const today = localDate(now, zone);
  const monday = addDays(today, 1 - Temporal.PlainDate.from(today).dayOfWeek);
  const weeks = Array.from({ length: LEARNED_WEEKS }, (_, index) =>
    scoreKitchenWeek(addDays(monday, -7 * (LEARNED_WEEKS - index)), { orders, samples, zone }),
  ).filter((week) => week.orders > 0);
  const scores = weeks.flatMap(({ score }) => score ?? []);
  const recent = samplesBetween(samples, startOfDay(addDays(today, -7 * LEARNED_WEEKS), zone), now);
  return { quotes: areQuotesTrusted(scores) ? learnPrepTimes(recent, before ?? {}) : null, weeks };
}

function scoreKitchenWeek(
  monday: string,
  past: { readonly orders: readonly CookedOrder[]; readonly samples: readonly ReadySample[]; readonly zone: ZoneId },
): KitchenWeek {
  const [begins, ends] = [startOfDay(monday, past.zone), startOfDay(addDays(monday, 7), past.zone)];
  const earlier = samplesBetween(past.samples, startOfDay(addDays(monday, -7 * LEARNED_WEEKS), past.zone), begins);
  const ready = past.orders.filter(({ from, readyAt }) => readyAt !== null && begins <= from && from < ends);
  return {
    week: monday,
    orders: ready.length,
    kept: ready.filter(({ readyAt, promisedFor }) => readyAt !== null && readyAt <= promisedFor).length,
    score: scoreWeek(samplesBetween(past.samples, begins, ends), earlier),
  };
}

function samplesBetween(samples: readonly ReadySample[], from: Date, until: Date): readonly ReadySample[] {
  return samples.filter(({ at }) => from <= at && at < until);
}
