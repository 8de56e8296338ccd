import { X } from 'lucide-react';
import type { OrderStatus } from '@tiffin/domain/order';
import { Button, IconButton } from '../../ui/button.tsx';
import { stepOf, type BoardOrder } from './board-orders.ts';
import styles from './order-board.module.css';
import { texts } from './texts.ts';

/** The same step for several orders: one button for each step that is possible among them. */
export function BatchBar({
  orders,
  onStep,
  onLeave,
}: {
  orders: readonly BoardOrder[];
  onStep: (orders: readonly BoardOrder[], to: OrderStatus) => void;
  onLeave: () => void;
}) {
  const groups = Map.groupBy(orders, (order) => order.status);
  return (
    <div className={styles.batch} role="region" aria-label={texts.batch(orders.length)}>
      <b>{texts.batch(orders.length)}</b>
      {[...groups].map(([status, group]) => {
        const step = stepOf(status);
        return (
          step && (
            <Button key={status} onClick={() => onStep(group, step.to)}>
              {step.label} ({group.length})
            </Button>
          )
        );
      })}
      <IconButton label={texts.selecting} onClick={onLeave}>
        <X aria-hidden="true" />
      </IconButton>
    </div>
  );
}
