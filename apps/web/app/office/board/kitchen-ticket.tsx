import { memo } from 'react';
import { Check } from 'lucide-react';
import { ORDER_STEPS, type OrderStatus } from '@tiffin/domain/order';
import { classNames } from '../../ui/class-names.ts';
import { codeOf, urgency, type BoardOrder } from './board-orders.ts';
import { Allergy, HasteIcon, Note, Spice, typeWord, UrgencyMark } from './ticket-parts.tsx';
import type { TicketTime } from './ticket-time.ts';
import styles from './kitchen.module.css';
import { TypeIcon } from '../../shared/order/order-looks.tsx';
import { texts } from './texts.ts';

export const KitchenTicket = memo(function KitchenTicket({
  order,
  minutes,
  haste,
  word,
  category,
  isBusy,
  onStrike,
  onReady,
}: Omit<TicketTime, 'fuse'> & {
  order: BoardOrder;
  category: string | null;
  isBusy: boolean;
  onStrike: (order: BoardOrder, line: number, done: boolean) => Promise<void>;
  onReady: (order: BoardOrder, to: OrderStatus) => void;
}) {
  const allDone = order.items.every((item) => item.doneAt !== null);
  return (
    <article className={classNames('column surface clip', styles.ticket, styles[haste])} data-ticket={order.id}>
      <header className="grid align-center">
        <b className={styles.code}>{codeOf(order.orderId)}</b>
        <span className={styles.minutes}>
          {minutes} <small className="weight-640">{texts.min}</small>
        </span>
        <span className={styles.what}>
          <TypeIcon type={order.orderType} /> {typeWord(order)} <UrgencyMark urgency={urgency(order)} />
        </span>
        {word !== null && (
          <span className={`justify-end ${styles.word}`}>
            <HasteIcon haste={haste} /> {word}
          </span>
        )}
      </header>
      <Allergy order={order} />
      <ul>
        {order.items.map((item) => {
          const isDone = item.doneAt !== null;
          return (
            <li key={item.line}>
              <button
                type="button"
                aria-pressed={isDone}
                aria-label={`${item.quantity} ${texts.kitchenMode.strike(item.name)}`}
                className={classNames(
                  isDone && styles.struck,
                  category !== null && item.category !== category && styles.dim,
                )}
                onClick={() => void onStrike(order, item.line, !isDone)}
              >
                <b>{isDone ? <Check aria-hidden="true" /> : item.quantity}</b>
                <span>
                  <span className={`block weight-620 break-anywhere ${styles.dish}`}>{item.name}</span>
                  {!isDone && <Spice level={item.selectedSpiceLevel} name={item.spiceLevelName} />}
                </span>
              </button>
            </li>
          );
        })}
      </ul>
      <Note order={order} />
      <button
        type="button"
        className={classNames('row justify-center gap-12', styles.bump, allDone && styles.allDone)}
        aria-busy={isBusy}
        onClick={() => !isBusy && onReady(order, 'ready')}
      >
        <Check aria-hidden="true" /> {ORDER_STEPS.ready.label}
      </button>
    </article>
  );
});
