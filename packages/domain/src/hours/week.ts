import { say, type DateText, type TimeText, type ZoneId } from '../core/index.ts';

export const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

export const WEEKDAY_NAMES: Readonly<Record<Weekday, string>> = {
  monday: say`Monday`,
  tuesday: say`Tuesday`,
  wednesday: say`Wednesday`,
  thursday: say`Thursday`,
  friday: say`Friday`,
  saturday: say`Saturday`,
  sunday: say`Sunday`,
};

/** A time of the day to open and one to close, which is on the next day if it is not later. */
export interface HoursInterval {
  readonly open: TimeText;
  readonly close: TimeText;
}

/**
 * The hours of a day. `open` and `close` are the first interval, so that a client that does not know `more` takes the
 * location for closed in the evening, never for open in the afternoon.
 */
export interface DayHours extends HoursInterval {
  readonly closed: boolean;
  /** The later intervals of the day, such as dinner after lunch. */
  readonly more?: readonly HoursInterval[] | undefined;
}

/** How many intervals a day may have after the first. */
export const MOST_MORE_HOURS = 3;

/** The intervals of a day, the earliest first; none if it is closed. */
export function intervalsOf({ open, close, closed, more = [] }: DayHours): readonly HoursInterval[] {
  return closed ? [] : [{ open, close }, ...more];
}

/** Whether each interval starts after the one before has ended. Only the last may end the next morning. */
export function areSeparate(intervals: readonly HoursInterval[]): boolean {
  return intervals.every(({ open }, index) => {
    const before = intervals[index - 1];
    return !before || (before.open < before.close && before.close < open);
  });
}

/** A whole week: the configured hours with defaults filled in. */
export type WeekHours = Readonly<Record<Weekday, DayHours>>;

/** A date with hours other than those of its weekday, or closed. */
export interface HoursException extends DayHours {
  readonly date: DateText;
  readonly note?: string;
}

/** When a location is open: in a usual week, and on the dates that differ from it. */
export interface OpeningHours {
  readonly week: WeekHours;
  readonly exceptions: readonly HoursException[];
  readonly zone: ZoneId;
}
