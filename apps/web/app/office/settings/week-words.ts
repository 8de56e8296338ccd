import { record } from '@tiffin/domain/core';
import { twelveHours, WEEKDAYS } from '@tiffin/domain/hours';

/** The days of a week on which it differs from another, in words: 'Monday 11:00 a.m. – 10:00 p.m., Sunday closed'. */
export function weekWords(value: unknown, other: unknown): string {
  const week = record(value);
  const otherWeek = record(other);
  if (!week) return JSON.stringify(value);
  return WEEKDAYS.filter((day) => !otherWeek || dayWords(week[day]) !== dayWords(otherWeek[day]))
    .map((day) => `${day.charAt(0).toUpperCase()}${day.slice(1)} ${dayWords(week[day])}`)
    .join(', ');
}

function dayWords(value: unknown): string {
  const day = record(value);
  if (!day) return 'not set';
  if (day['closed'] === true) return 'closed';
  const { open, close } = day;
  return typeof open === 'string' && typeof close === 'string'
    ? `${twelveHours(open)} – ${twelveHours(close)}`
    : 'not set';
}
