import { useState } from 'react';
import { say } from '@tiffin/domain/core';
import { callOf, useAction } from '../../shared/api/use-action.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Textarea } from '../../ui/inputs.tsx';
import type { Order } from './use-order.ts';
import { refundStep } from './next-step-note.tsx';

interface CancelDialogProps {
  order: Order;
  token?: string;
  onClose: () => void;
  /** The current order; null when it could not be cancelled. */
  onSettled: (order: Order | null) => void;
}

/** Confirms a cancellation and says what happens to the money. For the customer or the holder of the order link. */
export function CancelDialog({ order, token, onClose, onSettled }: CancelDialogProps) {
  const [reason, setReason] = useState('');

  const cancel = useAction(callOf('cancelCustomerOrder'), {
    doneText: () => say`Your order was cancelled.`,
    failed: say`Your order was not cancelled`,
  });

  return (
    <ConfirmDialog
      title={say`Cancel this order?`}
      description={[
        say`Order ${order.orderId} will not be prepared. This cannot be undone.`,
        ...refundStep(order),
      ].join(' ')}
      confirmLabel={say`Cancel order`}
      cancelLabel={say`Keep it`}
      look="danger-solid"
      onCancel={onClose}
      onConfirm={async () => {
        const answer = await cancel.send({ orderId: order.orderId, reason, token });
        onSettled(answer && answer.order);
        onClose();
      }}
    >
      <Field label={say`Reason`} optional>
        <Textarea maxLength={500} value={reason} onChange={(event) => setReason(event.target.value)} />
      </Field>
    </ConfirmDialog>
  );
}
