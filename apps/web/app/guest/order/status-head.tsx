import { useRef, useEffect, type RefObject } from 'react';
import { Check } from 'lucide-react';
import {
  callOutCode,
  CONFIRMATION_TITLES,
  isFinalStatus,
  orderTypeAtLocationText,
  orderTypeGoesTo,
  lastReachedIndex,
  promisesArrival,
  shownReadyTime,
  singleTime,
  statusLabel,
  windowBeforeMove,
  windowOfAnswer,
  type PromisedWindow,
} from '@tiffin/domain/order';
import { deliveryLabel, type DeliveryState } from '@tiffin/domain/delivery';
import { endWithFullStop, say } from '@tiffin/domain/core';
import statusArt from '../../assets/scenes/status.svg';
import { formatTimeRange, formatTime, dayPeriodText, dayUnlessToday } from '../../ui/format.ts';
import { promiseText } from '../../shared/order/promise-text.ts';
import { useSite } from '../../shared/site/site.ts';
import { classNames } from '../../ui/class-names.ts';
import { notificationChannel, type NotificationChannel } from './notification-channel.ts';
import type { Order } from './use-order.ts';
import styles from './order.module.css';

const DELIVERY_TEXTS = {
  taken: say`Order Confirmed!`,
  'on-the-way': say`On Its Way`,
  'at-door': say`At Your Door`,
  delivered: say`Delivered`,
  failed: say`We Could Not Deliver It`,
  returned: say`We Could Not Deliver It`,
} satisfies Record<DeliveryState, string>;

const NOTICE_PROMISES = {
  text: say`We’ll text you`,
  mail: say`We’ll email you`,
  page: say`You’ll see it here`,
} satisfies Record<NotificationChannel, string>;

function titleOf(order: Order): string {
  const { status, deliveryInfo } = order;
  if (status === 'completed' && deliveryInfo?.courier) return DELIVERY_TEXTS[deliveryInfo.courier.state];
  if (status === 'cancelled') return say`Order Cancelled`;
  if (status === 'completed') return say`Order Completed`;
  return status === 'pending' ? CONFIRMATION_TITLES.confirmed : statusWord(order);
}

/** What the colour of the head says: wait, come and get it, or it is over. */
function groundOf({ status, orderType, deliveryInfo }: Order): 'open' | 'ready' | 'over' {
  const courier = status === 'completed' ? deliveryInfo?.courier?.state : undefined;
  if (courier === 'at-door') return 'ready';
  if (courier) return courier === 'on-the-way' || courier === 'taken' ? 'open' : 'over';
  if (isFinalStatus(status)) return 'over';
  return status === 'ready' && !promisesArrival(orderType) ? 'ready' : 'open';
}

function tabTitleOf(order: Order): string {
  const title = order.status === 'pending' ? say`Confirmed` : titleOf(order);
  const ground = groundOf(order);
  if (ground === 'over') return title;
  const time = promiseText(order);
  if (ground === 'ready' || time === null) return say`${title}: ${callOutCode(order.orderId)}`;
  return `${title}, ${time}`;
}

/** A delivery is completed for the kitchen when it leaves, for the guest when it arrives. */
function statusWord({ status, orderType, deliveryInfo }: Order): string {
  const courier = status === 'completed' ? deliveryInfo?.courier : undefined;
  return courier ? deliveryLabel(courier.state) : statusLabel(status, orderType);
}

/** The time, with the steps below. */
export function StatusHead({ order, now }: { order: Order; now: Date }) {
  const [firstName = ''] = order.customerInfo.name.split(' ');
  const what = orderTypeAtLocationText(order.locationInfo.name, order.orderType);
  const { name: restaurant } = useSite();
  const head = useRef<HTMLElement>(null);
  const ground = groundOf(order);
  useTabTitle(`${tabTitleOf(order)} · ${restaurant}`);
  useBarColour(head, ground);
  return (
    <section ref={head} className={`brand on-brand clip ${styles.status}`} data-ground={ground}>
      <div className={`wrap relative grid align-end ${styles.inside}`}>
        <img className={styles.art} src={statusArt} alt="" width={520} height={520} />
        <div>
          <h1>{titleOf(order)}</h1>
          <p className={styles.soft}>
            {order.status !== 'cancelled' &&
              `${firstName ? endWithFullStop(say`Thank you, ${firstName}`) : say`Thank you.`} `}
            {endWithFullStop(say`Order ${order.orderId}, ${what.charAt(0).toLowerCase() + what.slice(1)}`)}
          </p>
        </div>
        <TimeAndTrack order={order} now={now} hasCode />
      </div>
      <p className="sr-only" role="status">
        {say`Your order is now: ${statusWord(order)}`}
      </p>
    </section>
  );
}

/** The promised window, large, with the steps of the order. */
export function TimeAndTrack({ order, now, hasCode = false }: { order: Order; now: Date; hasCode?: boolean }) {
  const zone = order.locationInfo.timeZone;
  const { label, window } = bigTime(order, now);
  const day = dayUnlessToday(window.to, now, zone);
  const moved = movedText(order);
  const time = formatTimeRange(window.from, window.to, zone);
  const half = dayPeriodText(time);
  const abbreviation = formatTime(window.to, 'time-zone', zone).split(/\s/).at(-1);
  return (
    <>
      <div className={styles.time}>
        <p className={styles.soft}>{day === null ? label : `${label} ${day}`}</p>
        <p className={styles.big}>
          <time dateTime={window.to.toISOString()}>
            {time.replace(half, '')}
            <small className="nowrap">
              {half.trim()} {abbreviation}
            </small>
          </time>
        </p>
        {/* Screen readers announce a live region only if it exists before its text. */}
        <p className={classNames(styles.soft, moved && styles.moved)} role="status">
          {moved && (
            <>
              <s>{moved.before}</s> {moved.text}
            </>
          )}
        </p>
      </div>
      {hasCode && <CodeToSay order={order} />}
      {order.status !== 'cancelled' && <Track order={order} />}
    </>
  );
}

