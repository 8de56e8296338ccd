import { Undo2 } from 'lucide-react';
import { CORRECTION_SECONDS, statusFacts } from '@tiffin/domain/order';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { codeOf, dishSummary, type BoardOrder } from './board-orders.ts';
import styles from './kitchen.module.css';
import { useLiveOrders } from './live-orders.tsx';
import { texts } from './texts.ts';
import type { BoardActions } from './use-steps.ts';

const words = texts.kitchenMode;
const RECALLED = 8;

/** The orders that left the kitchen last. The newest can be recalled. */
export function KitchenRecall({ now, steps, onClose }: { now: Date; steps: BoardActions; onClose: () => void }) {
  const { orders } = useLiveOrders();
  const removed = [
    ...(orders?.open.filter(({ status }) => statusFacts(status).column === 'ready') ?? []),
    ...(orders?.completed ?? []),
  ];
  const at = (order: BoardOrder) => Date.parse(order.readyTime ?? order.updatedAt);
  const last = removed.toSorted((a, b) => at(b) - at(a)).slice(0, RECALLED);
  return (
    <Dialog
      open
      onClose={onClose}
      title={words.recallTitle}
      description={last.length === 0 ? words.recallNone : words.recallText}
    >
      <ul className={`grid gap-8 ${styles.recalled}`}>
        {last.map((order) => {
          const isLate = now.getTime() - at(order) > CORRECTION_SECONDS * 1000;
          const whyNot = order.status === 'completed' ? words.recallDone : isLate ? words.recallLate : null;
          return (
            <li className="grid gap-14 align-center" key={order.id}>
              <b>{codeOf(order.orderId)}</b>
              <span className="soft">{dishSummary(order)}</span>
              {whyNot === null ? (
                <Button look="line" onClick={() => void steps.undo(order.id).then(onClose)}>
                  <Undo2 aria-hidden="true" /> {words.recallBack}
                </Button>
              ) : (
                <span className="hint">{whyNot}</span>
              )}
            </li>
          );
        })}
      </ul>
    </Dialog>
  );
}
