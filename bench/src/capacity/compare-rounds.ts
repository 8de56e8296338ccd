import type { CopiesRound } from './measurements.ts';

interface CopiesComparison {
  readonly copies: number;
  /** Orders per second, as a share of those of one copy. */
  readonly orders: number;
  /** Processor time of an order, as a multiple of that with one copy. */
  readonly processorTimes: number;
}

const processorMs = ({ serverMs, databaseMs }: CopiesRound) => serverMs + databaseMs;

/** Several copies against one, with the same pool. */
export function compareCopies(rounds: readonly CopiesRound[], pool: number): CopiesComparison[] {
  const one = rounds.find((round) => round.pool === pool && round.copies === 1);
  if (!one) return [];
  return rounds
    .filter((round) => round.pool === pool && round.copies > 1)
    .map((round) => ({
      copies: round.copies,
      orders: round.perSecond / one.perSecond,
      processorTimes: processorMs(round) / processorMs(one),
    }));
}

/** One copy with other pools: its orders per second, as a share of those with this pool. */
export function comparePools(rounds: readonly CopiesRound[], pool: number): { pool: number; orders: number }[] {
  const alone = rounds.filter(({ copies }) => copies === 1);
  const usual = alone.find((round) => round.pool === pool);
  if (!usual) return [];
  return alone
    .filter((round) => round !== usual)
    .map((round) => ({ pool: round.pool, orders: round.perSecond / usual.perSecond }));
}
