import { useEffect, useRef, type ReactNode } from 'react';
import { Bell, Check, ChevronsUp, Phone, TriangleAlert } from 'lucide-react';
import { allergiesOf, allergyMark, portionsToCook } from '@tiffin/domain/order';
import { phoneText } from '@tiffin/domain/people';
import { say } from '@tiffin/domain/core';
import { useServerNow } from '../../shared/live/server-clock.ts';
import { useIgnoreClicksWhenNew } from '../../shared/page/ignore-early-clicks.ts';
import { POPUP_SOUND_MS } from '../hardware/sounds/alarm.ts';
import { ticketMinutes, orderCode, kitchenLines, urgency, type BoardOrder } from './board-orders.ts';
import {
  AllergyNote,
  TakenOfflineNote,
  RefundedQuantity,
  OrderNote,
  PaymentLine,
  HeatMark,
  orderTypeText,
  ItemOptions,
} from './ticket-parts.tsx';
import { CheckMark } from './allergy-check.tsx';
import styles from './new-order.module.css';
import { TypeIcon } from '../../shared/order/order-looks.tsx';
import { texts } from './texts.ts';

/** How many items the popup shows in large type; the rest are listed below. */
export const POPUP_ITEMS_SHOWN = 3;
const NEXT_ORDERS_SHOWN = 4;

interface AlarmScreenProps {
  title: string;
  /** Identifies the content: when it changes, input is ignored for a moment. */
  contentKey: string;
  onSnooze: () => void;
  children: (ignoresClicks: boolean) => ReactNode;
}

/** The full-screen alarm. It ignores input for a moment after it opens or changes. */
function AlarmScreen({ title, contentKey, onSnooze, children }: AlarmScreenProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const ignoresClicks = useIgnoreClicksWhenNew(contentKey);
  const seconds = POPUP_SOUND_MS / 1_000;
  useEffect(() => {
    if (!dialog.current || dialog.current.open) return;
    dialog.current.showModal();
    // The dialog gets the focus and not its button, because the next key press was meant for the previous focus.
    dialog.current.focus();
  }, []);
  return (
    // Can only be closed by accepting or snoozing.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      tabIndex={-1}
      className={`fixed full-width no-border on-brand ${styles.alarm}`}
      aria-label={say`New order`}
      onCancel={(event) => event.preventDefault()}
      onClickCapture={(event) => ignoresClicks && event.stopPropagation()}
      onKeyDown={(event) => {
        const isPress = event.key === 'Enter' || event.key === ' ';
        if (event.key === 'Escape' || (isPress && (ignoresClicks || event.target === event.currentTarget)))
          event.preventDefault();
      }}
    >
      <header className={`row flex-wrap gap-8-16 ${styles.top}`}>
        <Bell className="saffron" />
        <h2>{title}</h2>
        <p className="push-right on-brand-soft">{say`Repeats every ${seconds} seconds until accepted`}</p>
        <AlarmButton label={say`Snooze for a minute`} ignoresClicks={ignoresClicks} onClick={onSnooze} />
      </header>
      {children(ignoresClicks)}
    </dialog>
  );
}

interface AlarmButtonProps {
  label: string;
  ignoresClicks: boolean;
  onClick: () => void;
}

function AlarmButton({ label, ignoresClicks, onClick }: AlarmButtonProps) {
  return (
    <button
      type="button"
      className={`touch-height pill weight-600 text-md leading-120 ${styles.other}`}
      aria-disabled={ignoresClicks || undefined}
      onClick={onClick}
    >
      {label}
    </button>
  );
}

function AcceptButton({ label, ignoresClicks, onClick }: AlarmButtonProps) {
  return (
    <button
      type="button"
      className={`row justify-center gap-18 full-width round-lg ${styles.accept}`}
      aria-disabled={ignoresClicks || undefined}
      onClick={onClick}
    >
      <Check />
      {label}
    </button>
  );
}

interface OrderAlarmProps {
  /** All waiting orders, the shown one first. */
  waiting: readonly [BoardOrder, ...BoardOrder[]];
  onAccept: () => void;
  onSnooze: () => void;
  /** Null unless several orders wait, and one of them has no allergy. */
  onShowAll: (() => void) | null;
}

/** The first waiting order with its dishes, and the codes of those that follow. */
export function OrderAlarm({ waiting, onAccept, onSnooze, onShowAll }: OrderAlarmProps) {
  const now = useServerNow(10_000);
  const [order] = waiting;
  return (
    <AlarmScreen title={texts.waiting(ticketMinutes(order, now))} contentKey={order.id} onSnooze={onSnooze}>
      {(ignoresClicks) => (
        <>
          {/* A long, scrollable order must be focusable for keyboard users. */}
          <section
            className={`grid align-center scroll-y ${styles.body}`}
            aria-label={orderCode(order)}
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
            tabIndex={0}
          >
            <div className={`all-columns ${styles.first}`}>
              <TakenOfflineNote order={order} />
              <AllergyNote order={order} />
            </div>
            <OrderFacts order={order} />
            <OrderDishes order={order} />
          </section>
          <footer>
            <AcceptButton
              label={say`Accept Order & Start Preparing`}
              ignoresClicks={ignoresClicks}
              onClick={onAccept}
            />
            <NextOrders waiting={waiting} ignoresClicks={ignoresClicks} onShowAll={onShowAll} />
          </footer>
        </>
      )}
    </AlarmScreen>
  );
}

