import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Bell } from 'lucide-react';
import { allergiesOf } from '@tiffin/domain/order';
import { say } from '@tiffin/domain/core';
import { isTyping } from '../../shared/page/single-keys.ts';
import { useServerNow } from '../../shared/live/server-clock.ts';
import { ticketMinutes, orderCode, type BoardOrder } from './board-orders.ts';
import { AllOrdersAlarm, OrderAlarm } from './new-order-alarm.tsx';
import { orderTypeText } from './ticket-parts.tsx';
import { needsAllergyCheck } from './use-steps.ts';
import styles from './new-order.module.css';
import { TypeIcon } from '../../shared/order/order-looks.tsx';
import { texts } from './texts.ts';

const SNOOZE_MS = 60_000;

interface NewOrderPopupProps {
  atTill: boolean;
  /** The waiting orders, in the order in which they are shown. */
  waiting: readonly [BoardOrder, ...BoardOrder[]];
  onAccept: (orders: readonly BoardOrder[]) => void;
}

/**
 * Fills the screen with a new order until someone accepts it. At the till, during typing, and for a minute after it
 * was snoozed, it is a strip that opens on request.
 */
export function NewOrderPopup({ atTill, waiting, onAccept }: NewOrderPopupProps) {
  const typing = useSyncExternalStore(
    watchFocus,
    () => isTyping(document.activeElement),
    () => false,
  );
  /** What the person at the screen chose to see; null until they choose. */
  const [choice, setChoice] = useState<'one' | 'all' | 'snoozed' | null>(null);
  useEffect(() => {
    if (choice !== 'snoozed') return undefined;
    const timer = setTimeout(() => setChoice(null), SNOOZE_MS);
    return () => clearTimeout(timer);
  }, [choice]);
  const [order] = waiting;
  const accept = (orders: readonly BoardOrder[]) => {
    setChoice(null);
    onAccept(orders);
  };
  if (choice === 'snoozed' || ((atTill || typing) && choice === null))
    return <NewOrderStrip order={order} onRead={() => setChoice('one')} />;
  const withAllergy = waiting.filter(hasAnyAllergy);
  const canShowAll = waiting.length > 1 && waiting.length > withAllergy.length;
  if (choice === 'all' && canShowAll) {
    // The list's order does not depend on which order is shown, so that it does not move under the finger.
    const orders = waiting
      .filter((each) => !withAllergy.includes(each))
      .toSorted((a, b) => Date.parse(a.orderTime) - Date.parse(b.orderTime));
    return (
      <AllOrdersAlarm
        orders={orders}
        withAllergy={withAllergy}
        onAccept={() => accept(orders)}
        onSnooze={() => setChoice('snoozed')}
        onShowOne={() => setChoice('one')}
      />
    );
  }
  return (
    <OrderAlarm
      // Remounts for each order, so that no button has the focus.
      key={order.id}
      waiting={waiting}
      onAccept={() => accept([order])}
      onSnooze={() => setChoice('snoozed')}
      onShowAll={canShowAll ? () => setChoice('all') : null}
    />
  );
}

/** Accepted one by one, so that somebody reads the allergy. */
function hasAnyAllergy(order: BoardOrder): boolean {
  return needsAllergyCheck(order, 'preparing') || order.mentionsAllergy || allergiesOf(order).length > 0;
}

function watchFocus(onChange: () => void): () => void {
  // No element has the focus while it moves from one field to the next.
  const notifyLater = () => setTimeout(onChange);
  document.addEventListener('focusin', notifyLater);
  document.addEventListener('focusout', notifyLater);
  return () => {
    document.removeEventListener('focusin', notifyLater);
    document.removeEventListener('focusout', notifyLater);
  };
}

/** Announces a new order during other work. It rings and is visible, but covers nothing. */
function NewOrderStrip({ order, onRead }: { order: BoardOrder; onRead: () => void }) {
  const now = useServerNow(10_000);
  const strip = useRef<HTMLElement>(null);
  // A popover is shown above modal dialogs, and unlike a dialog it takes no focus.
  useEffect(() => strip.current?.showPopover(), []);
  return (
    <section
      ref={strip}
      popover="manual"
      role="alert"
      className={`fixed full-width align-center no-border on-brand ${styles.strip}`}
      aria-label={say`New order`}
    >
      <p className="row gap-8 min-width-0 clip weight-620 nowrap">
        <Bell className="saffron" />
        {texts.waiting(ticketMinutes(order, now))}
      </p>
      <b className={styles.stripCode}>{orderCode(order)}</b>
      <p className={`row gap-8 min-width-0 clip ${styles.who}`}>
        <TypeIcon type={order.orderType} />
        {orderTypeText(order)}, {order.customerInfo.name}
      </p>
      <button className="touch-height pill" type="button" onClick={onRead}>
        {say`Show the order`}
      </button>
    </section>
  );
}
