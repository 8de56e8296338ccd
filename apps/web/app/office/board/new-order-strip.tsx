import { useEffect, useRef } from 'react';
import { Bell } from 'lucide-react';
import { useServerNow } from '../../shared/live/server-clock.ts';
import { bigMinutes, codeOf, type BoardOrder } from './board-orders.ts';
import styles from './new-order-strip.module.css';
import { typeWord } from './ticket-parts.tsx';
import { TypeIcon } from '../../shared/order/order-looks.tsx';
import { texts } from './texts.ts';

/** A new order while somebody writes: it is seen and rings, and the keys stay theirs. */
export function NewOrderStrip({ order, onRead }: { order: BoardOrder; onRead: () => void }) {
  const now = useServerNow(10_000);
  const strip = useRef<HTMLElement>(null);
  // Above all else, a modal dialog they may be writing in as well; unlike a dialog it takes no focus.
  useEffect(() => strip.current?.showPopover(), []);
  return (
    <section
      ref={strip}
      popover="manual"
      role="alert"
      className={`fixed align-center round-lg on-brand shadow-3 ${styles.strip}`}
      aria-label={texts.popup.title}
    >
      <p className={`weight-620 ${styles.title}`}>
        <Bell aria-hidden="true" />
        {texts.popup.waiting(bigMinutes(order, now))}
      </p>
      <b className={styles.code}>{codeOf(order.orderId)}</b>
      <p className={styles.who}>
        <TypeIcon type={order.orderType} />
        {typeWord(order)}, {order.customerInfo.name}
      </p>
      <button className="touch-height pill" type="button" onClick={onRead}>
        {texts.popup.read}
      </button>
    </section>
  );
}
