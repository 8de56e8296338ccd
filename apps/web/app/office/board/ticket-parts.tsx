import { tenderLabel, refundRouteOf } from '@tiffin/domain/payment';
import { memo, type ReactNode } from 'react';
import {
  AlarmClock,
  Banknote,
  Check,
  ChevronsUp,
  ChevronUp,
  CloudOff,
  CircleAlert,
  OctagonAlert,
  Pencil,
  RotateCcw,
  StickyNote,
  Wallet,
  type LucideIcon,
} from 'lucide-react';
import { entryOf, humaniseCode, say } from '@tiffin/domain/core';
import {
  allergiesOf,
  allergyTexts,
  groupBySeat,
  mentionsAllergy,
  lineChangeText,
  lineTexts,
  missingTableText,
  orderTypeLabel,
  portionsToCook,
  servedAtText,
  type TicketClock,
  type Urgency,
} from '@tiffin/domain/order';
import { takenOfflineText } from '@tiffin/domain/printing';
import { CheckMark } from './allergy-check.tsx';
import { AllergyBand } from '../../shared/allergies/allergy-band.tsx';
import { centsOf, formatMoney, formatTime } from '../../ui/format.ts';
import { classNames } from '../../ui/class-names.ts';
import { orderCode, paymentLook, type BoardOrder, type PaymentLook } from './board-orders.ts';
import styles from './board.module.css';
import { texts } from './texts.ts';
import type { TicketTime } from './ticket-time.ts';

const PAID_LABELS = { card: say`paid by card`, cash: say`paid in cash`, 'gift-card': say`paid`, manual: say`paid` };

const PAY_LABELS = { unpaid: say`unpaid`, pending: say`pending`, failed: say`payment failed`, refunded: say`refunded` };

/** Returns for example 'Pickup', 'Delivery', 'Table 4', and the name of a tab. */
export function orderTypeText(order: BoardOrder): string {
  const { tableInfo, orderType, wantedFor, locationInfo } = order;
  const servedAt = servedAtText(order);
  return [
    servedAt ?? orderTypeLabel(orderType),
    ...(tableInfo && servedAt === null ? [missingTableText(order).toLowerCase()] : []),
    ...(wantedFor ? [say`for ${formatTime(wantedFor, 'time', locationInfo.timeZone)}`] : []),
  ].join(', ');
}

export function UrgencyMark({ urgency }: { urgency: Urgency }) {
  if (urgency === 'normal') return null;
  const Icon = urgency === 'high' ? ChevronsUp : ChevronUp;
  return (
    <span className={`inline-row hint weight-600 icon-18 ${styles.urgency}`} title={texts.urgencyTitle[urgency]}>
      <Icon className="ink" />
      {/* Without a label, 'Medium' next to a dish would be read as its heat level. */}
      {urgency === 'high' ? say`Large order` : <span className="sr-only">{texts.urgencyTitle.medium}</span>}
    </span>
  );
}

export function LatenessIcon({ lateness }: { lateness: TicketClock['lateness'] }) {
  if (lateness === 'normal') return null;
  return lateness === 'late' ? <OctagonAlert /> : <AlarmClock />;
}

const FLAME = 'M12 3q1 4 4 6.5t3 5.5a1 1 0 0 1-14 0 5 5 0 0 1 1-3 1 1 0 0 0 5 0c0-2-1.5-3-1.5-5q0-2 2.5-4';

/** One to three flames with the word. Hot is shown inverted, never in red. */
export function HeatMark({ level, name }: { level: number; name: string }) {
  if (name === '') return null;
  const shown = Math.min(3, Math.max(1, level));
  return (
    <span
      className={classNames(
        'inline-row text-xs weight-600 nowrap',
        styles.spice,
        shown === 3 && `pill inverted ${styles.hot}`,
        shown === 1 && 'soft',
      )}
      title={say`Spice ${shown} of 3`}
    >
      {/* One image instead of three, because a full board has a thousand flames. */}
      <svg className={styles.flames} viewBox="0 0 72 24" aria-hidden="true">
        {[1, 2, 3].map((flame) => (
          <path
            key={flame}
            className={classNames(flame <= shown && styles.lit)}
            d={FLAME}
            transform={`translate(${24 * (flame - 1)})`}
          />
        ))}
      </svg>
      {name}
    </span>
  );
}

