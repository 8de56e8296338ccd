import { WEEKDAY_NAMES, WEEKDAYS, type Week } from '@tiffin/domain/hours';
import type { Fields } from './draft.ts';
import { texts } from './texts.ts';

/** A field of a location in words, for whoever must choose between two. */
export function readable(field: keyof Fields, value: unknown): string {
  const { conflict } = texts;
  if (value === null || value === undefined || value === '') return conflict.nothing;
  if (typeof value === 'boolean') return value ? conflict.yes : conflict.no;
  // The differences are those of the form's own fields.
  if (field === 'hours') return weekText(value as Week);
  if (field === 'hoursExceptions') {
    return (value as Fields['hoursExceptions']).map(({ date }) => date).join(', ') || conflict.nothing;
  }
  if (field === 'ticketLimits') return Object.values(value).join(' / ');
  if (field === 'taxRateOverride') return `${Math.round(Number(value) * 1e7) / 1e5} %`;
  if (Array.isArray(value)) return value.join(', ') || conflict.nothing;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : conflict.nothing;
}

function weekText(week: Week): string {
  return WEEKDAYS.map((day) => {
    const { open, close, closed } = week[day];
    return `${WEEKDAY_NAMES[day].slice(0, 3)} ${closed ? texts.hours.closed : `${open}–${close}`}`;
  }).join(', ');
}
