import { useRef, useEffect, type ReactNode, type RefObject } from 'react';
import { Check } from 'lucide-react';
import {
  callOutCode,
  CONFIRMATION_TITLES,
  isFinalStatus,
  isLaterThanPromised,
  orderTypeAtLocationText,
  orderTypeGoesTo,
  lastReachedIndex,
  promisesArrival,
  shownReadyTime,
  statusLabel,
  windowBeforeMove,
  windowOfAnswer,
} from '@tiffin/domain/order';
import { deliveryLabel, type DeliveryState } from '@tiffin/domain/delivery';
import { endWithFullStop, say } from '@tiffin/domain/core';
import { phoneText } from '@tiffin/domain/people';
import { dayPeriodText, dayUnlessToday, formatTime, formatTimeRange, hourOf, phoneHref } from '../../ui/format.ts';
import { guestPromiseText } from '../../shared/order/promise-text.ts';
import { useHydrated } from '../../shared/page/hydrated.ts';
import { useSite, type Site } from '../../shared/site/site.ts';
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

/** What the guest does now, shown as the colour of the head: wait, come and get the order, or nothing more. */
export function phaseOf({ status, orderType, deliveryInfo }: Order): 'open' | 'ready' | 'over' {
  const courier = status === 'completed' ? deliveryInfo?.courier?.state : undefined;
  if (courier === 'at-door') return 'ready';
  if (courier) return courier === 'on-the-way' || courier === 'taken' ? 'open' : 'over';
  if (isFinalStatus(status)) return 'over';
  return status === 'ready' && !promisesArrival(orderType) ? 'ready' : 'open';
}

function tabTitleOf(order: Order, now: Date): string {
  const title = order.status === 'pending' ? say`Confirmed` : titleOf(order);
  const phase = phaseOf(order);
  if (phase === 'over') return title;
  const time = guestPromiseText(order, now);
  if (phase === 'ready' || time === null) return say`${title}: ${callOutCode(order.orderId)}`;
  return `${title}, ${time}`;
}

/** A delivery is completed for the kitchen when it leaves, for the guest when it arrives. */
function statusWord({ status, orderType, deliveryInfo }: Order): string {
  const courier = status === 'completed' ? deliveryInfo?.courier : undefined;
  return courier ? deliveryLabel(courier.state) : statusLabel(status, orderType);
}

/** What is happening and when the guest gets the order. The children follow: what was ordered, and the steps. */
export function StatusHead({ order, now, children }: { order: Order; now: Date; children: ReactNode }) {
  const [firstName = ''] = order.customerInfo.name.split(' ');
  const what = orderTypeAtLocationText(order.locationInfo.name, order.orderType);
  const { name: restaurant } = useSite();
  const head = useRef<HTMLElement>(null);
  const phase = phaseOf(order);
  useTabTitle(`${tabTitleOf(order, now)} · ${restaurant}`);
  useBarColour(head, phase);
  return (
    <section ref={head} className={`brand on-brand clip ${styles.status}`} data-ground={phase}>
      <div className={`wrap stack ${styles.inside}`}>
        <div className="stack gap-20">
          <h1>{titleOf(order)}</h1>
          <PromisedTime order={order} now={now} showsZone />
          <p className={styles.soft}>
            {order.status !== 'cancelled' &&
              `${firstName ? endWithFullStop(say`Thank you, ${firstName}`) : say`Thank you.`} `}
            {endWithFullStop(say`Order ${order.orderId}, ${what.charAt(0).toLowerCase() + what.slice(1)}`)}
          </p>
          {phase === 'ready' && <CodeToSay order={order} />}
        </div>
        {children}
      </div>
      <p className="sr-only" role="status">
        {say`Your order is now: ${statusWord(order)}`}
      </p>
    </section>
  );
}

/** The promised window, large. The abbreviation of the time zone is for guests whose clock is another one. */
export function PromisedTime({ order, now, showsZone = false }: { order: Order; now: Date; showsZone?: boolean }) {
  const zone = order.locationInfo.timeZone;
  const { label, at, time } = bigTime(order, now);
  const isElsewhere = useHydrated() && at.getHours() !== hourOf(at, zone);
  const day = dayUnlessToday(at, now, zone);
  const isLate = isLaterThanPromised(order, now);
  const moved = isLate ? null : movedText(order);
  const dayPeriod = dayPeriodText(time);
  return (
    <div>
      <p className={styles.soft}>{day === null ? label : `${label} ${day}`}</p>
      <p className={`nowrap ${styles.big}`}>
        <time dateTime={at.toISOString()}>
          {time.replace(dayPeriod, '')}
          <small>{dayPeriod.trim()}</small>{' '}
          {(showsZone || isElsewhere) && (
            <small className={styles.zone}>{formatTime(at, 'time-zone', zone).split(/\s/).at(-1)}</small>
          )}
        </time>
      </p>
      {/* Screen readers announce a live region only if it exists before its text. */}
      <p className={classNames(styles.soft, moved && styles.moved)} role="status">
        {isLate && <LateNote order={order} />}
        {moved && (
          <>
            <s>{moved.before}</s> {moved.text}
          </>
        )}
      </p>
    </div>
  );
}

/** The promise has passed: what happens, and whom to ask. */
function LateNote({ order: { status, locationInfo } }: { order: Order }) {
  const { phone } = locationInfo;
  return (
    <>
      {status === 'completed'
        ? say`Your order is later than planned. It is on its way to you.`
        : status === 'pending'
          ? say`Your order is later than planned. The kitchen has not started it yet. We are sorry.`
          : say`Your order is later than planned. The kitchen is on it, and we are sorry.`}{' '}
      <a className="on-brand nowrap" href={phoneHref(phone)}>{say`Call ${phoneText(phone)}`}</a>
    </>
  );
}

