import { endWithFullStop, say } from '@tiffin/domain/core';
import { deliveryLabel } from '@tiffin/domain/delivery';
import { isFinalStatus, lineChangeText, ORDER_STATUSES, statusLabel } from '@tiffin/domain/order';
import { centsOf, formatMoney, formatTime, formatTimeRange } from '../../ui/format.ts';
import styles from './order.module.css';
import type { Order } from './use-order.ts';

interface HistoryEntry {
  readonly at: string;
  readonly what: string;
  readonly how?: string | undefined;
}

/** Events of the order since it was placed, newest first. Hidden while the order was only received. */
export function OrderHistory({ order }: { order: Order }) {
  const log = historyOf(order).toSorted((a, b) => b.at.localeCompare(a.at));
  if (log.length < 2) return null;
  return (
    <section className="grid gap-16">
      <h2 className="text-xl">{say`What happened`}</h2>
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

function historyOf(order: Order): HistoryEntry[] {
  const isPaidAtOnce = order.paidAt !== null && order.paidAt <= order.orderTime;
  return [
    { at: order.orderTime, what: isPaidAtOnce ? say`Paid and received.` : say`Received.` },
    ...(order.paidAt !== null && !isPaidAtOnce ? [{ at: order.paidAt, what: say`Paid.` }] : []),
    ...(order.changes ?? []).flatMap((change) => changeEntries(change, order)),
    ...(order.curbside?.hereAt ? [{ at: order.curbside.hereAt, what: say`You told us that you are here.` }] : []),
    ...stepEntries(order),
    ...(order.deliveryInfo?.courier?.steps ?? []).map(({ state, at }) => ({ at, what: `${deliveryLabel(state)}.` })),
    ...order.refunds.flatMap(({ at, amount }) =>
      at === null ? [] : [{ at, what: say`${formatMoney(centsOf(amount))} went back to you.` }],
    ),
  ];
}

function changeEntries(
  { at, lines, facts, ready, why }: NonNullable<Order['changes']>[number],
  order: Order,
): HistoryEntry[] {
  const window = (to: string, from = to) => formatTimeRange(from, to, order.locationInfo.timeZone);
  const others = facts.filter((fact) => fact !== 'time');
  return [
    ...(ready
      ? [
          {
            at,
            what: endWithFullStop(
              say`The time moved from ${window(ready.was, ready.wasFrom)} to ${window(ready.now, ready.nowFrom)}`,
            ),
            how: why && endWithFullStop(why),
          },
        ]
      : []),
    ...(lines.length + others.length > 0 || !ready
      ? [
          {
            at,
            what: say`The order was changed.`,
            how: lines.map((line) => lineChangeText(line)).join(', ') || undefined,
          },
        ]
      : []),
  ];
}

/** Status changes by the kitchen, without steps that were reverted. */
function stepEntries({ status: current, statusHistory, orderType, deliveryInfo }: Order): HistoryEntry[] {
  const effectiveSteps: Order['statusHistory'] = [];
  for (const step of statusHistory) {
    while (effectiveSteps.length > 0 && rankOf(effectiveSteps.at(-1)) >= rankOf(step)) effectiveSteps.pop();
    effectiveSteps.push(step);
  }
  return effectiveSteps.flatMap(({ at, status }) => {
    // Placing counts as receiving. After departure, the driver's steps follow.
    if (status === 'pending' || (status === 'completed' && deliveryInfo?.courier?.steps)) return [];
    return [
      {
        at,
        what: `${statusLabel(status, orderType)}.`,
        how: status === 'preparing' && !isFinalStatus(current) ? say`To change it now, please call us.` : undefined,
      },
    ];
  });
}

function rankOf(step: Order['statusHistory'][number] | undefined): number {
  return ORDER_STATUSES.findIndex((status) => status === step?.status);
}
