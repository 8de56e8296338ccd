import { say } from '@tiffin/domain/core';
import { classNames } from '../../ui/class-names.ts';
import { joinNames } from '../../ui/locale.ts';
import type { Location } from './site.ts';
import { intervalsOf, twelveHourText } from '@tiffin/domain/hours';
import { orderTypeFacts, orderTypeLabel } from '@tiffin/domain/order';

type Week = NonNullable<Location['hours']>;
type Day = keyof Week;

export const WEEK: readonly { day: Day; short: string }[] = [
  { day: 'sunday', short: say`Sun` },
  { day: 'monday', short: say`Mon` },
  { day: 'tuesday', short: say`Tue` },
  { day: 'wednesday', short: say`Wed` },
  { day: 'thursday', short: say`Thu` },
  { day: 'friday', short: say`Fri` },
  { day: 'saturday', short: say`Sat` },
];

/** Days with the same hours on one line: `Sun – Thu`, `Fri, Sat`, `Every day`. */
export function hoursLines(week: Week) {
  const groups: { names: string[]; hours: string }[] = [];
  for (const { day, short } of WEEK) {
    const hours = hoursOf(week[day]);
    if (hours === null) continue;
    const last = groups.at(-1);
    if (last?.hours === hours) last.names.push(short);
    else groups.push({ names: [short], hours });
  }
  return groups.map(({ names, hours }) => ({ days: daysText(names), hours }));
}

/** Null for a day without stated hours. */
function hoursOf(day: Week[Day]): string | null {
  if (!day) return null;
  const hours = intervalsOf(day).map(({ open, close }) => `${twelveHourText(open)} – ${twelveHourText(close)}`);
  return hours.join(', ') || say`Closed`;
}

function daysText(names: readonly string[]): string {
  if (names.length === WEEK.length) return say`Every day`;
  if (names.length <= 2) return names.join(', ');
  return `${names[0]} – ${names.at(-1)}`;
}

/** `Pickup, dine-in and delivery` */
export function servicesText(services: readonly string[]): string {
  const inSequence = services
    .toSorted((a, b) => orderTypeFacts(a).guestRank - orderTypeFacts(b).guestRank)
    .map((type) => orderTypeLabel(type).toLowerCase());
  const text = joinNames(inSequence);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

interface HoursListProps {
  hours: NonNullable<Location['hours']>;
  className?: string | undefined;
}

export function HoursList({ hours, className }: HoursListProps) {
  return (
    <dl className={classNames('grid gap-2', className)}>
      {hoursLines(hours).map((line) => (
        <div className="grid gap-12" key={line.days}>
          <dt>{line.days}</dt>
          <dd className="digits">{line.hours}</dd>
        </div>
      ))}
    </dl>
  );
}