/** The characters to say at the counter, read aloud one by one. Large when the order is ready. */
export function CodeToSay({ order }: { order: Order }) {
  const code = callOutCode(order.orderId);
  const phase = phaseOf(order);
  const isForCounter = phase !== 'over' && orderTypeGoesTo(order.orderType, 'counter');
  return (
    <p className={phase === 'ready' ? `round-md ${styles.readyCode}` : styles.code}>
      <b aria-hidden="true">{code}</b>
      <span className="sr-only">{[...code].join(' ')}</span>
      <span className="block">
        {isForCounter
          ? say`Say these five characters at the counter`
          : say`Give these five characters if you have a question`}
      </span>
    </p>
  );
}

interface ShownTime {
  readonly label: string;
  readonly at: Date;
  readonly time: string;
}

/** When the guest gets the order, as a window; or when something happened, to the minute. */
function bigTime(order: Order, now: Date): ShownTime {
  const zone = order.locationInfo.timeZone;
  const toTheMinute = (label: string, time: string | null): ShownTime => {
    const at = time === null ? now : new Date(time);
    return { label, at, time: formatTime(at, 'time', zone) };
  };
  if (order.status === 'cancelled') return toTheMinute(say`Cancelled`, order.cancelledTime);
  const courier = order.deliveryInfo?.courier;
  if (order.status === 'completed' && courier && courier.state !== 'on-the-way') {
    return toTheMinute(deliveryLabel(courier.state), courier.at);
  }
  if (order.status === 'completed' && !courier) return toTheMinute(say`Completed`, order.completedTime);
  const isDelivery = promisesArrival(order.orderType);
  // The guest of a delivery waits for the arrival, whatever the kitchen has done.
  if (order.status === 'ready' && !isDelivery) return toTheMinute(say`Ready since`, order.readyTime);
  const label = isLaterThanPromised(order, now)
    ? say`Was planned for`
    : isDelivery
      ? say`Arriving about`
      : say`Estimated ready`;
  const window = windowOfAnswer(order);
  return window === null
    ? toTheMinute(label, shownReadyTime(null, now).toISOString())
    : { label, at: window.to, time: formatTimeRange(window.from, window.to, zone) };
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

const KITCHEN_STEPS = ['pending', 'preparing', 'ready'] as const;

interface TrackStep {
  readonly label: string;
  readonly at?: string | null | undefined;
  /** Shown while the step has no time. */
  readonly hint?: string | false;
  readonly isDone: boolean;
}

/** The indexes of the steps of a delivery, which ends at the guest's door and not in the kitchen. */
const [PREPARED, ON_ITS_WAY, DELIVERED] = [1, 2, 3];

/** The steps of an order, and the index of the current one; the number of steps after the last. */
function trackOf(order: Order, sends: Site['sends']): { steps: readonly TrackStep[]; reached: number } {
  const { status, orderType, orderTime, readyTime, deliveryInfo } = order;
  const isOver = status === 'completed';
  const reached = lastReachedIndex(KITCHEN_STEPS, status);
  const cooking = status === 'preparing' && say`In the kitchen now`;
  const notice = (status === 'pending' || status === 'preparing') && NOTICE_PROMISES[notificationChannel(order, sends)];
  if (!promisesArrival(orderType)) {
    const [received, preparing, ready] = KITCHEN_STEPS.map((each) => statusLabel(each, orderType));
    return {
      reached: isOver ? KITCHEN_STEPS.length : reached,
      steps: [
        { label: received ?? '', at: orderTime, isDone: true },
        { label: preparing ?? '', at: order.prepStartTime, hint: cooking, isDone: isOver || status === 'ready' },
        { label: ready ?? '', at: readyTime, hint: notice, isDone: isOver },
      ],
    };
  }
  const courier = deliveryInfo?.courier;
  const isDelivered = isOver && (!courier || courier.state === 'delivered');
  const departedAt = courier?.steps?.findLast(({ state }) => state === 'on-the-way')?.at;
  const isAway = isOver && courier && !isDelivered;
  return {
    reached: isDelivered ? DELIVERED + 1 : isOver ? ON_ITS_WAY : Math.min(reached, PREPARED),
    steps: [
      { label: say`Received`, at: orderTime, isDone: true },
      { label: say`Prepared`, at: readyTime, hint: cooking, isDone: isOver || status === 'ready' },
      {
        label: isAway && courier.state !== 'on-the-way' ? deliveryLabel(courier.state) : say`On its way`,
        at: isAway ? courier.at : departedAt,
        hint: courier?.state === 'taken' ? deliveryLabel('taken') : notice,
        isDone: isDelivered,
      },
      {
        label: deliveryLabel('delivered'),
        at: isDelivered ? (courier?.at ?? order.completedTime) : null,
        isDone: isDelivered,
      },
    ],
  };
}

export function Track({ order }: { order: Order }) {
  const { sends } = useSite();
  if (order.status === 'cancelled') return null;
  const { steps, reached } = trackOf(order, sends);
  return (
    <ol className={`grid above-8 ${styles.track}`} aria-label={say`Order status`}>
      {steps.map(({ label, at, hint, isDone }, index) => (
        <li
          key={label}
          className={classNames(
            'relative text-sm leading-135 on-brand-soft',
            isDone && styles.done,
            index === reached && !isDone && styles.now,
          )}
          aria-current={index === reached ? 'step' : undefined}
        >
          <i className="center absolute pill">{isDone && <Check />}</i>
          <b className="block weight-600 on-brand">{label}</b>
          <span>{at ? formatTime(at, 'time', order.locationInfo.timeZone) : hint}</span>
        </li>
      ))}
    </ol>
  );
}

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