/** Who ordered, and how it is paid. */
function OrderFacts({ order }: { order: BoardOrder }) {
  const { name, phone } = order.customerInfo;
  return (
    <div>
      <b className={`block ${styles.code}`}>{orderCode(order)}</b>
      <p className={`row gap-14 weight-560 ${styles.who}`}>
        <TypeIcon type={order.orderType} />
        {orderTypeText(order)}, {name}
      </p>
      <ul className={`flex flex-wrap ${styles.facts}`}>
        <li className="row gap-8">
          <PaymentLine order={order} />
        </li>
        {urgency(order) === 'high' && (
          <li className="row gap-8">
            <ChevronsUp />
            <b>{texts.urgencyTitle.high}</b>
          </li>
        )}
        {phone !== '' && (
          <li className="row gap-8">
            <Phone />
            {phoneText(phone)}
          </li>
        )}
      </ul>
    </div>
  );
}

function OrderDishes({ order }: { order: BoardOrder }) {
  // The dishes that an allergy affects come first, so that they are in view in a long order.
  const rank = (item: BoardOrder['items'][number]) => {
    const mark = allergyMark(item, order);
    if (!mark) return 2;
    return mark.isContained ? 0 : 1;
  };
  const dishes = kitchenLines(order).toSorted((a, b) => rank(a) - rank(b));
  const more = dishes.slice(POPUP_ITEMS_SHOWN);
  return (
    <div>
      <Dishes order={order} items={dishes.slice(0, POPUP_ITEMS_SHOWN)} />
      {more.length > 0 && (
        <div className={styles.more}>
          <p className="below-8 on-brand-soft">
            {more.length === 1 ? say`1 more item` : say`${more.length} more items`}
          </p>
          <Dishes order={order} items={more} />
        </div>
      )}
      <OrderNote order={order} />
    </div>
  );
}

interface NextOrdersProps {
  waiting: readonly BoardOrder[];
  ignoresClicks: boolean;
  onShowAll: (() => void) | null;
}

function NextOrders({ waiting, ignoresClicks, onShowAll }: NextOrdersProps) {
  const others = waiting.slice(1);
  if (others.length === 0) return null;
  return (
    <p className={`row flex-wrap gap-10 above-16 ${styles.queue}`}>
      <b>{say`Then`}</b>
      {others.slice(0, NEXT_ORDERS_SHOWN).map((order) => (
        <span className="pill" key={order.orderId}>
          {orderCode(order)}
        </span>
      ))}
      <small className="push-right on-brand-soft">{say`1 of ${waiting.length} waiting`}</small>
      {onShowAll && (
        <AlarmButton label={say`Show all ${waiting.length}`} ignoresClicks={ignoresClicks} onClick={onShowAll} />
      )}
    </p>
  );
}

function Dishes({ order, items }: { order: BoardOrder; items: BoardOrder['items'] }) {
  return (
    <ul className={`grid gap-20 weight-600 leading-120 ${styles.items}`}>
      {items.map((item) => (
        <li className="flex align-baseline gap-18" key={item.line}>
          <b className="saffron digits">{portionsToCook(item)}</b>
          <span>
            {item.name} <HeatMark level={item.selectedSpiceLevel} name={item.spiceLevelName} />{' '}
            <CheckMark order={order} item={item} />
            <ItemOptions item={item} />
            <RefundedQuantity item={item} />
          </span>
        </li>
      ))}
    </ul>
  );
}

/** 'AAAAA (Milk)' */
function codeWithAllergies(order: BoardOrder): string {
  const allergies = allergiesOf(order).join(', ');
  return allergies === '' ? orderCode(order) : `${orderCode(order)} (${allergies})`;
}

interface AllOrdersAlarmProps {
  orders: readonly BoardOrder[];
  /** Orders that are accepted one by one. */
  withAllergy: readonly BoardOrder[];
  onAccept: () => void;
  onSnooze: () => void;
  onShowOne: () => void;
}

/** All waiting orders with allergies and dishes, and a button at the end to accept them together. */
export function AllOrdersAlarm({ orders, withAllergy, onAccept, onSnooze, onShowOne }: AllOrdersAlarmProps) {
  return (
    <AlarmScreen
      title={orders.length === 1 ? say`1 new order` : say`${orders.length} new orders`}
      contentKey={orders.map(({ id }) => id).join(' ')}
      onSnooze={onSnooze}
    >
      {(ignoresClicks) => (
        <>
          <ul className={`grid content-start gap-20 scroll-y ${styles.list}`}>
            {orders.map((order) => (
              <li key={order.id}>
                <TakenOfflineNote order={order} />
                <AllergyNote order={order} />
                <p>
                  <b className={styles.stripCode}>{orderCode(order)}</b> {orderTypeText(order)},{' '}
                  {order.customerInfo.name}
                </p>
                <Dishes order={order} items={kitchenLines(order)} />
                <OrderNote order={order} />
              </li>
            ))}
          </ul>
          <footer className="grid gap-12">
            {withAllergy.length > 0 && (
              <p className="row gap-8 weight-600 icon-18" role="status">
                <TriangleAlert />
                {say`These orders mention an allergy and are accepted one by one: ${withAllergy.map(codeWithAllergies).join(', ')}`}
              </p>
            )}
            <AcceptButton
              label={orders.length === 1 ? say`Accept 1 order` : say`Accept all ${orders.length}`}
              ignoresClicks={ignoresClicks}
              onClick={onAccept}
            />
            <AlarmButton label={say`One by one`} ignoresClicks={ignoresClicks} onClick={onShowOne} />
          </footer>
        </>
      )}
    </AlarmScreen>
  );
}
