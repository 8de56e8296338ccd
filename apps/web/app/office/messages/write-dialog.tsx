import { useState, type FormEvent } from 'react';
import { Send } from 'lucide-react';
import { emailNotices, userNotices } from '@tiffin/domain/errors';
import { looksLikeEmail } from '@tiffin/domain/people';
import { say } from '@tiffin/domain/core';
import { ApiError } from '../../shared/api/api-error.ts';
import { newKey } from '../../shared/api/new-key.ts';
import { errorTextOrServerMessage } from '../../shared/errors/error-text.ts';
import { Button } from '../../ui/button.tsx';
import { Segmented } from '../../ui/choices.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { TextInput } from '../../ui/inputs.tsx';
import { toast } from '../../ui/toasts.ts';
import styles from './messages.module.css';
import { emptyDraft, hasTypedText, problemsOf, templateDataOf, type MailDraft } from './compose/draft.ts';
import { MailFields } from './compose/mail-fields.tsx';
import { MailPreview } from './compose/mail-preview.tsx';
import { SendingView } from './compose/mailing-progress.tsx';
import { useSendEmail, useStartMailing, type Mailing } from './compose/use-mail.ts';

type To = 'one' | 'customers';

/** Writes a mail to one address or to all active customers. */
export function WriteMailDialog({ onClose }: { onClose: () => void }) {
  const [to, setTo] = useState<To>('one');
  const [address, setAddress] = useState('');
  const [draft, setDraft] = useState<MailDraft>(() => emptyDraft());
  const [checked, setChecked] = useState(false);
  const [key, setKey] = useState(newKey);
  const [started, setStarted] = useState<Mailing | null>(null);
  const send = useSendEmail();
  const start = useStartMailing();
  const problems = checked ? problemsOf(draft, 1) : {};
  const addressProblem = to === 'one' && !looksLikeEmail(address.trim()) ? say`Invalid email format` : null;

  async function submit(event: FormEvent) {
    event.preventDefault();
    setChecked(true);
    const found = problemsOf(draft, 1);
    if (found.subject || found.message) toast.error(userNotices.mailIncomplete);
    if (addressProblem || Object.keys(found).length > 0) return;
    const mail = { templateId: draft.templateId, templateData: templateDataOf(draft) };
    try {
      if (to === 'one') {
        const { status } = await send.mutateAsync({
          key,
          body: { to: address.trim(), ...mail, metadata: { source: 'messages' } },
        });
        showOutcome(status, address.trim());
        onClose();
      } else {
        const filter = { role: 'customer', status: 'active' } as const;
        setStarted((await start.mutateAsync({ key, body: { ...mail, to: { filter } } })).mailing);
      }
    } catch (error) {
      const words = to === 'one' ? emailNotices.sendFailed : emailNotices.bulkFailed;
      toast.error(words, { description: errorTextOrServerMessage(error, [400, 429]) });
      // A new key for the next attempt, because the server has decided about this one.
      if (error instanceof ApiError && error.status !== 0) setKey(newKey());
    }
  }

  if (started) return <SendingView mailing={started} onClose={onClose} />;
  return (
    <Dialog
      open
      size="lg"
      onClose={onClose}
      unsaved={hasTypedText(draft)}
      title={say`Write`}
      footer={
        <>
          <Button look="quiet" size="lg" className={styles.cancel} onClick={onClose}>
            {say`Cancel`}
          </Button>
          <Button type="submit" form="write" size="lg" busy={send.isPending || start.isPending}>
            <Send aria-hidden="true" />
            {to === 'one' ? say`Send` : say`Send to all active customers`}
          </Button>
        </>
      }
    >
      <form id="write" noValidate className={`stack gap-20 ${styles.form}`} onSubmit={(event) => void submit(event)}>
        <div className="stack gap-16 content-start">
          <ToFields
            to={to}
            onTo={setTo}
            address={address}
            onAddress={setAddress}
            problem={checked ? addressProblem : null}
          />
          <MailFields draft={draft} problems={problems} onDraft={setDraft} />
        </div>
        <MailPreview draft={draft} customerName={null} />
      </form>
    </Dialog>
  );
}

function ToFields({
  to,
  onTo,
  address,
  onAddress,
  problem,
}: {
  to: To;
  onTo: (to: To) => void;
  address: string;
  onAddress: (address: string) => void;
  problem: string | null;
}) {
  return (
    <>
      <Segmented<To>
        legend={say`To`}
        options={[
          { value: 'one', label: say`One address` },
          { value: 'customers', label: say`All active customers` },
        ]}
        value={to}
        onValue={onTo}
      />
      {to === 'one' && (
        <Field label={say`Email address`} error={problem} required>
          <TextInput
            type="email"
            value={address}
            maxLength={100}
            autoComplete="off"
            onChange={(event) => onAddress(event.target.value)}
          />
        </Field>
      )}
    </>
  );
}

function showOutcome(status: string, address: string): void {
  if (status === 'sent') toast.success(say`Email sent to ${address}`);
  else if (status === 'outbox') toast.info(say`1 email waits in the outbox`);
  else toast.info(say`The mail server is busy. The email to ${address} will be tried again soon`);
}
