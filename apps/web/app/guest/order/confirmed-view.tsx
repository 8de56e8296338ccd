import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { Check, ChevronRight, MapPin, Pencil, Phone, RotateCw, X } from 'lucide-react';
import { cents, say, toDollars, ZERO } from '@tiffin/domain/core';
import { leaveAtDoorText } from '@tiffin/domain/delivery';
import { addressLine } from '@tiffin/domain/locations';
import {
  canGuestChange,
  confirmationBadge,
  isFinalStatus,
  isPaid,
  orderTypeGoesTo,
  orderTypeLabel,
} from '@tiffin/domain/order';
import { paymentMethodWord, tenderLabel } from '@tiffin/domain/payment';
import { phoneText } from '@tiffin/domain/people';
import { discountAndChargeRows, subtotalLines, taxRows, taxNameText } from '@tiffin/domain/pricing';
import { centsOf, formatTime, phoneHref } from '../../ui/format.ts';
import { BillDish, BillSum, BillTotal } from '../../shared/checkout/bill-lines.tsx';
import { LineDifferences } from '../../shared/order/line-words.tsx';
import { ForgetMe } from '../../shared/session/forget-me.tsx';
import { useRememberedGuest } from '../../shared/session/remembered-guest.ts';
import { partPaid } from './part-paid.ts';
import { canPayRest, PayRest } from './pay-rest.tsx';
import { refundNote } from '../../shared/order/refunds.tsx';
import { useOrderAgain } from '../../shared/order/order-again.ts';
import { mapHref, useLocations, useMe } from '../../shared/site/site.ts';
import { paths } from '../../paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button, buttonClass, LinkButton } from '../../ui/button.tsx';
import { TextLink } from '../../ui/link.tsx';
import { AllergyState, LineAllergy } from './allergy-state.tsx';
import { CancelDialog } from './cancel-dialog.tsx';
import { CurbsideArrivalButton } from './curbside-arrival.tsx';
import { CodeToSay, phaseOf, StatusHead, Track } from './status-head.tsx';
import { OrderHistory } from './order-history.tsx';
import { NextStepNote } from './next-step-note.tsx';
import type { Order } from './use-order.ts';
import bill from '../../shared/payment/payment.module.css';
import styles from './order.module.css';

interface ConfirmedViewProps {
  order: Order;
  now: Date;
  /** A warning above the actions. */
  note: string | null;
  onChanged?: () => void;
  token?: string | undefined;
  children?: ReactNode;
}

export function ConfirmedView({ order, now, note, onChanged, token, children }: ConfirmedViewProps) {
  const me = useMe();
  const remembered = useRememberedGuest();
  const navigate = useNavigate();
  const [wasCancelledHere, setCancelledHere] = useState(false);
  const showHead = wasCancelledHere && order.status === 'cancelled';
  // The button is far below, and the result shows at the top.
  useEffect(() => {
    if (showHead) window.scrollTo(0, 0);
  }, [showHead]);
  return (
    <>
      <StatusHead order={order} now={now}>
        <Bill order={order} />
        <div className="stack gap-24 content-start">
          {note && (
            <Banner tone="warn" className="ink">
              {note}
            </Banner>
          )}
          <MainAction order={order} token={token} onChanged={onChanged} />
          {/* Guests can be notified when the kitchen starts and when the order is ready. */}
          {(order.status === 'pending' || order.status === 'preparing') && (
            <div className={styles.follow}>
              <Suspense>
                <NotificationSwitch topic={{ orderId: order.orderId, token: order.metadata.orderToken ?? undefined }} />
              </Suspense>
            </div>
          )}
          <Track order={order} />
        </div>
      </StatusHead>
      <div className={`wrap stack gap-40 ${styles.columns}`}>
        <div className="stack gap-40 content-start">
          <NextStepNote order={order} now={now} />
          {canPayRest(order) && <PayRest order={order} token={token ?? order.metadata.orderToken} />}
          <ChangeOrCall order={order} token={token} onChanged={onChanged} onCancelled={setCancelledHere} />
          <OrderHistory order={order} />
        </div>
        <div className="stack gap-32 content-start">
          <Details order={order} />
          {children}
          <div className={`flex flex-wrap ${styles.links}`}>
            {order.metadata.orderToken && (
              <TextLink href={paths.receipt(order.orderId, order.metadata.orderToken)}>
                {say`Click to View Receipt`}
              </TextLink>
            )}
            {me && <TextLink href={paths.dashboard()}>{say`My Orders`}</TextLink>}
            <TextLink href={paths.home()}>{say`Back to Home`}</TextLink>
            {me === null && token && remembered?.lastOrder?.orderId === order.orderId && (
              // The page would store the order again.
              <ForgetMe className="push-left" onBefore={() => navigate(paths.home())} />
            )}
          </div>
        </div>
      </div>
    </>
  );
}

