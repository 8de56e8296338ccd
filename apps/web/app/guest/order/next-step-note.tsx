import { Phone, RotateCw } from 'lucide-react';
import { cents } from '@tiffin/domain/core';
import { isFinalStatus, isPaid, orderTypeTexts } from '@tiffin/domain/order';
import { refundRouteOf } from '@tiffin/domain/payment';
import { phoneText } from '@tiffin/domain/people';
import { cashDue } from '@tiffin/domain/pricing';
import { useOnline } from '../../shared/offline/online.ts';
import { useOrderAgain } from '../../shared/order/order-again.ts';
import { useSite } from '../../shared/site/site.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { centsOf, formatMoney, coin, phoneHref } from '../../ui/format.ts';
import styles from './order.module.css';
import { texts } from './texts.ts';
import { notificationChannel } from './notification-channel.ts';
import type { Order } from './use-order.ts';

type Step = readonly string[];

/** What the guest does next, depending on the status. */
export function NextStepNote({ order }: { order: Order }) {
  const { sends } = useSite();
  const { isRepeating, orderAgain } = useOrderAgain();
  const online = useOnline();
  const steps = stepsOf(order, online ? texts.meanwhile[notificationChannel(order, sends)] : texts.offline);
  return (
    <section className="grid gap-16">
      <h2 className="text-xl">{texts.whatsNext}</h2>
      <ol className={`grid gap-14 ${styles.steps}`}>
        {steps.map(([what, how], index) => (
          <li className="grid gap-12 align-start" key={what}>
            <span className={`center pill tinted text-xs weight-650 ${styles.number}`} aria-hidden="true">
              {index + 1}
            </span>
            <span>
              <b className="weight-600">{what}</b> <span className="soft">{how}</span>
            </span>
          </li>
        ))}
      </ol>
      {deliverySteps(order) && (
        <LinkButton look="quiet" href={phoneHref(order.locationInfo.phone)}>
          <Phone aria-hidden="true" />
          {texts.callUs(phoneText(order.locationInfo.phone))}
        </LinkButton>
      )}
      {isFinalStatus(order.status) && (
        <Button look="quiet" busy={isRepeating} onClick={() => void orderAgain(order)}>
          <RotateCw aria-hidden="true" />
          {texts.again}
        </Button>
      )}
    </section>
  );
}

function stepsOf(order: Order, meanwhile: Step): readonly Step[] {
  if (order.status === 'cancelled') return [refundStep(order)];
  if (order.status === 'completed') return deliverySteps(order) ?? [texts.thanksAgain];
  const type = orderTypeTexts(order.orderType);
  const { address: restaurant } = order.locationInfo;
  const { name } = order.customerInfo;
  const { due } = cashDue(centsOf(order.due), coin);
  const toPay = isPaid(order) || due <= 0 ? texts.paid : [texts.cash, type.pay.advice(formatMoney(due))];
  if (order.status === 'ready') {
    const [what, how] = type.ready.mail({ address: restaurant }, name);
    return [[`${what}.`, how], toPay];
  }
  const address = order.deliveryInfo?.address ?? '';
  // The order was opened by its number alone, which shows neither name nor address.
  if (name === '') return [toPay, meanwhile];
  const handover = type.come({ restaurant, address, table: order.tableInfo?.tableNumber ?? '', name });
  return [toPay, meanwhile, handover];
}

/** Steps while the driver has the order; null once the guest has it. */
function deliverySteps({ deliveryInfo, due }: Order): readonly Step[] | null {
  const state = deliveryInfo?.courier?.state;
  const cash = due > 0 ? [[texts.cash, texts.dueAtDoor(formatMoney(cashDue(centsOf(due), coin).due))]] : [];
  if (state === 'on-the-way') return [texts.onTheWay, ...cash];
  if (state === 'at-door') return [texts.atDoor, ...cash];
  return state === 'failed' ? [texts.notDelivered] : null;
}

/** What happens to the money of a cancelled order, or would after cancelling. */
export function refundStep({ paymentStatus, paymentMethod, pricing }: Order): Step {
  const returned = centsOf(pricing.refunded);
  const amountDue = paymentStatus === 'paid' ? cents(centsOf(pricing.total) - returned) : cents(0);
  if (amountDue > 0) {
    const way = refundRouteOf(paymentMethod);
    return texts.money[way](formatMoney(way === 'cash' ? cashDue(amountDue, coin).due : amountDue));
  }
  return returned > 0 ? texts.money.back(formatMoney(returned)) : texts.money.nothing;
}
