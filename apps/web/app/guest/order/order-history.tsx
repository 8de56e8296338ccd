import { endWithFullStop } from '@tiffin/domain/core';
import { deliveryLabel } from '@tiffin/domain/delivery';
import { isFinalStatus, lineChangeText, ORDER_STATUSES, statusLabel } from '@tiffin/domain/order';
import { centsOf, formatMoney, formatTime, formatTimeRange } from '../../ui/format.ts';
import styles from './order.module.css';
import { texts } from './texts.ts';
import type { Order } from './use-order.ts';

interface Happened {
  readonly at: string;
  readonly what: string;
  readonly how?: string | undefined;
}

/** Events of the order since it was placed, newest first. Hidden while there is nothing besides the steps. */
export function OrderHistory({ order }: { order: Order }) {
  const log = happened(order).toSorted((a, b) => b.at.localeCompare(a.at));
  if (log.length < 2) return null;
  return (
    <section className="grid gap-16">
      <h2 className="text-xl">{texts.log.title}</h2>
      <ol reversed className={`grid gap-10 text-sm ${styles.log}`}>
        {log.map(({ at, what, how }) => (
          <li className="grid gap-12" key={at + what}>
            <time className="soft digits nowrap" dateTime={at}>
              {formatTime(at, 'time', order.locationInfo.timeZone)}
            </time>
            <span className="break-anywhere">
              <b className="weight-600">{what}</b> {how && <span className="soft">{how}</span>}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Oldest first. */
function happened(order: Order): Happened[] {
  const { log } = texts;
  const isPaidAtOnce = order.paidAt !== null && order.paidAt <= order.orderTime;
  return [
    { at: order.orderTime, what: isPaidAtOnce ? log.paidAndReceived : log.received },
    ...(order.paidAt !== null && !isPaidAtOnce ? [{ at: order.paidAt, what: log.paid }] : []),
    ...(order.changes ?? []).flatMap((change) => changed(change, order)),
    ...(order.curbside?.hereAt ? [{ at: order.curbside.hereAt, what: log.here }] : []),
    ...steps(order),
    ...(order.deliveryInfo?.courier?.steps ?? []).map(({ state, at }) => ({ at, what: `${deliveryLabel(state)}.` })),
    ...order.refunds.flatMap(({ at, amount }) =>
      at === null ? [] : [{ at, what: log.refunded(formatMoney(centsOf(amount))) }],
    ),
  ];
}

function changed({ at, lines, facts, ready, why }: NonNullable<Order['changes']>[number], order: Order): Happened[] {
  const { log } = texts;
  const window = (to: string, from = to) => formatTimeRange(from, to, order.locationInfo.timeZone);
  const others = facts.filter((fact) => fact !== 'time');
  return [
    ...(ready
      ? [
          {
            at,
            what: log.moved(window(ready.was, ready.wasFrom), window(ready.now, ready.nowFrom)),
            how: why && endWithFullStop(why),
          },
        ]
      : []),
    ...(lines.length + others.length > 0 || !ready
      ? [{ at, what: log.changed, how: lines.map((line) => lineChangeText(line)).join(', ') || undefined }]
      : []),
  ];
}

/** Status changes by the kitchen, without steps that were reverted. */
function steps({ status: is, statusHistory, orderType, deliveryInfo }: Order): Happened[] {
  const stands: Order['statusHistory'] = [];
  for (const step of statusHistory) {
    while (stands.length > 0 && rankOf(stands.at(-1)) >= rankOf(step)) stands.pop();
    stands.push(step);
  }
  return stands.flatMap(({ at, status }) => {
    // Placing counts as receiving. After departure, the driver's steps follow.
    if (status === 'pending' || (status === 'completed' && deliveryInfo?.courier?.steps)) return [];
    return [
      {
        at,
        what: `${statusLabel(status, orderType)}.`,
        how: status === 'preparing' && !isFinalStatus(is) ? texts.log.byUs : undefined,
      },
    ];
  });
}

function rankOf(step: Order['statusHistory'][number] | undefined): number {
  return ORDER_STATUSES.findIndex((status) => status === step?.status);
}