type ActionProps = Pick<ConfirmedViewProps, 'order' | 'token' | 'onChanged'>;

/** The most useful action now: report the arrival, get directions, call the restaurant, or order again. */
function MainAction({ order, token, onChanged }: ActionProps) {
  const { isRepeating, orderAgain } = useOrderAgain();
  const pickupLocation = useLocations().find(({ id }) => id === order.location);
  const { locationInfo, status, orderType } = order;
  const phase = phaseOf(order);
  const look = phase === 'open' ? 'invite' : 'solid';
  if (phase === 'over') {
    return (
      <Button size="lg" block look={look} busy={isRepeating} onClick={() => void orderAgain(order)}>
        <RotateCw />
        {say`Order again`}
      </Button>
    );
  }
  if (order.curbside) {
    return (
      <CurbsideArrivalButton
        order={order}
        look={look}
        token={token ?? order.metadata.orderToken ?? ''}
        onChanged={() => onChanged?.()}
      />
    );
  }
  if (orderTypeGoesTo(orderType, 'address')) {
    return (
      status === 'completed' && (
        <LinkButton size="lg" block look={look} href={phoneHref(locationInfo.phone)}>
          <Phone />
          {say`Call us: ${phoneText(locationInfo.phone)}`}
        </LinkButton>
      )
    );
  }
  return (
    <div className="stack gap-8">
      <a
        className={buttonClass({ size: 'lg', block: true, look })}
        href={mapHref(pickupLocation ?? locationInfo)}
        target="_blank"
        rel="noreferrer"
      >
        <MapPin />
        {say`Directions`}
      </a>
      <p className="text-sm text-center on-brand-soft">{addressLine(pickupLocation ?? locationInfo)}</p>
    </div>
  );
}

