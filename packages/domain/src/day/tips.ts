import { addCents, subtractCents, ZERO, type Cents } from '../core/money.ts';
import { allocate } from '../pricing/allocate.ts';

/** Everybody keeps their own tips, or a pool is shared by minutes of work, by points of each person, or equally. */
export const TIP_RULES = ['own', 'hours', 'points', 'equal'] as const;
export type TipRule = (typeof TIP_RULES)[number];

/** Staff decide about their own tips, or the restaurant does; deductions from pay may differ. */
export const TIP_DECIDERS = ['staff', 'house'] as const;
export type TipDecider = (typeof TIP_DECIDERS)[number];

export const MAX_TIP_POINTS = 1_000;

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

/** Work of a person on the day. */
export interface PoolShift {
  readonly personId: string;
  readonly minutes: number;
  /** Null if the person has no share of the pool. */
  readonly points: number | null;
}

/** Who shares the pool of a day, and with which weight. The points are those of the last shift. */
export function poolMembers(shifts: readonly PoolShift[], rule: TipRule): PoolMember[] {
  const sharing = shifts.filter(({ points }) => points !== null);
  return [...Map.groupBy(sharing, ({ personId }) => personId)].map(([personId, own]) => {
    const minutes = own.reduce((sum, shift) => sum + shift.minutes, 0);
    const weights = { own: 0, hours: minutes, points: own.at(-1)?.points ?? 0, equal: 1 };
    return { personId, weight: weights[rule] };
  });
}

/** What a person gets of the tips of a day. */
export interface TipShare extends PoolMember {
  /** What the person keeps of their own tips. */
  readonly own: Cents;
  /** What the person got from the pool, before refunds. */
  readonly fromPool: Cents;
  /** What refunds took back of both. */
  readonly takenBack: Cents;
  readonly gets: Cents;
}

interface SharedTips {
  readonly shares: readonly TipShare[];
  /** What went into the pool, before refunds. */
  readonly pool: Cents;
  readonly weights: number;
  /** What nobody gets: a pool that has no members with a weight. */
  readonly undivided: Cents;
}

/**
 * Shares the tips of a day. `percent` of each tip goes into the pool, and tips that nobody took go into it whole. A
 * refunded tip is taken back from the same shares. All shares and what is undivided are the tips less their refunds, to
 * the cent.
 */
export function shareTips(percent: number, taken: readonly TakenTips[], members: readonly PoolMember[]): SharedTips {
  const parts = taken.map(({ personId, tips, refunded }) => {
    const pooledPercent = personId === null ? 100 : percent;
    const [own = ZERO, pooled = ZERO] = allocate(tips, [100 - pooledPercent, pooledPercent]);
    const [ownBack = ZERO, pooledBack = ZERO] = allocate(refunded, [own, pooled]);
    return { personId, own, pooled, ownBack, pooledBack };
  });
  const pool = addCents(...parts.map(({ pooled }) => pooled));
  const refundedOfPool = addCents(...parts.map(({ pooledBack }) => pooledBack));
  // The first get the cents that are left over, so they are always sorted alike.
  const sharers = members.filter(({ weight }) => weight > 0).toSorted((a, b) => (a.personId < b.personId ? -1 : 1));
  const isShared = sharers.length > 0;
  const weights = sharers.map(({ weight }) => weight);
  const fromPool = isShared ? allocate(pool, weights) : [];
  const backOfPool = isShared ? allocate(refundedOfPool, fromPool) : [];
  const people = new Set([...parts.flatMap(({ personId }) => personId ?? []), ...sharers.map((each) => each.personId)]);
  const shares = [...people].map((personId): TipShare => {
    const index = sharers.findIndex((each) => each.personId === personId);
    const { own, ownBack } = parts.find((each) => each.personId === personId) ?? { own: ZERO, ownBack: ZERO };
    const pooled = fromPool[index] ?? ZERO;
    const takenBack = addCents(ownBack, backOfPool[index] ?? ZERO);
    const gets = subtractCents(addCents(own, pooled), takenBack);
    return { personId, weight: weights[index] ?? 0, own, fromPool: pooled, takenBack, gets };
  });
  return {
    shares,
    pool,
    weights: weights.reduce((total, weight) => total + weight, 0),
    undivided: isShared ? ZERO : subtractCents(pool, refundedOfPool),
  };
}
