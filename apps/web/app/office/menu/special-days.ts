import { formatTime } from '../../ui/format.ts';

/** '2026-11-21' as people write it: 'Nov 21'. A day is the same everywhere. */
export function dayText(date: string): string {
  return formatTime(new Date(`${date}T12:00:00Z`), 'day-month', 'UTC');
}