/** The dishes of a ticket by seat. Refunded ones are struck through, and finished ones until the order is handed over. */
export const TicketItems = memo(function TicketItems({ order }: { order: BoardOrder }) {
  return groupBySeat(order.items).map(({ name, lines }) => (
    <ul key={name} className={`grid gap-4 text-sm ${styles.items}`} aria-label={name || undefined}>
      {name !== '' && (
        <li className="weight-640" aria-hidden="true">
          {name}
        </li>
      )}
      {lines.map((item) => (
        <li
          key={item.line}
          className={classNames(
            'grid gap-8 align-baseline',
            (portionsToCook(item) === 0 || (item.doneAt !== null && order.status !== 'completed')) &&
              'soft line-through',
          )}
        >
          <b className="digits text-right">{portionsToCook(item) || item.quantity}</b>
          <span className="min-width-0 break-anywhere">
            {item.name} <ItemOptions item={item} />
            <RefundedQuantity item={item} />
          </span>
          <HeatMark level={item.selectedSpiceLevel} name={item.spiceLevelName} />
          <CheckMark order={order} item={item} />
        </li>
      ))}
    </ul>
  ));
});

/** How a line differs from the standard dish, and its note. Removed ingredients are inverted. */
export function ItemOptions({ item }: { item: BoardOrder['items'][number] }) {
  const allergies = item.allergies ? [say`Allergy: ${allergyTexts(item.allergies)}`] : [];
  const lineNotes = [...allergies, ...lineTexts(item, 'kitchen')];
  const isInverted = (text: string) => allergies.includes(text) || text.startsWith('−') || mentionsAllergy(text);
  if (lineNotes.length === 0) return null;
  return (
    <span className={`flex flex-wrap gap-4 text-xs weight-600 ${styles.wishes}`}>
      {lineNotes.map((text, index) => (
        <span
          // oxlint-disable-next-line react/no-array-index-key -- options of two groups may have the same name
          key={index}
          className={classNames(styles.wish, isInverted(text) && `inverted ${styles.without}`)}
        >
          {text}
        </span>
      ))}
    </span>
  );
}

/** The last change to the dishes of an order that is not cooked yet. */
export function OrderChangeNote({ order }: { order: BoardOrder }) {
  const last = order.changes?.findLast(({ lines }) => lines.length > 0);
  if (!last) return null;
  return (
    <p className={`row gap-8 text-sm icon-18 ${styles.note}`}>
      <Pencil />
      <b>{say`Changed: ${last.lines.map(lineChangeText).join(', ')}`}</b>
    </p>
  );
}

/** The refunded quantity and that it is not to be cooked. */
export function RefundedQuantity({ item }: { item: BoardOrder['items'][number] }) {
  const { refundedQuantity = 0, quantity, isCooked = true } = item;
  if (refundedQuantity === 0) return isCooked ? null : <small className="hint">{say`nothing to make`}</small>;
  // A separate box, so that it is not struck through with its dish.
  return (
    <small className="inline-row hint full-width weight-620">
      {refundedQuantity === quantity ? say`refunded` : say`${refundedQuantity} of ${quantity} refunded`}
    </small>
  );
}

/** The allergies of the order, also those that its notes mention. */
export function AllergyNote({ order }: { order: BoardOrder }) {
  const allergies = allergiesOf(order);
  if (allergies.length === 0) return null;
  return <AllergyBand text={allergies.join('. ')} />;
}

