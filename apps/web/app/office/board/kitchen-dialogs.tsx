import { Undo2 } from 'lucide-react';
import { checkRecall, countAllDay, lastTickets, stationTicket, type Station } from '@tiffin/domain/kitchen';
import { sayNow, say } from '@tiffin/domain/core';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { codeOf, dishSummary, type BoardOrder } from './board-orders.ts';
import styles from './kitchen.module.css';
import type { KitchenView } from './kitchen-view.ts';
import { useLiveOrders } from './live-orders.tsx';
import type { BoardActions } from './use-steps.ts';

interface KitchenRecallProps {
  station: Station | null;
  stations: readonly Station[];
  steps: BoardActions;
  onClose: () => void;
}

/** The last tickets that left this screen. Each can be recalled until its order is handed over. */
export function KitchenRecall({ station, stations, steps, onClose }: KitchenRecallProps) {
  const { orders } = useLiveOrders();
  const last = lastTickets([...(orders?.open ?? []), ...(orders?.completed ?? [])], station, stations);
  const isPass = station === null || station.kind === 'pass';
  function recall(order: BoardOrder) {
    // Lines that were only shown here while another screen was offline are not recalled.
    const { lines } = stationTicket(order.items, station, stations, Number.NEGATIVE_INFINITY);
    void steps.recall(order, isPass ? null : lines.map(({ line }) => line)).then(onClose);
  }
  return (
    <Dialog
      onClose={onClose}
      title={say`Recall a finished order`}
      description={last.length === 0 ? say`Nothing finished yet.` : say`The last orders that left this screen.`}
    >
      <ul className={`grid gap-8 ${styles.recalled}`}>
        {last.map((order) => {
          const allowed = checkRecall(order.status);
          return (
            <li className="grid gap-14 align-center" key={order.id}>
              <b>{codeOf(order.orderId)}</b>
              <span className="soft">
                {dishSummary(order)}
                {order.status === 'ready' && (
                  <small className="block">{say`Ready. A guest who was told gets one correction.`}</small>
                )}
              </span>
              {allowed.ok ? (
                <Button look="line" onClick={() => recall(order)}>
                  <Undo2 /> {say`Back to the kitchen`}
                </Button>
              ) : (
                <span className="hint">{sayNow(allowed.error.message)}</span>
              )}
            </li>
          );
        })}
      </ul>
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
