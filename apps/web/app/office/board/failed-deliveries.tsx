import { say } from '@tiffin/domain/core';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { orderCode, deliveryAlert, type BoardOrder } from './board-orders.ts';
import styles from './board.module.css';
import { useSeenChanges } from './seen-changes.ts';
import { CodeButton } from './ticket-parts.tsx';

interface FailedDeliveriesProps {
  orders: readonly BoardOrder[];
  onOpen: (order: BoardOrder) => void;
}

/** Deliveries that failed or came back paid, each until somebody at this board has seen it or it is handled. */
export function FailedDeliveries({ orders, onOpen }: FailedDeliveriesProps) {
  const [seen, markSeen] = useSeenChanges();
  const failed = orders.flatMap((order) => {
    const problem = deliveryAlert(order);
    return problem && seen[order.id] !== problem.at ? [{ order, ...problem }] : [];
  });
  if (failed.length === 0) return null;
  return (
    <Banner tone="bad" announce="alert">
      <ul className={`grid gap-6 ${styles.owedBack}`} aria-label={say`Deliveries that failed`}>
        {failed.map(({ order, at, text }) => (
          <li className="row gap-12" key={order.id}>
            <CodeButton order={order} onOpen={onOpen} />
            <span className="grow">
              <b>{text}</b>, {order.customerInfo.name}
            </span>
            <Button look="line" size="sm" className="no-shrink" onClick={() => markSeen(order.id, at)}>
              {say`Seen`} <span className="sr-only">{orderCode(order)}</span>
            </Button>
          </li>
        ))}
      </ul>
    </Banner>
  );
}
