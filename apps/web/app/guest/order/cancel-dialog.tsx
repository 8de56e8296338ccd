import { useState } from 'react';
import { api } from '../../shared/api/api.ts';
import { errorText } from '../../shared/errors/error-text.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Textarea } from '../../ui/inputs.tsx';
import { toast } from '../../ui/toasts.ts';
import { texts } from './texts.ts';
import type { Order } from './use-order.ts';
import { refundStep } from './next-step-note.tsx';

/** Confirms a cancellation and says what happens to the money. For the customer or the holder of the order link. */
export function CancelDialog({
  order,
  token,
  onClose,
  onSettled,
}: {
  order: Order;
  token?: string;
  onClose: () => void;
  /** The current order; null when it could not be cancelled. */
  onSettled: (order: Order | null) => void;
}) {
  const [reason, setReason] = useState('');

  async function cancel() {
    let cancelled: Order | null = null;
    try {
      cancelled = (await api('cancelCustomerOrder', { body: { orderId: order.orderId, reason, token } })).order;
      toast.success(texts.cancelled);
    } catch (error) {
      toast.error(errorText(error));
    }
    onSettled(cancelled);
    onClose();
  }

  return (
    <ConfirmDialog
      open
      title={texts.cancelTitle}
      description={[texts.cancelText(order.orderId), ...refundStep(order)].join(' ')}
      confirmLabel={texts.cancelYes}
      cancelLabel={texts.cancelNo}
      look="danger-solid"
      onCancel={onClose}
      onConfirm={cancel}
    >
      <Field label={texts.reason} optional>
        <Textarea maxLength={500} value={reason} onChange={(event) => setReason(event.target.value)} />
      </Field>
    </ConfirmDialog>
  );
}
