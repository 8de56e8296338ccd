import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { Check, Phone, ReceiptText } from 'lucide-react';
import { cents, say } from '@tiffin/domain/core';
import { leaveAtDoorText } from '@tiffin/domain/delivery';
import { canGuestChange, confirmationBadge, isFinalStatus, isPaid, orderTypeLabel } from '@tiffin/domain/order';
import { paymentMethodWord } from '@tiffin/domain/payment';
import { phoneText } from '@tiffin/domain/people';
import { dishListText } from '@tiffin/domain/receipt';
import { discountAndChargeRows, subtotalLines, taxRows, taxNameText } from '@tiffin/domain/pricing';
import { centsOf, formatTime, phoneHref } from '../../ui/format.ts';
import { BillDish, BillSum, BillTotal } from '../../shared/order/bill-lines.tsx';
import { LineDifferences } from '../../shared/order/line-words.tsx';
import { ForgetMe } from '../../shared/session/forget-me.tsx';
import { useRememberedGuest } from '../../shared/session/remembered-guest.ts';
import { useMe } from '../../shared/site/site.ts';
import { paths } from '../../paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { TextLink } from '../../ui/link.tsx';
import { AllergyState } from './allergy-state.tsx';
import { CancelDialog } from './cancel-dialog.tsx';
import { CurbsideArrivalButton } from './curbside-arrival.tsx';
import { StatusHead } from './status-head.tsx';
import { OrderHistory } from './order-history.tsx';
import { NextStepNote } from './next-step-note.tsx';
import type { Order } from './use-order.ts';
import bill from '../../shared/payment/payment.module.css';
import styles from './order.module.css';

interface ConfirmedViewProps {
  order: Order;
  now: Date;
  note: string | null;
  onChanged?: () => void;
  token?: string | undefined;
  children?: ReactNode;
}

export function ConfirmedView({ order, now, note, onChanged, token, children }: ConfirmedViewProps) {
  const me = useMe();
  const isMine = me !== null && me.uid === order.customerInfo.firebaseId;
  const remembered = useRememberedGuest();
  const navigate = useNavigate();
  const [isCancelling, setCancelling] = useState(false);
  const [isCalledOff, setCalledOff] = useState(false);
  const showHead = isCalledOff && order.status === 'cancelled';
  // The button is far below, and the result shows at the top.
  useEffect(() => {
    if (showHead) window.scrollTo(0, 0);
  }, [showHead]);
  return (
    <>
      <StatusHead order={order} now={now} />
      <div className={`wrap stack gap-40 ${styles.columns}`}>
        <div className={`stack content-start ${styles.main}`}>
          {note && <Banner tone="warn">{note}</Banner>}
          <AllergyState order={order} />
          <CurbsideArrivalButton
            order={order}
            token={token ?? order.metadata.orderToken ?? ''}
            onChanged={() => onChanged?.()}
          />
          <NextStepNote order={order} />
          {/* A notification is still to come: when the kitchen starts, and when the order is ready. */}
          {(order.status === 'pending' || order.status === 'preparing') && (
            <Suspense>
              <FollowSwitch topic={{ orderId: order.orderId, token: order.metadata.orderToken ?? undefined }} />
            </Suspense>
          )}
          <Changing order={order} onChanged={onChanged} />
          <OrderHistory order={order} />
          <Details order={order} />
          {children}
          {me === null && token && remembered?.lastOrder?.orderId === order.orderId && (
            // The page would store the order again.
            <ForgetMe className="push-left" onBefore={() => navigate(paths.home())} />
          )}
          <Banner
            tone="warn"
            icon={<Phone />}
            title={isFinalStatus(order.status) ? say`A question about this order?` : say`Need to change something?`}
          >
            {say`Call ${order.locationInfo.name} at `}
            <a
              href={phoneHref(order.locationInfo.phone)}
              className={`inline-row touch-height weight-600 nowrap ${styles.call}`}
            >
              {phoneText(order.locationInfo.phone)}
            </a>
            .
            {order.canCancel && isMine && (
              <TextLink href={paths.dashboard()}>{say`Cancel it in your account`}</TextLink>
            )}
          </Banner>
          {order.canCancel && !isMine && token && !order.metadata.adminCreated && (
            <Button look="quiet" onClick={() => setCancelling(true)}>
              {say`Cancel order`}
            </Button>
          )}
          {isCancelling && (
            <CancelDialog
              order={order}
              {...(token && { token })}
              onClose={() => setCancelling(false)}
              onSettled={(cancelled) => {
                setCalledOff(cancelled !== null);
                onChanged?.();
              }}
            />
          )}
        </div>
        <Bill order={order} />
      </div>
    </>
  );
}

const FollowSwitch = lazy(() =>
  import('../../shared/offline/follow-switch.tsx').then(
    (module) => ({ default: module.NotificationSwitch }),
    () => ({ default: () => null }),
  ),
);

