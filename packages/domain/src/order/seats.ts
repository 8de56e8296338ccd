import { say } from '../core/language.ts';

/** Stands for the seat of shared dishes, which come after those of every seat. */
const SHARED = Number.POSITIVE_INFINITY;

interface SeatedLine {
  /** Absent, null or 0 for a dish that the table shares. */
  readonly seat?: number | null | undefined;
}

/** Dishes that are put down together: those of a seat, or those that the table shares. */
export interface SeatGroup<Line> {
  /** 'Seat 2' or 'Table'; empty if no dish of the list has a seat. */
  readonly name: string;
  readonly lines: readonly Line[];
}

export const seatName = (seat: number): string => say`Seat ${seat}`;

/** The dishes as a runner serves them: seat by seat, and at the end those that the table shares. */
export function groupBySeat<Line extends SeatedLine>(lines: readonly Line[]): SeatGroup<Line>[] {
  const bySeat = [...Map.groupBy(lines, ({ seat }) => seat || SHARED)].toSorted(([one], [other]) => one - other);
  const hasSeats = bySeat.some(([seat]) => seat !== SHARED);
  return bySeat.map(([seat, group]) => ({
    name: seat !== SHARED ? seatName(seat) : hasSeats ? say`Table` : '',
    lines: group,
  }));
}
