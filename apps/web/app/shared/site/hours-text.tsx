import { classNames } from '../../ui/class-names.ts';
import type { Location } from './site.ts';
import { twelveHours } from '@tiffin/domain/hours';
import { orderTypeFacts, orderTypeLabel } from '@tiffin/domain/order';

type Week = NonNullable<Location['hours']>;
type Day = keyof Week;

const WEEK: readonly { day: Day; short: string; iso: string }[] = [
  { day: 'sunday', short: 'Sun', iso: 'Sunday' },
  { day: 'monday', short: 'Mon', iso: 'Monday' },
  { day: 'tuesday', short: 'Tue', iso: 'Tuesday' },
  { day: 'wednesday', short: 'Wed', iso: 'Wednesday' },
  { day: 'thursday', short: 'Thu', iso: 'Thursday' },
  { day: 'friday', short: 'Fri', iso: 'Friday' },
  { day: 'saturday', short: 'Sat', iso: 'Saturday' },
];

export interface HoursLine {
  readonly days: string;
  readonly hours: string;
}

/** Days with the same hours on one line: `Sun – Thu`, `Fri, Sat`, `Every day`. */
export function hoursLines(week: Week): HoursLine[] {
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

function hoursOf(day: Week[Day]): string | null {
  if (!day) return null;
  return day.closed ? 'Closed' : `${twelveHours(day.open)} – ${twelveHours(day.close)}`;
}

function daysText(names: readonly string[]): string {
  if (names.length === WEEK.length) return 'Every day';
  if (names.length <= 2) return names.join(', ');
  return `${names[0]} – ${names.at(-1)}`;
}

/** The week as search engines read it. */
export function openingHoursSpecification(week: Week) {
  return WEEK.flatMap(({ day, iso }) => {
    const hours = week[day];
    if (!hours || hours.closed) return [];
    return [
      {
        '@type': 'OpeningHoursSpecification',
        dayOfWeek: `https://schema.org/${iso}`,
        opens: hours.open,
        closes: hours.close,
      },
    ];
  });
}

/** The dates that differ; a closed one opens and closes at midnight, as schema.org has it. */
export function exceptionsSpecification(exceptions: Location['hoursExceptions']) {
  return exceptions.map(({ date, closed, open, close }) => ({
    '@type': 'OpeningHoursSpecification',
    validFrom: date,
    validThrough: date,
    opens: closed || open === null ? '00:00' : open,
    closes: closed || close === null ? '00:00' : close,
  }));
}

/** `Pickup, dine-in and delivery` */
export function servicesText(services: readonly string[]): string {
  const inSequence = services
    .toSorted((a, b) => orderTypeFacts(a).guestRank - orderTypeFacts(b).guestRank)
    .map((type) => orderTypeLabel(type).toLowerCase());
  const text = new Intl.ListFormat('en-CA', { type: 'conjunction' }).format(inSequence).replace(', and ', ' and ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** When they are open, a line for all days alike. */
export function HoursList({
  hours,
  className,
}: {
  hours: NonNullable<Location['hours']>;
  className?: string | undefined;
}) {
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
