import type { RefundRoute } from '@tiffin/domain/payment';
import { dishListText } from '@tiffin/domain/receipt';
import { say } from '@tiffin/domain/core';
import { centsOf, formatMoney, formatTime } from '../../ui/format.ts';
import type { Answer } from '../api/api.ts';

type Order = Answer<'getCustomerOrders'>['orders'][number];
type Refund = Order['refunds'][number];

/** Each refund of an order: amount, time, way and dishes. */
export function Refunds({ order, className }: { order: Order; className: string }) {
  return order.refunds.map((refund, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- two may be alike, and none goes away
    <span key={index} className={className}>
      {refundText(order, refund)}
    </span>
  ));
}

const WAYS: Readonly<Record<RefundRoute, (giftCard: string) => string>> = {
  card: () => say`to the card`,
  cash: () => say`in cash`,
  'gift-card': (giftCard) => say`to the gift card ${giftCard}`,
  manual: () => say`the way you paid`,
};

/** How a refund went back, and its dishes. Older servers do not name the way. */
export function refundNote({ method, giftCard = '', items }: Refund, order: Pick<Order, 'items'>): string {
  return [method && WAYS[method](giftCard), dishListText(items, order.items)].filter(Boolean).join(', ');
}

function refundText(order: Order, refund: Refund): string {
  const when = refund.at === null ? '' : formatTime(refund.at, 'date-time', order.locationInfo.timeZone);
  const parts = [say`Refunded ${formatMoney(centsOf(refund.amount))}`, when, refundNote(refund, order)];
  return parts.filter(Boolean).join(', ');
}
