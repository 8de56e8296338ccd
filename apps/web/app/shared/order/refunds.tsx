import { dishListText } from '@tiffin/domain/receipt';
import { say } from '@tiffin/domain/core';
import { centsOf, formatMoney, formatTime } from '../../ui/format.ts';
import type { Answer } from '../api/api.ts';

type Order = Answer<'getCustomerOrders'>['orders'][number];

export function Refunds({ order, className }: { order: Order; className: string }) {
  return order.refunds.map((refund, place) => (
    // oxlint-disable-next-line react/no-array-index-key -- two may be alike, and none goes away
    <span key={place} className={className}>
      {refundText(order, refund)}
    </span>
  ));
}

function refundText({ items, locationInfo }: Order, refund: Order['refunds'][number]): string {
  const when = refund.at === null ? '' : formatTime(refund.at, 'date-time', locationInfo.timeZone);
  const parts = [say`Refunded ${formatMoney(centsOf(refund.amount))}`, when, dishListText(refund.items, items)];
  return parts.filter(Boolean).join(', ');
}
