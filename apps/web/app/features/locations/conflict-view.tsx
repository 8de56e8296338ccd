import { WEEKDAY_NAMES, WEEKDAYS, type Week } from '@tiffin/domain/hours';
import { Conflict, type Whose } from '../../ui/conflict.tsx';
import type { Clash, Fields } from './draft.ts';
import { texts } from './texts.ts';

/** What somebody else saved of this location while one was editing it. */
export function ConflictView({
  clashes,
  onChoose,
}: {
  clashes: readonly Clash[];
  onChoose: (clash: Clash, whose: Whose) => void;
}) {
  const { conflict } = texts;
  return (
    <Conflict
      title={conflict.title}
      text={conflict.text}
      texts={conflict}
      entries={clashes.map(({ field, base, theirs, mine, clashes: both }) => ({
        id: field,
        label: conflict.fields[field],
        before: readable(field, base),
        theirs: readable(field, theirs),
        mine: readable(field, mine),
        clashes: both,
      }))}
      onChoose={(id, whose) => {
        const clash = clashes.find(({ field }) => field === id);
        if (clash) onChoose(clash, whose);
      }}
    />
  );
}

function readable(field: keyof Fields, value: unknown): string {
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
