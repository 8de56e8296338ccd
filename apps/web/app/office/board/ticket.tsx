import { memo } from 'react';
import { Car, MapPin } from 'lucide-react';
import { leaveAtDoorText } from '@tiffin/domain/delivery';
import { COLLECT_CASH, isCompletedUnpaid, showsPaymentButton } from '@tiffin/domain/order';
import { say } from '@tiffin/domain/core';
import { formatTime } from '../../ui/format.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { CheckState, ConfirmAllergiesButton } from './allergy-check.tsx';
import {
  orderCode,
  deliveryAlert,
  dishSummary,
  paymentLook,
  nextTicketStep,
  urgency,
  type BoardOrder,
} from './board-orders.ts';
import {
  AllergyNote,
  orderAmount,
  CodeButton,
  LatenessIcon,
  TicketItems,
  OrderNote,
  PaymentLine,
  TakenOfflineNote,
  orderTypeText,
  TicketFrame,
  UrgencyMark,
} from './ticket-parts.tsx';
import type { TicketTime } from './ticket-time.ts';
import styles from './board.module.css';
import { TypeIcon } from '../../shared/order/order-looks.tsx';
import { texts } from './texts.ts';

export interface TicketActions {
  readonly onOpen: (order: BoardOrder) => void;
  readonly onStep: (order: BoardOrder) => void;
  readonly onPay: (order: BoardOrder) => void;
  readonly onCancel: (order: BoardOrder) => void;
  readonly onPick: (order: BoardOrder) => void;
  /** Opens the confirmation of the dishes that an allergy affects. */
  readonly onConfirm: (order: BoardOrder) => void;
}

export interface TicketProps extends TicketActions, TicketTime {
  readonly order: BoardOrder;
  /** The most urgent ticket of its column. */
  readonly isNext: boolean;
  readonly isBusy: boolean;
  /** Null outside selection mode. */
  readonly isPicked: boolean | null;
}

/** One order in reading order: code, minutes, allergy, type, time, dishes, note, money, action. */
export const Ticket = memo(function Ticket(props: TicketProps) {
  const { order, minutes, lateness, label, elapsedPercent, lacksNewTime, isPicked, onOpen } = props;
  const isReady = order.status === 'ready';
  return (
    <TicketFrame
      order={order}
      timeLabel={label}
      isPicked={isPicked}
      className={classNames('stack round-md', styles.ticket, styles[lateness])}
    >
      <header className="row gap-10">
        <PickBox {...props} />
        <CodeButton order={order} onOpen={onOpen} />
        <UrgencyMark urgency={urgency(order)} />
        <Minutes minutes={minutes} />
      </header>
      {!isReady && <TakenOfflineNote order={order} />}
      <AllergyNote order={order} />
      <CheckState order={order} />
      <p className={styles.meta}>
        <TypeIcon type={order.orderType} />
        <b className={`break-anywhere ${styles.servedAt}`}>{orderTypeText(order)}</b>
        <span className="min-width-0 soft break-anywhere">
          {order.tableInfo && `${texts.guests(order.tableInfo.partySize)}, `}
          {order.customerInfo.name}
        </span>
      </p>
      {label !== null && <TimeLeft lateness={lateness} label={label} elapsedPercent={elapsedPercent} />}
      {lacksNewTime && <p className="text-sm weight-620 danger">{say`The guest has no new time yet`}</p>}
      {isReady ? <p className="soft text-sm">{dishSummary(order)}</p> : <TicketItems order={order} />}
      <Curbside order={order} />
      {isReady && <DeliveryAddress order={order} />}
      <OrderNote order={order} />
      <div className="row flex-wrap between gap-10">
        <PaymentLine order={order} />
        <PayButton {...props} />
      </div>
      <TicketFooter {...props} />
    </TicketFrame>
  );
});

export function PickBox({ order, isPicked, onPick }: TicketProps) {
  if (isPicked === null) return null;
  return (
    <input
      type="checkbox"
      className={`no-shrink ${styles.pick}`}
      aria-label={say`Select order ${orderCode(order)}`}
      checked={isPicked}
      onChange={() => onPick(order)}
    />
  );
}