const NotificationSwitch = lazy(() =>
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

interface ChangeProps extends ActionProps {
  onCancelled: (isCancelled: boolean) => void;
}

/** Change, call and cancel, as far as the kitchen allows. A new version of the order resets the form. */
function ChangeOrCall({ order, token, onChanged, onCancelled }: ChangeProps) {
  const me = useMe();
  const [open, setOpen] = useState<'change' | 'cancel' | null>(null);
  const { adminCreated, orderToken } = order.metadata;
  const isMine = me !== null && me.uid === order.customerInfo.firebaseId;
  const canChange = (orderToken !== '' || isMine) && canGuestChange({ status: order.status, adminCreated });
  const canCancel = order.canCancel && (isMine || (Boolean(token) && !adminCreated));
  const isFinal = isFinalStatus(order.status);
  return (
    <section className={`stack ${styles.change}`}>
      <h2 className="text-xl">{isFinal ? say`A question about this order?` : say`Need to change something?`}</h2>
      {!isFinal && !canChange && order.status !== 'pending' && (
        <p className="text-sm soft">{say`The kitchen has started, so please call us for changes.`}</p>
      )}
      {canChange && open !== 'change' && (
        <RowButton icon={<Pencil />} label={say`Change my order`} onPress={() => setOpen('change')} />
      )}
      {canChange && open === 'change' && (
        <Suspense>
          <ChangeMyOrder
            key={order.version}
            order={order}
            onChanged={() => {
              setOpen(null);
              onChanged?.();
            }}
          />
        </Suspense>
      )}
      <a
        className={`row gap-16 line-below weight-600 ink no-underline ${styles.row}`}
        href={phoneHref(order.locationInfo.phone)}
      >
        <Phone />
        <span className="grow">
          {say`Call ${order.locationInfo.name}`}
          <span className="block hint">{phoneText(order.locationInfo.phone)}</span>
        </span>
        <ChevronRight />
      </a>
      {canCancel && <RowButton icon={<X />} label={say`Cancel order`} onPress={() => setOpen('cancel')} />}
      {open === 'cancel' && (
        <CancelDialog
          order={order}
          token={token || undefined}
          onClose={() => setOpen(null)}
          onSettled={(cancelled) => {
            onCancelled(cancelled !== null);
            onChanged?.();
          }}
        />
      )}
    </section>
  );
}

function RowButton({ icon, label, onPress }: { icon: ReactNode; label: string; onPress: () => void }) {
  return (
    <button type="button" className={`row gap-16 line-below weight-600 ${styles.row}`} onClick={onPress}>
      {icon} <span className="grow">{label}</span> <ChevronRight />
    </button>
  );
}

function Details({ order }: { order: Order }) {
  const { customerInfo, deliveryInfo, tableInfo } = order;
  const facts: readonly (readonly [string, string | undefined])[] = [
    [say`Order ID`, order.orderId],
    [say`Name`, customerInfo.name],
    [say`Email`, customerInfo.email],
    [say`Phone`, phoneText(customerInfo.phone)],
    [say`Payment method`, order.paidWith?.map(tenderLabel).join(', ') ?? paymentMethodWord(order.paymentMethod)],
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

/** What was ordered, with the allergies of each dish, and what it costs. */
function Bill({ order }: { order: Order }) {
  const { pricing } = order;
  const tip = centsOf(pricing.tip);
  const discount = pricing.discount && { ...pricing.discount, amount: centsOf(pricing.discount.amount) };
  const isRefunded = order.refunds.length > 0;
  const paid = isRefunded ? ZERO : partPaid(order);
  const parts = order.paidParts ?? (paid > 0 ? [{ tender: null, amount: toDollars(paid), giftCard: undefined }] : []);
  return (
    <aside className={`self-start round-lg surface ink shadow-1 ${styles.bill}`} aria-labelledby="bill-title">
      <div className="flex flex-wrap between gap-4-16">
        <div>
          <h2 id="bill-title" className="text-xl">
            {say`Your order`}
          </h2>
          <p className="hint">{say`Without Tax`}</p>
        </div>
        {phaseOf(order) !== 'ready' && <CodeToSay order={order} />}
      </div>
      <ul className={`grid gap-14 ${bill.dishes} ${styles.dishes}`}>
        {order.items.map((item) => (
          <BillDish key={item.line} dish={item} cents={cents(centsOf(item.price) * item.quantity)}>
            <LineDifferences {...item} heat={item.spiceLevelName} />
            {item.description && <small className="hint">{item.description}</small>}
            <LineAllergy item={item} order={order} />
          </BillDish>
        ))}
      </ul>
      <AllergyState order={order} />
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
        {!isRefunded &&
          parts.map(({ tender, amount, giftCard }, index) => (
            <BillSum
              // oxlint-disable-next-line react/no-array-index-key -- two may be alike
              key={index}
              label={tender === null ? say`Paid` : [tenderLabel(tender), giftCard].filter(Boolean).join(' ')}
              cents={centsOf(-amount)}
            />
          ))}
        {paid > 0 && <BillTotal label={say`Left to pay`} cents={centsOf(order.due)} />}
        {order.refunds.map((refund, index) => (
          <BillSum
            // oxlint-disable-next-line react/no-array-index-key -- two may be alike, and none goes away
            key={index}
            label={
              refund.at === null
                ? say`Refunded`
                : say`Refunded ${formatTime(refund.at, 'date-time', order.locationInfo.timeZone)}`
            }
            note={refundNote(refund, order)}
            cents={centsOf(-refund.amount)}
          />
        ))}
      </dl>
      <Badge tone={isPaid(order) ? 'ok' : 'warn'} icon={isPaid(order) && <Check width={14} />}>
        {confirmationBadge(order)}
      </Badge>
    </aside>
  );
}
