import { useState } from 'react';
import { emailNotices } from '@tiffin/domain/errors';
import { looksLikeEmail } from '@tiffin/domain/people';
import { say } from '@tiffin/domain/core';
import { useCall } from '../../shared/api/use-call.ts';
import { Segmented } from '../../ui/choices.tsx';
import { TextField } from '../../ui/form-fields.tsx';
import { toast } from '../../ui/toasts.ts';
import { MailDialog } from './compose/mail-dialog.tsx';
import { MAIL } from './compose/use-mail.ts';

/** Writes a mail to one address or to all active customers. */
export function WriteMailDialog({ onClose }: { onClose: () => void }) {
  const [to, setTo] = useState<'one' | 'customers'>('one');
  const isOne = to === 'one';
  const send = useCall('sendEmail', {
    changes: [[MAIL, 'messages']],
    onDone({ status }, body) {
      showOutcome(status, body.to);
      onClose();
    },
  });
  return (
    <MailDialog
      title={say`Write`}
      save={isOne ? say`Send` : say`Send to all active customers`}
      failed={isOne ? emailNotices.sendFailed : emailNotices.bulkFailed}
      customerName={null}
      to={{ filter: { role: 'customer', status: 'active' } }}
      sendOne={
        isOne && ((address, mail) => send.sendOrThrow({ to: address, ...mail, metadata: { source: 'messages' } }))
      }
      check={({ address }) => (isOne && !looksLikeEmail(address.trim()) ? { address: say`Invalid email format` } : {})}
      onClose={onClose}
    >
      {({ at }) => (
        <>
          <Segmented
            legend={say`To`}
            options={[
              { value: 'one', label: say`One address` },
              { value: 'customers', label: say`All active customers` },
            ]}
            value={to}
            onValue={setTo}
          />
          {isOne && <TextField {...at('address')} />}
        </>
      )}
    </MailDialog>
  );
}

function showOutcome(status: string, address: string): void {
  if (status === 'sent') toast.success(say`Email sent to ${address}`);
  else if (status === 'outbox') toast.info(say`1 email waits in the outbox`);
  else toast.info(say`The mail server is busy. The email to ${address} will be tried again soon`);
}
