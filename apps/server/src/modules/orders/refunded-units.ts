import { refundStateOfLine } from '@tiffin/domain/payment';
import { partsOfLine } from '@tiffin/domain/pricing';
import type { OrderItemRow, OrderRow } from '../../platform/db/order-row.ts';
import { refundedLinesOf } from '../ledger/ledger.ts';

/** How many units of a line were refunded and need not be cooked. Failed refunds do not count. */
export function refundedQuantity({ given_back: refundedLines }: Pick<OrderRow, 'given_back'>, item: OrderItemRow) {
  return refundedLines ? unrefundedOfItem(item, refundedLines).back : 0;
}

/** Whether any unit of a line, or a part of it, was refunded. */
export function hasRefundedUnits({ given_back: refundedLines }: Pick<OrderRow, 'given_back'>, item: OrderItemRow) {
  return unrefundedOfItem(item, refundedLines ?? []).whole < item.quantity;
}

/** What refunds have left of a line and of the parts of a combo. */
export function unrefundedOfItem(item: OrderItemRow, refunds: Parameters<typeof refundedLinesOf>[0]) {
  return refundStateOfLine(
    { quantity: item.quantity, parts: partsOfLine({ choices: item.options }).length },
    refundedLinesOf(refunds)
      .filter((each) => each.line === item.line)
      // Stored part numbers start at 1.
      .map(({ quantity, part }) => ({ quantity, part: part && part - 1 })),
  );
}
