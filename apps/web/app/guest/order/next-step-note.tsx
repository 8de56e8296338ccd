import { say } from '@tiffin/domain/core';
import { isPaid, orderTypeTexts } from '@tiffin/domain/order';
import { refundsOnCancel, refundTexts, type RefundRoute } from '@tiffin/domain/payment';
import { cashDue } from '@tiffin/domain/pricing';
import { useOnline } from '../../shared/offline/online.ts';
import { useSite } from '../../shared/site/site.ts';
import { centsOf, coin, dayUnlessToday, formatMoney } from '../../ui/format.ts';
import styles from './order.module.css';
import { notificationChannel, type NotificationChannel } from './notification-channel.ts';
import { canPayRest } from './pay-rest.tsx';
import type { Order } from './use-order.ts';

const LEADS: Readonly<Record<RefundRoute, string>> = {
  cash: say`Your money comes back in cash.`,
  card: say`You get your money back automatically.`,
  'gift-card': say`Your money is on the gift card again.`,
  manual: say`You get your money back.`,
};

const MEANWHILE = {
  text: [say`Wait for our text.`, say`This page updates by itself, so you can leave it open.`],
  mail: [say`Wait for our email.`, say`This page updates by itself, so you can leave it open.`],
  page: [say`Watch this page.`, say`It updates by itself, so you can leave it open.`],
} as const satisfies Record<NotificationChannel, unknown>;

/** What to do, and sentences about it. */
type Step = readonly string[];

export function NextStepNote({ order, now }: { order: Order; now: Date }) {
  const { sends } = useSite();
  const online = useOnline();
  const steps = stepsOf(
    order,
    online
      ? MEANWHILE[notificationChannel(order, sends)]
      : [say`You are offline.`, say`This page shows the last known state, and updates once you are connected.`],
    now,
  );
  return (
    <section className="grid gap-16">
      <h2 className="text-xl">{say`What’s Next`}</h2>
      <ol className={`grid gap-14 ${styles.steps}`}>
        {steps.map(([what, ...how], index) => (
          <li className="grid gap-12 align-start" key={what}>
            <span className={`center pill tinted text-xs weight-650 ${styles.number}`} aria-hidden="true">
              {index + 1}
            </span>
            <span>
              <b className="weight-600">{what}</b> <span className="soft">{how.join(' ')}</span>
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

function stepsOf(order: Order, waiting: Step, now: Date): readonly Step[] {
  if (order.status === 'cancelled') return [refundStep(order)];
  if (order.status === 'completed')
    return deliverySteps(order) ?? [[say`Thank you for ordering with us.`, say`We hope you enjoyed it.`]];
  const type = orderTypeTexts(order.orderType);
  const { address: restaurant } = order.locationInfo;
  const { name } = order.customerInfo;
  const { due } = cashDue(centsOf(order.due), coin);
  const toPay =
    isPaid(order) || due <= 0
      ? [say`You’re paid up.`, say`Nothing more to pay.`]
      : [
          canPayRest(order) ? say`Pay the rest here, or have cash ready.` : say`Have cash ready.`,
          type.pay.advice(formatMoney(due)),
        ];
  if (order.status === 'ready') {
    const [what, how] = type.ready.mail({ address: restaurant }, name);
    return [[`${what}.`, how], toPay];
  }
  const address = order.deliveryInfo?.address ?? '';
  const readyAt = new Date(order.estimatedReady ?? now);
  // Nobody watches the page of an order for another day.
  const isToday = readyAt < now || dayUnlessToday(readyAt, now, order.locationInfo.timeZone) === null;
  const meanwhile = isToday ? [waiting] : [];
  // An order that was opened by its number alone shows neither name nor address.
  if (name === '') return [toPay, ...meanwhile];
  const handover = type.handover({ restaurant, address, table: order.tableInfo?.tableNumber ?? '', name });
  return [toPay, ...meanwhile, handover];
}

/** Steps while the driver has the order; null once the guest has it. */
function deliverySteps({ deliveryInfo, due }: Order): readonly Step[] | null {
  const state = deliveryInfo?.courier?.state;
  const cash =
    due > 0
      ? [[say`Have cash ready.`, say`${formatMoney(cashDue(centsOf(due), coin).due)}, to pay at your door.`]]
      : [];
  if (state === 'on-the-way')
    return [[say`Your driver is on the way.`, say`Please keep your phone within reach.`], ...cash];
  if (state === 'at-door') return [[say`Your driver is at the door.`, say`Please open, or call us.`], ...cash];
  return state === 'failed'
    ? [[say`Please call us.`, say`We could not deliver your order, and would like to make it right.`]]
    : null;
}

/** What happens to the money of a cancelled order, or would after cancelling. */
export function refundStep(order: Order): Step {
  const toRefund = refundsOnCancel(order, coin);
  const refunds = order.status === 'cancelled' ? order.refunds : [];
  const hasPoints = order.adjustments.some(({ kind }) => kind === 'points');
  const texts = [
    ...refundTexts(toRefund, refunds, formatMoney),
    ...(hasPoints ? [say`The points you used go back to your account.`] : []),
  ];
  const [first] = toRefund;
  if (first)
    return [new Set(toRefund.map(({ method }) => method)).size === 1 ? LEADS[first.method] : LEADS.manual, ...texts];
  if (centsOf(order.pricing.refunded) > 0) return [say`Your money is back.`, ...texts];
  return [say`You pay nothing.`, say`Nothing was charged for this order.`, ...texts];
}
