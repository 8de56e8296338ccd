import { cashDue } from '@tiffin/domain/pricing';
import { centsOf, formatMoney } from '../../ui/format.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { codeOf, paymentLook, type BoardOrder } from './board-orders.ts';
import { texts } from './texts.ts';

/** The money is counted before the order is paid; cash is due in coins. */
export function PayDialog({
  order,
  onPay,
  onCancel,
}: {
  order: BoardOrder;
  onPay: () => Promise<void>;
  onCancel: () => void;
}) {
  const total = centsOf(order.pricing.total);
  const { due, rounding } = cashDue(total);
  const isCash = paymentLook(order) === 'unpaid';
  return (
    <ConfirmDialog
      open
      title={texts.collectTitle(formatMoney(isCash ? due : total))}
      description={[
        texts.collectText(codeOf(order.orderId), order.customerInfo.name),
        isCash && rounding !== 0 && texts.collectRounded(formatMoney(total)),
      ]
        .filter(Boolean)
        .join(' ')}
      confirmLabel={texts.collected}
      cancelLabel={texts.notYet}
      onConfirm={onPay}
      onCancel={onCancel}
    />
  );
}