/** The characters to say at the counter, read aloud one by one. */
function CodeToSay({ order }: { order: Order }) {
  const code = callOutCode(order.orderId);
  const isForCounter = groundOf(order) !== 'over' && orderTypeGoesTo(order.orderType, 'counter');
  return (
    <p className={`round-md on-brand-soft ${styles.code}`}>
      <b aria-hidden="true">{code}</b>
      <span className="sr-only">{[...code].join(' ')}</span>
      <span className="block text-sm">
        {isForCounter
          ? say`Say these five characters at the counter`
          : say`Give these five characters if you have a question`}
      </span>
    </p>
  );
}

function bigTime(order: Order, now: Date): { label: string; window: PromisedWindow } {
  const at = (time: string | null) => singleTime(time === null ? now : new Date(time));
  if (order.status === 'cancelled') return { label: say`Cancelled`, window: at(order.cancelledTime) };
  const courier = order.deliveryInfo?.courier;
  if (order.status === 'completed' && courier && courier.state !== 'on-the-way') {
    return { label: deliveryLabel(courier.state), window: at(courier.at) };
  }
  if (order.status === 'completed' && !courier) return { label: say`Completed`, window: at(order.completedTime) };
  const isDelivery = promisesArrival(order.orderType);
  // The guest of a delivery waits for the arrival, whatever the kitchen has done.
  if (order.status === 'ready' && !isDelivery) return { label: say`Ready since`, window: at(order.readyTime) };
  return {
    label: isDelivery ? say`With you about` : say`Estimated ready`,
    window: windowOfAnswer(order) ?? singleTime(shownReadyTime(null, now)),
  };
}

/** Both times and the reason, if the promise was moved and still lies ahead. */
function movedText(order: Order): { before: string; text: string } | null {
  const { timeZone } = order.locationInfo;
  const [before, now] = [windowBeforeMove(order), windowOfAnswer(order)];
  const isAhead = order.status === 'pending' || order.status === 'preparing';
  if (!isAhead || before === null || now === null) return null;
  const moved = `→ ${formatTimeRange(now.from, now.to, timeZone)}`;
  const why = (order.changes ?? []).findLast(({ ready }) => ready)?.why;
  return {
    before: formatTimeRange(before.from, before.to, timeZone),
    text: why ? `${endWithFullStop(moved)} ${endWithFullStop(why)}` : moved,
  };
}

const WAY = ['pending', 'preparing', 'ready'] as const;

function Track({ order }: { order: Order }) {
  const { sends } = useSite();
  // After the order has left, the last step is the delivery.
  const courier = order.status === 'completed' ? order.deliveryInfo?.courier : undefined;
  const isThere = order.status === 'completed' && (!courier || courier.state === 'delivered');
  const reached = isThere ? WAY.length : lastReachedIndex(WAY, courier ? 'ready' : order.status);
  const times = { pending: order.orderTime, preparing: order.prepStartTime, ready: courier?.at ?? order.readyTime };
  const isWaiting = order.status === 'pending' || order.status === 'preparing';
  const hints = {
    pending: '',
    preparing: reached === 1 ? say`In the kitchen now` : '',
    ready: isWaiting ? NOTICE_PROMISES[notificationChannel(order, sends)] : '',
  };
  return (
    <ol className={`grid three-columns above-8 ${styles.track}`} aria-label={say`Order status`}>
      {WAY.map((status, index) => {
        const isNow = index === reached;
        // the first step needs no time: it is done when the order exists
        const isDone = index < reached || (isNow && status === 'pending');
        const at = times[status];
        return (
          <li
            key={status}
            className={classNames(
              'relative text-sm leading-135 on-brand-soft',
              isDone && styles.done,
              isNow && !isDone && styles.now,
            )}
            {...(isNow && { 'aria-current': 'step' })}
          >
            <i className="center absolute pill">{isDone && <Check />}</i>
            <b className="block weight-600 on-brand">
              {courier && status === 'ready' ? deliveryLabel(courier.state) : statusLabel(status, order.orderType)}
            </b>
            <span>{at ? formatTime(at, 'time', order.locationInfo.timeZone) : hints[status]}</span>
          </li>
        );
      })}
    </ol>
  );
}

/** Shows the status in the title of the tab while the page is open. */
function useTabTitle(title: string): void {
  useEffect(() => {
    const before = document.title;
    document.title = title;
    return () => {
      // The next page may have set its own title already.
      if (document.title === title) document.title = before;
    };
  }, [title]);
}

/** Gives the browser's bar the background colour of an element. The colour changes with `look`. */
function useBarColour(element: RefObject<HTMLElement | null>, look: string): void {
  useEffect(() => {
    const colour = element.current && getComputedStyle(element.current).backgroundColor;
    const tags = [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')];
    const before = tags.map((tag) => tag.content);
    if (colour) for (const tag of tags) tag.content = colour;
    return () => tags.forEach((tag, index) => void (tag.content = before[index] ?? tag.content));
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the colour changes with the look
  }, [element, look]);
}
