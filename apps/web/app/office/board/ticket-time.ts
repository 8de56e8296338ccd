import { isLaterThanPromised, statusFacts, TICKET_LIMITS, type TicketClock } from '@tiffin/domain/order';
import { say } from '@tiffin/domain/core';
import { isAccepted, ticketMinutes, orderClock, type BoardOrder } from './board-orders.ts';

/** The time state of a ticket. The ticket re-renders only when one of these values changes. */
export interface TicketTime {
  readonly minutes: number;
  readonly lateness: TicketClock['lateness'];
  /** Such as 'due in 5 min'; null when the order no longer waits. */
  readonly label: string | null;
  /** How much of the time has passed, 0 to 100. */
  readonly elapsedPercent: number;
  /** True after the promise of a guest who could be told a new time. Staff tell it by changing the time. */
  readonly lacksNewTime: boolean;
}

export function ticketTime(order: BoardOrder, at: Date): TicketTime {
  // Never before the order's last update, in case this clock is slow.
  const now = new Date(Math.max(at.getTime(), Date.parse(order.updatedAt)));
  const clock = orderClock(order, now);
  const minutes = ticketMinutes(order, now);
  return {
    minutes,
    lateness: clock?.lateness ?? 'normal',
    label: clock ? waitingLabel(order, clock) : unknownStatusLabel(order),
    elapsedPercent: elapsedPercent(order, minutes, now),
    lacksNewTime: isReachable(order) && isLaterThanPromised(order, now),
  };
}

function isReachable({ customerInfo: { phone, email }, heldAt }: BoardOrder): boolean {
  return heldAt === undefined && (phone !== '' || email !== '');
}

/** The label of a status that only a newer server knows. */
function unknownStatusLabel({ status }: BoardOrder): string | null {
  const { column, boardLabel } = statusFacts(status);
  return column === null || column === status ? null : boardLabel;
}

function waitingLabel(order: BoardOrder, { lateness, minutes }: TicketClock): string {
  if (order.status === 'pending') {
    const [late, soon] = isAccepted(order) ? [say`Not started`, say`Start now`] : [say`Not accepted`, say`Accept now`];
    return lateness === 'late' ? late : lateness === 'soon' ? soon : say`New`;
  }
  if (order.status === 'ready') return lateness === 'normal' ? say`on the pass` : say`Hand over now`;
  if (lateness === 'late') return minutes === 0 ? say`due now` : say`${-minutes} min late`;
  return say`due in ${minutes} min`;
}

function elapsedPercent(order: BoardOrder, minutes: number, now: Date): number {
  const { acceptLate, passLate } = order.limits ?? TICKET_LIMITS;
  const share = () => {
    if (order.status === 'pending') return minutes / acceptLate;
    if (order.status === 'ready') return minutes / passLate;
    const from = Date.parse(order.prepStartTime ?? order.orderTime);
    const until = Date.parse(order.estimatedReady ?? order.orderTime);
    return until > from ? (now.getTime() - from) / (until - from) : 1;
  };
  return Math.round(Math.min(1, Math.max(0, share())) * 100);
}
