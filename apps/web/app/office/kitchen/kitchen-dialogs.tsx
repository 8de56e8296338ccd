import { Undo2 } from 'lucide-react';
import { checkRecall, countAllDay, lastTickets, ownLines } from '@tiffin/domain/kitchen';
import { say } from '@tiffin/domain/core';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { orderCode, dishSummary, type BoardOrder } from '../board/board-orders.ts';
import { orderTypeText } from '../board/ticket-parts.tsx';
import styles from './kitchen.module.css';
import type { useStation } from './kitchen-stations.tsx';
import type { KitchenView } from './kitchen-view.ts';
import { useLiveOrders } from '../board/live-orders.tsx';
import type { BoardActions } from '../board/use-steps.ts';

interface KitchenRecallProps {
  kitchen: ReturnType<typeof useStation>;
  recall: BoardActions['recall'];
  onClose: () => void;
}

/** The last tickets that left this screen. Each can be recalled until its order is handed over. */
export function KitchenRecall({ kitchen: { station, stations }, recall, onClose }: KitchenRecallProps) {
  const { orders } = useLiveOrders();
  const all = lastTickets([...(orders?.open ?? []), ...(orders?.completed ?? [])], station, stations);
  const recallable = all.filter(({ status }) => checkRecall(status).ok);
  const gone = all.length - recallable.length;
  const isPass = station === null || station.kind === 'pass';
  function bringBack(order: BoardOrder) {
    // Lines that are shown here only while another screen is offline are not recalled.
    const lines = isPass ? null : ownLines(order.items, station, stations).map(({ line }) => line);
    void recall(order, lines).then(onClose);
  }
  return (
    <Dialog
      onClose={onClose}
      title={say`Recall a finished order`}
      description={all.length === 0 ? say`Nothing finished yet.` : say`The last orders that left this screen.`}
      size="lg"
    >
      <ul className={`grid gap-8 ${styles.recalled}`}>
        {recallable.map((order) => (
          <li className="grid gap-8 align-center quiet" key={order.id}>
            <span>
              <b>{orderCode(order)}</b> <span className="block">{orderTypeText(order)}</span>
            </span>
            <Button look="line" onClick={() => bringBack(order)}>
              <Undo2 /> {say`Back to the kitchen`}
            </Button>
            <p>
              {dishSummary(order)}
              {order.status === 'ready' && (
                <small className="block soft">{say`Ready. A guest who was told gets one correction.`}</small>
              )}
            </p>
          </li>
        ))}
      </ul>
      {gone > 0 && (
        <p className="soft above-16">
          {gone === 1
            ? say`1 more was handed over, so the kitchen cannot recall it.`
            : say`${gone} more were handed over, so the kitchen cannot recall them.`}
        </p>
      )}
    </Dialog>
  );
}

/** What is left to make on all tickets of this screen, by dish and option. */
export function AllDayCounts({ views, onClose }: { views: readonly KitchenView[]; onClose: () => void }) {
  const counts = countAllDay(views.flatMap(({ lines }) => lines));
  return (
    <Dialog
      onClose={onClose}
      title={say`All day`}
      description={
        counts.length === 0 ? say`Nothing is left to make.` : say`What is left to make on all tickets of this screen.`
      }
    >
      {/* Nothing in the list can be pressed, so the keyboard could not scroll it otherwise. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <ul className={`ruled ${styles.allDay}`} tabIndex={0} aria-label={say`All day`}>
        {counts.map(({ id, name, count, options }) => (
          <li key={id}>
            <b className="digits">{count}</b> <span>{name}</span>
            {options.length > 0 && (
              <ul className="soft">
                {options.map((option) => (
                  <li key={option.name}>
                    <b className="digits">{option.count}</b> {option.name}
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