/** That the order was taken offline, and whether the kitchen knows. */
export function TakenOfflineNote({ order }: { order: BoardOrder }) {
  const text = takenOfflineText(order);
  if (text === null) return null;
  return (
    <p className={`row gap-8 text-sm icon-18 ${styles.note}`}>
      <CloudOff />
      <b>{text}</b>
    </p>
  );
}

/** The special instructions, unless they mention an allergy: `AllergyNote` shows those. */
export function OrderNote({ order }: { order: BoardOrder }) {
  const note = order.specialInstructions;
  if (note === '' || mentionsAllergy(note)) return null;
  return (
    <p className={`flex gap-8 quiet text-sm icon-18 ${styles.note}`}>
      <StickyNote />
      <span>{note}</span>
    </p>
  );
}

const PAY_ICONS: Readonly<Partial<Record<string, LucideIcon>>> = {
  paid: Check,
  pending: Wallet,
  unpaid: Banknote,
  failed: CircleAlert,
  refunded: RotateCcw,
} satisfies Record<PaymentLook, LucideIcon>;

/** Returns for example 'paid in cash', 'unpaid'. */
export function paymentText(order: BoardOrder): string {
  const look = paymentLook(order);
  if (look !== 'paid') return entryOf(PAY_LABELS, look) ?? humaniseCode(look);
  const { paidWith } = order;
  return paidWith
    ? say`paid: ${paidWith.map(tenderLabel).join(', ')}`
    : PAID_LABELS[refundRouteOf(order.paymentMethod)];
}

export function PaymentIcon({ order }: { order: BoardOrder }) {
  const look = paymentLook(order);
  const Icon = PAY_ICONS[look] ?? Wallet;
  return <Icon className={classNames(look === 'paid' && 'success', look === 'failed' && 'danger')} />;
}

/** The amount and whether it is paid; of a part-paid order, what is left to pay. */
export function PaymentLine({ order }: { order: BoardOrder }) {
  return (
    <span
      className={classNames(
        'inline-row gap-8 text-sm icon-18',
        styles.payment,
        paymentLook(order) === 'failed' && 'danger',
      )}
    >
      <PaymentIcon order={order} />
      <span>
        <b className="digits">{isPartPaid(order) ? formatMoney(centsOf(order.due)) : orderAmount(order)}</b>{' '}
        {isPartPaid(order) ? say`left of ${orderAmount(order)}` : paymentText(order)}
      </span>
    </span>
  );
}

/** True if part of the order is paid and the rest is due. */
function isPartPaid({ due, paymentStatus, pricing }: BoardOrder): boolean {
  return paymentStatus === 'pending' && due > 0 && due < pricing.total;
}

export function orderAmount(order: BoardOrder): string {
  return formatMoney(centsOf(order.pricing.total));
}

export function CodeButton({ order, onOpen }: { order: BoardOrder; onOpen: (order: BoardOrder) => void }) {
  const code = orderCode(order);
  return (
    <button type="button" className={styles.code} aria-label={say`Details of ${code}`} onClick={() => onOpen(order)}>
      {code}
    </button>
  );
}

interface TicketFrameProps {
  order: BoardOrder;
  timeLabel: TicketTime['label'];
  isPicked: boolean | null;
  className: string;
  children: ReactNode;
}

/** The card of an order on the board, in full or compact. */
export function TicketFrame({ order, timeLabel, isPicked, className, children }: TicketFrameProps) {
  return (
    <article
      className={classNames('relative gap-8 surface shadow-1', className, isPicked === true && 'tinted')}
      // The arrow keys move between tickets.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      data-ticket={order.id}
      aria-label={ticketName(order, timeLabel)}
    >
      {children}
    </article>
  );
}

/** Returns for example 'KQ2MX, Pickup, Asha Rao, due in 5 min'. */
function ticketName(order: BoardOrder, timeLabel: TicketTime['label']): string {
  const parts = [orderCode(order), orderTypeText(order), order.customerInfo.name, timeLabel];
  return parts.filter((part) => part !== null).join(', ');
}
