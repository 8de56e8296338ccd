import { say } from '@tiffin/domain/core';
import { formatTime } from '../../ui/format.ts';
import { dishSummary, matchesSearch, type BoardOrder } from './board-orders.ts';
import styles from './board.module.css';
import { CodeButton, orderTypeText } from './ticket-parts.tsx';

interface ScheduledOrdersProps {
  orders: readonly BoardOrder[];
  search: string;
  onOpen: (order: BoardOrder) => void;
}

/** Scheduled orders that the kitchen does not start yet. Each joins the new orders when it is due. */
export function ScheduledOrders({ orders, search, onOpen }: ScheduledOrdersProps) {
  const shown = orders.filter((order) => matchesSearch(order, search));
  const [first] = orders;
  if (!first) return null;
  return (
    <details className={`round-md surface ${styles.later}`}>
      <summary className="touch-height content-center">
        <b className="weight-640">{orders.length === 1 ? say`Later: 1 order` : say`Later: ${orders.length} orders`}</b>{' '}
        <span className="soft text-sm">{say`next comes ${at(first, first.firesAt)}`}</span>
      </summary>
      <ul className="grid gap-8 scroll-y">
        {shown.map((order) => (
          <li key={order.id} className="row flex-wrap gap-8-12">
            <CodeButton order={order} onOpen={onOpen} />
            <b className="nowrap">{at(order, order.wantedFor)}</b>
            <span className="nowrap">{orderTypeText(order)}</span>
            <span className="min-width-0 soft break-anywhere">
              {order.customerInfo.name}: {dishSummary(order)}
            </span>
            <small className="soft nowrap push-right">{say`comes ${at(order, order.firesAt)}`}</small>
          </li>
        ))}
      </ul>
    </details>
  );
}

function at({ locationInfo: { timeZone } }: BoardOrder, instant: string | undefined): string {
  return instant === undefined ? '' : formatTime(instant, 'weekday-time', timeZone);
}
