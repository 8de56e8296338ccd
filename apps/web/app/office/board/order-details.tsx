import { discountAndChargeRows, taxSumLabel, taxRows } from '@tiffin/domain/pricing';
import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { deliveryLabel, leaveAtDoorText } from '@tiffin/domain/delivery';
import { historyNoteText, orderReasonText, statusFacts } from '@tiffin/domain/order';
import { tenderLabel } from '@tiffin/domain/payment';
import { phoneText } from '@tiffin/domain/people';
import { say, toDollars } from '@tiffin/domain/core';
import type { Answer } from '../../shared/api/api.ts';
import { GuestLink } from '../../shared/order/guest-link.tsx';
import { takenByText } from '../../shared/payment/taken-by.ts';
import { promiseText } from '../../shared/order/promise-text.ts';
import { centsOf, formatMoney, formatTime, phoneHref } from '../../ui/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Banner, BannerButton } from '../../ui/banner.tsx';
import { Sheet } from '../../ui/dialog.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { CheckState } from './allergy-check.tsx';
import { orderCode, type BoardOrder } from './board-orders.ts';
import styles from './board.module.css';
import { AllergyNote, OrderChangeNote, TicketItems, OrderNote, PaymentLine, orderTypeText } from './ticket-parts.tsx';
import { texts } from './texts.ts';
import { apiQuery } from '../../shared/api/queries.ts';
import { nameOfTab, roundHash, type TabTarget } from '../../shared/tabs/tabs.ts';
import { Link } from '../../ui/link.tsx';

const PAYMENT_LABELS = { pending: say`pending`, succeeded: say`paid`, failed: say`failed` };
const REFUND_LABELS = { requested: say`refund requested`, succeeded: say`refunded`, failed: say`refund failed` };
const REFUND_WAYS = { card: say`card`, cash: say`cash`, 'gift-card': say`gift card`, manual: say`by hand` };

const dollarsText = (dollars: number) => formatMoney(centsOf(dollars));

/** The sheet with everything about an order; `tools` are its further actions. */
export function OrderDetails({ order, tools, onClose }: { order: BoardOrder; tools: ReactNode; onClose: () => void }) {
  return (
    <Sheet onClose={onClose} title={say`Details of ${orderCode(order)}`} description={order.orderId} footer={tools}>
      <OrderFacts order={order} />
    </Sheet>
  );
}

/** Everything about an order: the guest, dishes, bill, payments and status changes. */
export function OrderFacts({ order }: { order: BoardOrder }) {
  const zone = order.locationInfo.timeZone;
  const due = promiseText(order);
  const timeText: TimeText = (time) => formatTime(time, 'date-time', zone);
  const { customerInfo: guest, deliveryInfo, tableInfo } = order;
  const payments = useOrderPayments(order);
  return (
    <div className={`grid gap-14 text-sm ${styles.details}`}>
      <p className="row flex-wrap gap-8">
        <Badge tone="plum">{statusFacts(order.status).boardLabel}</Badge>
        <Badge>{orderTypeText(order)}</Badge>
        <PaymentLine order={order} />
      </p>
      <p className={`flex flex-wrap text-md ${styles.guest}`}>
        <b>{guest.name}</b>
        <GuestLink customer={guest} />
        {tableInfo && texts.guests(tableInfo.partySize)}
        {order.tab && (
          <Link href={roundHash(order.location, tabTargetOf(order))}>{say`Back to ${nameOfTab(order.tab)}`}</Link>
        )}
      </p>
      <dl className="grid gap-6">
        {guest.phone !== '' && (
          <Fact name={say`Phone`}>
            <a href={phoneHref(guest.phone)}>{phoneText(guest.phone)}</a>
          </Fact>
        )}
        {guest.email !== '' && (
          <Fact name={say`Email`}>
            <a href={`mailto:${guest.email}`}>{guest.email}</a>
          </Fact>
        )}
        {deliveryInfo && (
          <Fact name={say`Address`}>
            {[deliveryInfo.address, leaveAtDoorText(order), deliveryInfo.instructions].filter(Boolean).join('. ')}
          </Fact>
        )}
        <Fact name={say`Location`}>{order.locationInfo.name}</Fact>
        <Fact name={say`Placed`}>{timeText(order.orderTime)}</Fact>
        {order.completedTime ? (
          <Fact name={say`Completed`}>{timeText(order.completedTime)}</Fact>
        ) : (
          due && <Fact name={say`Due`}>{due}</Fact>
        )}
      </dl>
      <AllergyNote order={order} />
      <CheckState order={order} />
      <TicketItems order={order} />
      <OrderChangeNote order={order} />
      <OrderNote order={order} />
      <Bill order={order} beside={payments.data?.beside} />
      <Ledger payments={payments} isExpected={order.paymentStatus !== 'unpaid'} timeText={timeText} />
      <StatusHistory order={order} timeText={timeText} />
    </div>
  );
}

function tabTargetOf({ billId, tab, tableInfo }: BoardOrder): TabTarget {
  const { tableName = '', label = '', sittingId = null } = tab ?? {};
  const name = nameOfTab({ tableName, label });
  return { billId, sittingId, tableId: null, name, guests: tableInfo?.partySize ?? 1 };
}