function Minutes({ minutes }: Pick<TicketTime, 'minutes'>) {
  return (
    <span className={`soft text-sm nowrap push-right ${styles.minutes}`}>
      <b className="ink">{minutes === 0 ? say`Now` : minutes}</b> {minutes > 0 && say`min`}
    </span>
  );
}

function TimeLeft({ lateness, label, elapsedPercent }: Pick<TicketTime, 'lateness' | 'label' | 'elapsedPercent'>) {
  return (
    <div className={`row gap-10 ${styles.time}`}>
      <progress
        className={`grow min-width-0 no-border pill ${styles.fuse}`}
        max={100}
        value={elapsedPercent}
        aria-hidden="true"
      />
      <span className={`inline-row hint pill weight-620 nowrap icon-16 ${styles.word}`}>
        <LatenessIcon lateness={lateness} />
        {label}
      </span>
    </div>
  );
}

/** The guest's car, and since when it waits outside. */
function Curbside({ order: { curbside, locationInfo } }: { order: BoardOrder }) {
  if (!curbside) return null;
  const { vehicle, hereAt } = curbside;
  return (
    <p className={styles.meta}>
      <Car />
      <span className={classNames('min-width-0 break-anywhere', !hereAt && 'soft')}>
        {hereAt
          ? say`Outside since ${formatTime(hereAt, 'time', locationInfo.timeZone)}: ${vehicle}`
          : say`Out to the car: ${vehicle}`}
      </span>
    </p>
  );
}

function DeliveryAddress({ order }: { order: BoardOrder }) {
  if (!order.deliveryInfo) return null;
  return (
    <p className={styles.meta}>
      <MapPin />
      <span className="min-width-0 soft break-anywhere">
        {[order.deliveryInfo.address, leaveAtDoorText(order)].filter(Boolean).join('. ')}
      </span>
    </p>
  );
}

function TicketFooter({ order, isNext, isBusy, onStep, onCancel, onConfirm }: TicketProps) {
  const step = nextTicketStep(order.status);
  const mustConfirm = step?.to === 'ready' && order.awaitsAllergyCheck;
  return (
    <footer className="row gap-10">
      {mustConfirm && <ConfirmAllergiesButton order={order} onConfirm={onConfirm} />}
      {step && !mustConfirm && (
        <Button
          look={isNext ? 'solid' : 'plain'}
          className={classNames('grow', !isNext && styles.later)}
          busy={isBusy}
          onClick={() => onStep(order)}
        >
          {step.label}
        </Button>
      )}
      {order.canCancel && order.status !== 'ready' && (
        <Button look="ghost" onClick={() => onCancel(order)}>
          {say`Cancel`}
        </Button>
      )}
    </footer>
  );
}

function PayButton({ order, isBusy, onPay }: TicketProps) {
  if (!showsPaymentButton(order)) return null;
  const collects = paymentLook(order) === 'unpaid';
  return (
    <Button
      look="line"
      className={collects ? 'full-width' : undefined}
      busy={isBusy}
      aria-label={collects ? undefined : say`Record payment of ${orderAmount(order)}`}
      onClick={() => onPay(order)}
    >
      {collects ? COLLECT_CASH : say`Record`}
    </Button>
  );
}

/** A completed order in one row. */
export const DoneRow = memo(function DoneRow({ order, onOpen }: Pick<TicketProps, 'order' | 'onOpen'>) {
  return (
    <article
      className={`row flex-wrap gap-10 round-control quiet text-sm icon-18 ${styles.done}`}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the arrow keys move here
      tabIndex={0}
      data-ticket={order.id}
    >
      <CodeButton order={order} onOpen={onOpen} />
      <TypeIcon type={order.orderType} />
      <span className={`min-width-0 clip nowrap ${styles.name}`}>{order.customerInfo.name}</span>
      {deliveryAlert(order) && <b className="danger">{say`Not delivered`}</b>}
      {isCompletedUnpaid(order) && <b className="nowrap">{say`${orderAmount(order)} unpaid`}</b>}
      <time className="hint digits nowrap" dateTime={order.completedTime ?? order.updatedAt}>
        {formatTime(order.completedTime ?? order.updatedAt, 'time', order.locationInfo.timeZone)}
      </time>
    </article>
  );
});
