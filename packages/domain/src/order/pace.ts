import { say } from '../core/language.ts';
import type { ZoneId } from '../core/time.ts';
import { clockText, otherDay } from '../hours/index.ts';
import type { OrderType } from './order-types.ts';

/** A kitchen takes guests' orders as usual, promises them later, or takes none for a while. */
export const PACE_KINDS = ['busy', 'pause'] as const;
export type PaceKind = (typeof PACE_KINDS)[number];

/** Something that holds orders back, and ends by itself. */
export interface Pace {
  readonly kind: PaceKind;
  /** Which orders; null: all. */
  readonly service: OrderType | null;
  /** So many minutes later than usual; 0 for a pause. */
  readonly plus: number;
  /** On a full minute. */
  readonly until: string;
}

/** What is in force still. */
export function inForce<P extends Pick<Pace, 'until'>>(paces: readonly P[], now: Date): readonly P[] {
  return paces.filter(({ until }) => now < new Date(until));
}

/** What holds back orders of this kind at this moment: until when none are taken, and how much later the others are. */
export function paceOf(
  paces: readonly Pace[],
  service: OrderType,
  now: Date,
): { readonly pausedUntil: Date | null; readonly plus: number } {
  const own = inForce(paces, now).filter((pace) => pace.service === null || pace.service === service);
  const pauses = own.filter(({ kind }) => kind === 'pause').map(({ until }) => Date.parse(until));
  return {
    pausedUntil: pauses.length === 0 ? null : new Date(Math.max(...pauses)),
    plus: Math.max(0, ...own.filter(({ kind }) => kind === 'busy').map(({ plus }) => plus)),
  };
}

/** 'Takes orders again at 6:35 p.m.', with the day when it is not today's. */
export function pausedText(until: Date, now: Date, zone: ZoneId): string {
  const day = otherDay(until, now, zone);
  const time = clockText(until, zone);
  return day === null ? say`Takes orders again at ${time}` : say`Takes orders again ${day} at ${time}`;
}