/** Formats a time in the location's time zone. */
type TimeText = (time: string) => string;

function StatusHistory({ order, timeText }: { order: BoardOrder; timeText: TimeText }) {
  return (
    <>
      <h3>{say`What happened`}</h3>
      <ol className="grid gap-6">
        {order.statusHistory.map((step) => (
          <TimedEntry key={`${step.at} ${step.status}`} time={step.at} timeText={timeText}>
            {`${step.from === step.status ? deliveryLabel('failed') : statusFacts(step.status).boardLabel}, ${step.by}`}
            {step.note !== null && (
              <small className="block soft">{historyNoteText({ note: step.note, by: step.by })}</small>
            )}
          </TimedEntry>
        ))}
      </ol>
    </>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={`grid gap-10 ${styles.fact}`}>
      <dt className="soft">{name}</dt>
      <dd className="break-anywhere">{children}</dd>
    </div>
  );
}

interface BillProps {
  order: BoardOrder;
  /** Tips and cash rounding, received in addition to the bill; absent while they are loading. */
  beside: Answer<'getOrderPayments'>['beside'];
}

const NOTHING_BESIDE = { tips: 0, cashRounding: 0 };

/** The bill from the dishes to the amount received. Each line follows from those above it. */
function Bill({ order, beside = NOTHING_BESIDE }: BillProps) {
  const { pricing } = order;
  const { tips, cashRounding } = beside;
  const refunded = order.refunds.reduce((sum, { amount }) => sum + amount, 0);
  // Without tips and rounding it is the total, and 0 leaves its line out.
  const received = tips === 0 && cashRounding === 0 ? 0 : pricing.total + tips + cashRounding;
  const lines = [
    [say`Subtotal`, pricing.subtotal],
    ...discountAndChargeRows(order).map(([name, amount]) => [name, toDollars(amount)] as const),
    ...taxRows(order).map((tax) => [taxSumLabel(tax), tax.amount] as const),
    [say`Tip`, pricing.tip],
    [say`Total`, pricing.total],
    [say`Tip on top`, tips],
    [say`Cash rounding`, cashRounding],
    [say`In total`, received],
    [say`Refunded`, -refunded],
  ] as const;
  return (
    <dl className={`grid gap-6 line-above ${styles.bill}`}>
      {lines
        .filter(([name, amount]) => amount !== 0 || name === say`Total`)
        .map(([name, amount]) => (
          <div className="flex between gap-12" key={name}>
            <dt>{name}</dt>
            <dd className="digits">{dollarsText(amount)}</dd>
          </div>
        ))}
    </dl>
  );
}

/** Loads the order's payments. Even an unpaid order may have had some. */
function useOrderPayments(order: BoardOrder) {
  const query = { orderId: order.id };
  // A refund changes the order's version, so the version is part of the key.
  return useQuery(apiQuery(['order-payments', order.id, order.version], 'getOrderPayments', { query }));
}

interface LedgerProps {
  payments: ReturnType<typeof useOrderPayments>;
  /** True if the order should have payments. */
  isExpected: boolean;
  timeText: TimeText;
}

function Ledger({ payments, isExpected, timeText }: LedgerProps) {
  const { data, isError, isFetching, refetch } = payments;
  if (isError) {
    return (
      <Banner tone={isExpected ? 'bad' : 'info'}>
        <p>{isExpected ? say`What was paid could not be loaded.` : say`Earlier payments could not be loaded.`}</p>
        <BannerButton label={say`Try Again`} busy={isFetching} onClick={() => void refetch()} />
      </Banner>
    );
  }
  const isEmpty = !data || data.payments.length + data.refunds.length === 0;
  if (!isExpected && isEmpty) return null;
  return (
    <>
      <h3>{say`Payments and refunds`}</h3>
      {data ? (
        <ul className="grid gap-6">
          {data.payments.map((payment) => (
            <TimedEntry key={payment.paymentId} time={payment.createdAt} timeText={timeText}>
              {dollarsText(payment.amount + payment.tip + payment.cashRounding)} {PAYMENT_LABELS[payment.status]},{' '}
              {tenderLabel(payment.tender ?? payment.method)}
              {payment.status === 'succeeded' && <small className="block soft">{takenByText(payment)}</small>}
            </TimedEntry>
          ))}
          {data.refunds.map((refund) => (
            <TimedEntry key={refund.refundId} time={refund.requestedAt} timeText={timeText}>
              {dollarsText(refund.amount)}{' '}
              {refund.isUndo
                ? say`recorded by mistake, undone`
                : `${REFUND_LABELS[refund.status]}, ${REFUND_WAYS[refund.method]}`}
              <small className="block soft">{refund.error ?? orderReasonText(refund.reason)}</small>
            </TimedEntry>
          ))}
        </ul>
      ) : (
        <Loading label={say`Loading what was paid…`}>
          <Skeleton height={24} />
        </Loading>
      )}
    </>
  );
}

function TimedEntry({ time, timeText, children }: { time: string; timeText: TimeText; children: ReactNode }) {
  return (
    <li className="flex between gap-12">
      <span>{children}</span>
      <time className="digits nowrap soft" dateTime={time}>
        {timeText(time)}
      </time>
    </li>
  );
}
