import { addCents } from '@tiffin/domain/core';
import { centsOf, formatMoney } from '../../ui/format.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { codeOf, type BoardOrder } from './board-orders.ts';
import { texts } from './texts.ts';

const words = texts.owing;

/** Asked once before an order leaves the house unpaid; whoever knows better goes on. */
export function OwingDialog({
  orders,
  onGoOn,
  onCancel,
}: {
  orders: readonly BoardOrder[];
  onGoOn: () => void;
  onCancel: () => void;
}) {
  const [first, ...others] = orders;
  if (!first) return null;
  return (
    <ConfirmDialog
      open
      title={words.title(formatMoney(addCents(...orders.map((order) => centsOf(order.pricing.total)))))}
      description={
        others.length === 0
          ? words.text(codeOf(first.orderId), first.customerInfo.name)
          : words.several(orders.map(({ orderId }) => codeOf(orderId)).join(', '))
      }
      confirmLabel={words.goOn}
      cancelLabel={words.notYet}
      onConfirm={onGoOn}
      onCancel={onCancel}
    />
  );
}
