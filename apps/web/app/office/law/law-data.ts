import { useQuery } from '@tanstack/react-query';
import type { Answer } from '../../shared/api/api.ts';
import { apiQuery, useRefetchOn } from '../../shared/api/queries.ts';

export type Calendar = Answer<'getLawCalendar'>['calendar'];
export type Entry = Calendar['coming'][number];

const LAW_KEY = ['law-calendar'] as const;

/** Once on a page, however many calendars it reads. */
export function useRefetchLawCalendars(): void {
  useRefetchOn(['location.changed', 'reset'], LAW_KEY);
}

export function useLawCalendar(locationId: string) {
  return useQuery(apiQuery([...LAW_KEY, locationId], 'getLawCalendar', { query: { locationId } }));
}

const DAY_MS = 86_400_000;

export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);
}

/** The columns of the timeline: this month and the twelve after it. */
export const TIMELINE_MONTHS = 13;

/** The first days of the months of the timeline. */
export function timelineMonths(today: string): string[] {
  const [year = 0, month = 1] = today.split('-').map(Number);
  return Array.from({ length: TIMELINE_MONTHS }, (_, index) =>
    new Date(Date.UTC(year, month - 1 + index, 1)).toISOString().slice(0, 10),
  );
}

/** Where a date is on the timeline, from 0 to 1. */
export function timelinePosition(today: string, date: string): number {
  const months = timelineMonths(today);
  const at = months.findLastIndex((month) => month <= date);
  const day = Number(date.slice(8, 10)) - 1;
  return Math.min(1, Math.max(0, (at + day / 31) / TIMELINE_MONTHS));
}
