import { minutesSince, minutesUntil } from './derived.ts';
import { statusFacts, type OrderStatus } from './statuses.ts';
import { TICKET_LIMITS, type TicketLimits } from '../locations/ticket-limits.ts';

export type TicketLateness = 'normal' | 'soon' | 'late';

export interface TicketClock {
  readonly lateness: TicketLateness;
  /** Minutes since the order came (pending) or was ready, or until it is due (preparing; negative when late). */
  readonly minutes: number;
}

export interface TimedOrder {
  readonly status: OrderStatus;
  readonly orderTime: Date;
  readonly estimatedReady: Date | null;
  readonly readyTime: Date | null;
  /** The start of its prep time: when it came, or the opening if it came while closed. Null for the oldest orders. */
  readonly firesAt: Date | null;
}

/** How urgent a ticket is; null if the order no longer waits. */
export function ticketClock(order: TimedOrder, now: Date, limits: TicketLimits = TICKET_LIMITS): TicketClock | null {
  switch (statusFacts(order.status).clock) {
    case 'accept':
      return waitingClock(minutesSince(order.firesAt ?? order.orderTime, now), limits.acceptSoon, limits.acceptLate);
    case 'due':
      return order.estimatedReady === null ? null : dueClock(order.estimatedReady, now, limits.dueSoon);
    case 'pass':
      return waitingClock(minutesSince(order.readyTime ?? order.orderTime, now), limits.passSoon, limits.passLate);
    default:
      return null;
  }
}

function waitingClock(minutes: number, soon: number, late: number): TicketClock {
  if (minutes >= late) return { lateness: 'late', minutes };
  return { lateness: minutes >= soon ? 'soon' : 'normal', minutes };
}

function dueClock(at: Date, now: Date, soon: number): TicketClock {
  if (now > at) return { lateness: 'late', minutes: -minutesSince(at, now) || 0 };
  const minutes = minutesUntil(at, now);
  return { lateness: minutes <= soon ? 'soon' : 'normal', minutes };
}
