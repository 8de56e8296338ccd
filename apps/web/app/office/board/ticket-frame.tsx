import type { ReactNode } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { codeOf, type BoardOrder } from './board-orders.ts';
import { orderTypeText } from './ticket-parts.tsx';
import type { TicketTime } from './ticket-time.ts';

interface TicketFrameProps {
  order: BoardOrder;
  word: TicketTime['word'];
  isPicked: boolean | null;
  className: string;
  children: ReactNode;
}

/** The card of an order on the board, in full or compact. */
export function TicketFrame({ order, word, isPicked, className, children }: TicketFrameProps) {
  return (
    <article
      className={classNames('relative gap-8 surface shadow-1', className, isPicked === true && 'tinted')}
      // The arrow keys move between tickets.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      data-ticket={order.id}
      aria-label={ticketName(order, word)}
    >
      {children}
    </article>
  );
}

/** Returns for example 'KQ2MX, Pickup, Asha Rao, due in 5 min'. */
function ticketName(order: BoardOrder, word: TicketTime['word']): string {
  const parts = [codeOf(order.orderId), orderTypeText(order), order.customerInfo.name, word];
  return parts.filter((part) => part !== null).join(', ');
}
