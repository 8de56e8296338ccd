import { useState } from 'react';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Textarea } from '../../ui/inputs.tsx';

import { texts } from './texts.ts';

export function CancelDialog({
  order,
  onClose,
  onConfirm,
}: {
  order: { readonly orderId: string };
  onClose: () => void;
  onConfirm: (reason: string) => Promise<void>;
}) {
  const [reason, setReason] = useState('');
  return (
    <ConfirmDialog
      open
      title={texts.cancelTitle}
      description={texts.cancelText(order.orderId)}
      confirmLabel={texts.cancelYes}
      cancelLabel={texts.cancelNo}
      look="danger-solid"
      onCancel={onClose}
      onConfirm={() => onConfirm(reason)}
    >
      <Field label={texts.reason} optional>
        <Textarea maxLength={500} value={reason} onChange={(event) => setReason(event.target.value)} />
      </Field>
    </ConfirmDialog>
  );
}
