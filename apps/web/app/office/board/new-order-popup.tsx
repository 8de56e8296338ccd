import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Bell, Check, ChevronsUp, Phone } from 'lucide-react';
import { phoneText } from '@tiffin/domain/people';
import { useDeafWhenNew } from '../../shared/page/deaf-when-new.ts';
import { isTyping } from '../../shared/page/is-typing.ts';
import { useServerNow } from '../../shared/live/server-clock.ts';
import { bigMinutes, codeOf, urgency, type BoardOrder } from './board-orders.ts';
import { Allergy, Note, PaymentLine, Spice, typeWord } from './ticket-parts.tsx';
import styles from './new-order.module.css';
import { TypeIcon } from '../../shared/order/order-looks.tsx';
import { texts } from './texts.ts';

/** How many of an order's items the popup notes. */
export const POPUP_ITEMS_SHOWN = 3;

interface PopupProps {
  order: BoardOrder;
  /** Everybody in the queue, this one first. */
  waiting: readonly string[];
  onAccept: (order: BoardOrder) => void;
}

/**
 * A new order fills the screen until somebody accepts it. At the till, and while somebody writes, it is
 * a strip until they ask for it.
 */
export function NewOrderPopup({ atTill, onAccept, ...shown }: PopupProps & { atTill: boolean }) {
  const typing = useSyncExternalStore(
    watchFocus,
    () => isTyping(document.activeElement),
    () => false,
  );
  const [wanted, setWanted] = useState(false);
  if ((atTill || typing) && !wanted) return <NewOrderStrip order={shown.order} onRead={() => setWanted(true)} />;
  return (
    <Alarm
      {...shown}
      // Another order is another popup: the focus is on no button of it.
      key={shown.order.id}
      onAccept={(order) => {
        setWanted(false);
        onAccept(order);
      }}
    />
  );
}

function watchFocus(onChange: () => void): () => void {
  // On the way from one field to the next nothing has the focus.
  const later = () => setTimeout(onChange);
  document.addEventListener('focusin', later);
  document.addEventListener('focusout', later);
  return () => {
    document.removeEventListener('focusin', later);
    document.removeEventListener('focusout', later);
  };
}

function Alarm({ order, waiting, onAccept }: PopupProps) {
  const now = useServerNow(10_000);
  const dialog = useRef<HTMLDialogElement>(null);
  const isDeaf = useDeafWhenNew(order.id);
  useEffect(() => {
    if (!dialog.current || dialog.current.open) return;
    dialog.current.showModal();
    // Not its button: the next key is meant for what had the focus before.
    dialog.current.focus();
  }, []);
  const words = texts.popup;
  const more = order.items.length - POPUP_ITEMS_SHOWN;
  return (
    // It closes by accepting only.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      tabIndex={-1}
      className={`fixed full-width no-border on-brand ${styles.alarm}`}
      aria-label={words.title}
      onCancel={(event) => event.preventDefault()}
      onClickCapture={(event) => isDeaf && event.stopPropagation()}
      onKeyDown={(event) => {
        const isPress = event.key === 'Enter' || event.key === ' ';
        if (event.key === 'Escape' || (isPress && (isDeaf || event.target === event.currentTarget)))
          event.preventDefault();
      }}
    >
      <header className={`row flex-wrap gap-8-16 ${styles.top}`}>
        <Bell aria-hidden="true" />
        <h2>{words.waiting(bigMinutes(order, now))}</h2>
        <p className="on-brand-soft">{words.repeats}</p>
      </header>
      <div className={`grid align-center ${styles.body}`}>
        <div>
          <b className={`block ${styles.code}`}>{codeOf(order.orderId)}</b>
          <p className={`row gap-14 weight-560 ${styles.who}`}>
            <TypeIcon type={order.orderType} />
            {typeWord(order)}, {order.customerInfo.name}
          </p>
          <ul className={`flex flex-wrap ${styles.facts}`}>
            <li>
              <PaymentLine order={order} />
            </li>
            {urgency(order) === 'high' && (
              <li>
                <ChevronsUp aria-hidden="true" />
                <b>{texts.urgencyTitle.high}</b>
              </li>
            )}
            {order.customerInfo.phone !== '' && (
              <li>
                <Phone aria-hidden="true" />
                {phoneText(order.customerInfo.phone)}
              </li>
            )}
          </ul>
        </div>
        <div>
          <ul className={`grid gap-20 weight-600 ${styles.items}`}>
            {order.items.slice(0, POPUP_ITEMS_SHOWN).map((item) => (
              <li key={item.line}>
                <b>{item.quantity}</b>
                <span>{item.name}</span>
                <Spice level={item.selectedSpiceLevel} name={item.spiceLevelName} />
              </li>
            ))}
            {more > 0 && <li className={`on-brand-soft ${styles.more}`}>{words.more(more)}</li>}
          </ul>
          <Allergy order={order} />
          <Note order={order} />
        </div>
      </div>
      <footer>
        <button
          type="button"
          className={`row justify-center gap-18 full-width round-lg ${styles.accept}`}
          aria-disabled={isDeaf || undefined}
          onClick={() => onAccept(order)}
        >
          <Check aria-hidden="true" />
          {words.accept}
        </button>
        {waiting.length > 1 && (
          <p className={`row flex-wrap gap-10 ${styles.queue}`}>
            <b>{words.next}</b>
            {waiting.slice(1, 5).map((id) => (
              <span className="pill" key={id}>
                {codeOf(id)}
              </span>
            ))}
            <small className="push-right on-brand-soft">{words.of(waiting.length)}</small>
          </p>
        )}
      </footer>
    </dialog>
  );
}

/** A new order where somebody is at other work: it is seen and rings, and covers nothing of theirs. */
function NewOrderStrip({ order, onRead }: { order: BoardOrder; onRead: () => void }) {
  const now = useServerNow(10_000);
  const strip = useRef<HTMLElement>(null);
  // Above all else, a modal dialog they may be writing in as well; unlike a dialog it takes no focus.
  useEffect(() => strip.current?.showPopover(), []);
  return (
    <section
      ref={strip}
      popover="manual"
      role="alert"
      className={`fixed full-width align-center no-border on-brand ${styles.strip}`}
      aria-label={texts.popup.title}
    >
      <p className={`weight-620 ${styles.title}`}>
        <Bell aria-hidden="true" />
        {texts.popup.waiting(bigMinutes(order, now))}
      </p>
      <b className={styles.stripCode}>{codeOf(order.orderId)}</b>
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
