import { failure, type Failure } from '../core/errors.ts';
import { isDate, isTime } from '../hours/week.ts';
import type { TicketLimits } from '../order/ticket.ts';

/** Soon comes before late, or a ticket would turn red before it turned yellow. */
export function ticketLimitsProblem(limits: TicketLimits): Failure | null {
  if (limits.acceptSoon >= limits.acceptLate) return wrong('acceptLate', 'Late must come after soon');
  return limits.passSoon >= limits.passLate ? wrong('passLate', 'Late must come after soon') : null;
}

interface Exception {
  readonly date: string;
  readonly closed: boolean;
  readonly open: string | null;
  readonly close: string | null;
}

/** A date has one exception; a day that is not closed has both its times. */
export function exceptionsProblem(exceptions: readonly Exception[]): Failure | null {
  const dates = new Set<string>();
  for (const { date, closed, open, close } of exceptions) {
    if (!isDate(date)) return wrong(date, 'Invalid date');
    if (dates.has(date)) return wrong(date, `${date} is listed twice`);
    dates.add(date);
    if (closed) continue;
    if (!isTime(open) || !isTime(close)) return wrong(date, `${date} needs an opening and a closing time`);
  }
  return null;
}

export function zoneProblem(zone: string): Failure | null {
  try {
    return Intl.DateTimeFormat('en-CA', { timeZone: zone }).resolvedOptions().timeZone ? null : unknownZone();
  } catch {
    return unknownZone();
  }
}

function unknownZone(): Failure {
  return wrong('timeZone', 'This time zone is not known');
}

function wrong(field: string, message: string): Failure {
  return failure('invalid-argument', message, { field });
}
