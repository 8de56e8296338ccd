import { addCents, cents, subtractCents, ZERO, type Cents } from '../core/money.ts';
import { allocate } from '../pricing/allocate.ts';

/** How a pool of tips is shared: by minutes of work, by points of each person, or equally. */
export const TIP_RULES = ['hours', 'points', 'equal'] as const;
export type TipRule = (typeof TIP_RULES)[number];

/** Staff decide about their own tips, or the restaurant does; deductions from pay may differ. */
export const TIP_DECIDERS = ['staff', 'house'] as const;
export type TipDecider = (typeof TIP_DECIDERS)[number];

export interface TipPool {
  readonly rule: TipRule;
  /** How much of each tip goes into the pool, in percent. */
  readonly percent: number;
}

/** The tips that a person took, and what was refunded of them; null for tips that guests left online. */
export interface TakenTips {
  readonly personId: string | null;
  readonly tips: Cents;
  readonly refunded: Cents;
}

/** A person who shares the pool, with their minutes or points. */
export interface PoolMember {
  readonly personId: string;
  readonly weight: number;
}

export interface TipShare {
  readonly personId: string;
  /** What the person keeps of their own tips. */
  readonly own: Cents;
  /** What the person got from the pool, before refunds. */
  readonly fromPool: Cents;
  /** What refunds took back of both. */
  readonly takenBack: Cents;
  readonly weight: number;
  readonly gets: Cents;
}

export interface SharedTips {
  readonly shares: readonly TipShare[];
  /** What went into the pool, before refunds. */
  readonly pool: Cents;
  /** What refunds took back of the pool. */
  readonly poolTakenBack: Cents;
  readonly weights: number;
  /** What nobody gets: the pool of a day without a member, or tips left online without a pool. */
  readonly undivided: Cents;
}

/**
 * Shares the tips of a day. Each person keeps a part of their own, the rest is the pool; tips that nobody took go into
 * the pool. A refunded tip is taken back from the same shares. All shares and what is undivided are the tips less their
 * refunds, to the cent.
 */
export function shareTips(
  pool: TipPool | null,
  taken: readonly TakenTips[],
  members: readonly PoolMember[],
): SharedTips {
  const parts = taken.map(({ personId, tips, refunded }) => {
    const percent = personId === null ? 100 : (pool?.percent ?? 0);
    const [own = ZERO, pooled = ZERO] = allocate(tips, [100 - percent, percent]);
    const [ownBack = ZERO, pooledBack = ZERO] = allocate(refunded, [own, pooled]);
    return { personId, own, pooled, ownBack, pooledBack };
  });
  const sum = addCents(...parts.map(({ pooled }) => pooled));
  const back = addCents(...parts.map(({ pooledBack }) => pooledBack));
  const weighing = pool ? members.filter(({ weight }) => weight > 0) : [];
  const isShared = weighing.length > 0;
  const weights = weighing.map(({ weight }) => weight);
  const fromPool = isShared ? allocate(sum, weights) : [];
  const backOfPool = isShared ? allocate(back, fromPool) : [];
  const people = [
    ...new Set([...parts.flatMap(({ personId }) => personId ?? []), ...weighing.map((each) => each.personId)]),
  ];
  const shares = people.map((personId): TipShare => {
    const own = parts.find((each) => each.personId === personId);
    const place = weighing.findIndex((each) => each.personId === personId);
    const kept = own?.own ?? ZERO;
    const pooled = fromPool[place] ?? ZERO;
    const takenBack = addCents(own?.ownBack ?? ZERO, backOfPool[place] ?? ZERO);
    return {
      personId,
      own: kept,
      fromPool: pooled,
      takenBack,
      weight: weights[place] ?? 0,
      gets: subtractCents(addCents(kept, pooled), takenBack),
    };
  });
  return {
    shares,
    pool: sum,
    poolTakenBack: back,
    weights: weights.reduce((total, weight) => total + weight, 0),
    undivided: isShared ? ZERO : subtractCents(sum, back),
  };
}

/** Whole minutes that passed, also over a change of the clock. */
export function minutesWorked(from: Date, to: Date): number {
  return Math.max(0, Math.floor((to.getTime() - from.getTime()) / 60_000));
}

/** A longer time at work is a forgotten clock-out. */
export const MAX_SHIFT_HOURS = 24;
export const MAX_HOURLY_RATE = cents(1_000_00);
export const MAX_TIP_POINTS = 1_000;
/** The longest period of which shares and hours are listed. */
export const MAX_TIP_PERIOD_DAYS = 31;
