import { Check } from 'lucide-react';
import { addMinutes } from '@tiffin/domain/core';
import {
  CONFIRMATION_TITLES,
  hasReadyTimeMoved,
  orderTypeAtLocationText,
  lastReachedIndex,
  estimatedArrival,
  shownReadyTime,
  statusLabel,
} from '@tiffin/domain/order';
import { deliveryLabel } from '@tiffin/domain/delivery';
import statusArt from '../../assets/scenes/status.svg';
import { formatTimeRange, formatTime, dayPeriodText, dayUnlessToday } from '../../ui/format.ts';
import { useSite } from '../../shared/site/site.ts';
import { classNames } from '../../ui/class-names.ts';
import { texts } from './texts.ts';
import { notificationChannel } from './notification-channel.ts';
import type { Order } from './use-order.ts';
import styles from './order.module.css';

function titleOf({ status, deliveryInfo }: Order): string {
  if (status === 'completed' && deliveryInfo?.courier) return texts.deliveryTexts[deliveryInfo.courier.state];
  if (status === 'cancelled') return texts.cancelledTitle;
  return status === 'completed' ? texts.completedTitle : CONFIRMATION_TITLES.confirmed;
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
  return (
    <section className={`brand on-brand clip ${styles.status}`}>
      <div className={`wrap relative grid align-end ${styles.inside}`}>
        <img className={styles.art} src={statusArt} alt="" width={520} height={520} />
        <div>
          <h1>{titleOf(order)}</h1>
          <p className={styles.soft}>
            {order.status !== 'cancelled' && `${texts.thanks(firstName)} `}
            {texts.about(order.orderId, what.charAt(0).toLowerCase() + what.slice(1))}
          </p>
        </div>
        <TimeAndTrack order={order} now={now} />
      </div>
      <p className="sr-only" role="status">
        {texts.statusNow(statusWord(order))}
      </p>
    </section>
  );
}

/** The ready time, large, with the steps of the order. */
export function TimeAndTrack({ order, now }: { order: Order; now: Date }) {
  const zone = order.locationInfo.timeZone;
  const { label, at, to } = bigTime(order, now);
  const day = dayUnlessToday(at, now, zone);
  const moved = movedText(order);
  const time = to ? formatTimeRange(at, to, zone) : formatTime(at, 'time', zone);
  const half = dayPeriodText(time);
  const abbreviation = formatTime(at, 'time-zone', zone).split(/\s/).at(-1);
  return (
    <>
      <div className={styles.time}>
        <p className={styles.soft}>{day === null ? label : texts.onDay(label, day)}</p>
        <p className={styles.big}>
          <time dateTime={at.toISOString()}>
            {time.replace(half, '')}
            <small className="nowrap">
              {half.trim()} {abbreviation}
            </small>
          </time>
        </p>
        {/* Screen readers announce a live region only if it exists before its text. */}
        <p className={classNames(styles.soft, moved && styles.moved)} role="status">
          {moved}
        </p>
      </div>
      {order.status !== 'cancelled' && <Track order={order} />}
    </>
  );
}

function bigTime(order: Order, now: Date): { label: string; at: Date; to?: Date } {
  const instant = (text: string | null) => (text === null ? null : new Date(text));
  if (order.status === 'cancelled') return { label: texts.cancelledAt, at: instant(order.cancelledTime) ?? now };
  const courier = order.deliveryInfo?.courier;
  if (order.status === 'completed' && courier) {
    const wayMinutes = courier.state === 'on-the-way' ? (order.deliveryInfo?.wayMinutes ?? 0) : 0;
    // The guest waits for the arrival, so it shows instead of the departure.
    if (wayMinutes > 0) return { label: texts.withYou, at: addMinutes(new Date(courier.at), wayMinutes) };
    return { label: deliveryLabel(courier.state), at: new Date(courier.at) };
  }
  if (order.status === 'completed') return { label: texts.completedAt, at: instant(order.completedTime) ?? now };
  if (order.status === 'ready') return { label: texts.wasReady, at: instant(order.readyTime) ?? now };
  const { readyBetween: mostly } = order;
  const label = (order.deliveryInfo?.wayMinutes ?? 0) > 0 ? texts.withYou : texts.estimated;
  if (mostly) return { label, at: new Date(mostly.from), to: new Date(mostly.to) };
  return { label, at: shownReadyTime(readyOf(order).now, now) };
}

/**
 * The time at which the guest gets the order, and the one promised first, also if staff moved it before the kitchen
 * started.
 */
function readyOf(order: Order): { now: Date | null; before: Date | null } {
  const { estimatedReady, promisedReady, deliveryInfo } = order;
  // the field is missing in responses of older servers
  const promised = promisedReady ? new Date(promisedReady) : null;
  const moved = movesOf(order)[0]?.ready;
  const before = promised ?? (moved ? new Date(moved.was) : null);
  const wayMinutes = deliveryInfo?.wayMinutes ?? 0;
  const ready = estimatedReady === null ? null : new Date(estimatedReady);
  return { before, now: ready && estimatedArrival(ready, { promised, wayMinutes }) };
}

/** The kitchen recalculates the time when it starts, so the guest is informed of a change. */
function movedText(order: Order): string | null {
  const { timeZone } = order.locationInfo;
  const { now, before } = readyOf(order);
  const isAhead = order.status === 'pending' || order.status === 'preparing';
  if (!isAhead || !before || !now || !hasReadyTimeMoved(before, now)) return null;
  const moved = texts.moved(formatTime(now, 'time', timeZone), formatTime(before, 'time', timeZone));
  const why = movesOf(order).at(-1)?.why;
  return why ? texts.movedWhy(moved, why) : moved;
}

function movesOf({ changes = [] }: Order) {
  return changes.filter(({ ready }) => ready);
}

const WAY = ['pending', 'preparing', 'ready'] as const;

function Track({ order }: { order: Order }) {
  const { sends } = useSite();
  // After the order has left, the last step is the delivery.
  const courier = order.status === 'completed' ? order.deliveryInfo?.courier : undefined;
  const isThere = order.status === 'completed' && (!courier || courier.state === 'delivered');
  const reached = isThere ? WAY.length : lastReachedIndex(WAY, courier ? 'ready' : order.status);
  const times = { pending: order.orderTime, preparing: order.prepStartTime, ready: courier?.at ?? order.readyTime };
  const hints = {
    pending: '',
    preparing: reached === 1 ? texts.inKitchen : '',
    ready: texts.will[notificationChannel(order, sends)],
  };
  return (
    <ol className={`grid three-columns above-8 ${styles.track}`} aria-label={texts.track}>
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
            <i className="center absolute pill">{isDone && <Check aria-hidden="true" />}</i>
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