const ChangeMyOrder = lazy(() =>
  import('./change-my-order.tsx').then(
    (module) => ({ default: module.ChangeMyOrder }),
    () => ({ default: () => <Banner tone="bad">{say`This could not be loaded. Please load the page again.`}</Banner> }),
  ),
);

/** Lets the guest change the order until the kitchen starts. A new version of the order resets the form. */
function Changing({ order, onChanged }: { order: Order; onChanged: (() => void) | undefined }) {
  const me = useMe();
  const [isOpen, setOpen] = useState(false);
  const { adminCreated, orderToken } = order.metadata;
  const isOwnOrder = orderToken !== '' || (me !== null && me.uid === order.customerInfo.firebaseId);
  if (!isOwnOrder || !canGuestChange({ status: order.status, adminCreated })) return null;
  if (!isOpen) {
    return (
      <Button look="quiet" onClick={() => setOpen(true)}>
        {say`Change my order`}
      </Button>
    );
  }
  return (
    <Suspense>
      <ChangeMyOrder
        key={order.version}
        order={order}
        onChanged={() => {
          setOpen(false);
          onChanged?.();
        }}
      />
    </Suspense>
  );
}

function Details({ order }: { order: Order }) {
  const { customerInfo, deliveryInfo, tableInfo } = order;
  const facts: readonly (readonly [string, string | undefined])[] = [
    [say`Order ID`, order.orderId],
    [say`Name`, customerInfo.name],
    [say`Email`, customerInfo.email],
    [say`Phone`, phoneText(customerInfo.phone)],
    [say`Payment method`, paymentMethodWord(order.paymentMethod)],
    [say`Order type`, orderTypeLabel(order.orderType)],
    [say`Delivery address`, deliveryInfo?.address],
    [say`Table`, tableInfo?.tableNumber],
    [say`Party size`, tableInfo && String(tableInfo.partySize)],
    [
      say`Instructions`,
      [leaveAtDoorText(order), deliveryInfo?.instructions, order.specialInstructions].filter(Boolean).join(' · '),
    ],
  ];
  return (
    <section className="grid gap-16">
      <h2 className="text-xl">{say`Your details`}</h2>
      <dl className={`grid gap-10 text-sm ${styles.facts}`}>
        {facts.map(
          ([name, value]) =>
            value && (
              <div className="grid gap-12" key={name}>
                <dt className="soft">{name}</dt>
                <dd className="weight-500 break-anywhere">{value}</dd>
              </div>
            ),
        )}
      </dl>
    </section>
  );
}

function Bill({ order }: { order: Order }) {
  const me = useMe();
  const { pricing } = order;
  const tip = centsOf(pricing.tip);
  const discount = pricing.discount && { ...pricing.discount, amount: centsOf(pricing.discount.amount) };
  return (
    <aside className={`self-start round-lg surface shadow-1 ${styles.bill}`} aria-labelledby="bill-title">
      <div className="row between gap-8">
        <h2 id="bill-title" className="text-xl">
          {say`Your order`}
        </h2>
        <Badge tone={isPaid(order) ? 'ok' : 'warn'} icon={isPaid(order) && <Check width={14} />}>
          {confirmationBadge(order)}
        </Badge>
      </div>
      <p className={`hint ${styles.note}`}>{say`Without Tax`}</p>
      <ul className={`grid gap-14 ${bill.dishes}`}>
        {order.items.map((item) => (
          <BillDish key={item.line} dish={item} cents={cents(centsOf(item.price) * item.quantity)}>
            <LineDifferences {...item} heat={item.spiceLevelName} />
            {item.description && <small className="hint">{item.description}</small>}
          </BillDish>
        ))}
      </ul>
      <dl className={`grid gap-8 text-sm ${styles.sums}`}>
        {[...subtotalLines(centsOf(pricing.subtotal), discount), ...discountAndChargeRows(order)].map(
          ([name, amount]) => (
            <BillSum key={name} label={name} cents={amount} />
          ),
        )}
        {taxRows(order).map((tax) => (
          <BillSum key={tax.code + tax.rate} label={taxNameText(tax)} cents={centsOf(tax.amount)} />
        ))}
        {tip > 0 && <BillSum label={say`Tip`} cents={tip} />}
        <BillTotal label={say`Total`} cents={centsOf(pricing.total)} />
        {order.refunds.map(({ at, items, amount }) => (
          <BillSum
            key={at}
            label={
              at === null ? say`Refunded` : say`Refunded ${formatTime(at, 'date-time', order.locationInfo.timeZone)}`
            }
            note={dishListText(items, order.items)}
            cents={centsOf(-amount)}
          />
        ))}
      </dl>
      {order.metadata.orderToken && (
        <LinkButton look="quiet" block href={paths.receipt(order.orderId, order.metadata.orderToken)}>
          <ReceiptText />
          {say`Click to View Receipt`}
        </LinkButton>
      )}
      <div className="flex between above-8">
        {me && <TextLink href={paths.dashboard()}>{say`My Orders`}</TextLink>}
        <TextLink href={paths.home()}>{say`Back to Home`}</TextLink>
      </div>
    </aside>
  );
}
