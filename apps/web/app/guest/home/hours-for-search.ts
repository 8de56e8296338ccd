import { WEEK } from '../../shared/site/hours-text.tsx';
import type { Location } from '../../shared/site/site.ts';

/** The week as search engines read it. */
export function openingHoursSpecification(week: NonNullable<Location['hours']>) {
  return WEEK.flatMap(({ day }) => {
    const hours = week[day];
    if (!hours || hours.closed) return [];
    return [
      {
        '@type': 'OpeningHoursSpecification',
        dayOfWeek: `https://schema.org/${day.charAt(0).toUpperCase()}${day.slice(1)}`,
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
