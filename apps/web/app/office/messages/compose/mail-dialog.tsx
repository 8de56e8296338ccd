import { useState, type ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { say } from '@tiffin/domain/core';
import { phoneText } from '@tiffin/domain/people';
import type { Answer, Body } from '../../../shared/api/api.ts';
import { apiQuery } from '../../../shared/api/queries.ts';
import { useCall } from '../../../shared/api/use-call.ts';
import { useServerForm } from '../../../shared/page/use-record-form.ts';
import type { Problems } from '../../../ui/form.ts';
import { EditDialog } from '../../../ui/form-fields.tsx';
import { toast } from '../../../ui/toasts.ts';
import type { OpenForm } from '../../../ui/use-form.ts';
import styles from '../messages.module.css';
import { mailForm, mailOf, type MailDraft, type MailFields } from './draft.ts';
import { MailInputs } from './mail-inputs.tsx';
import { MailPreview } from './mail-preview.tsx';
import { SendingView } from './mailing-progress.tsx';
import { MAIL, type Mailing } from './use-mail.ts';

export type MailToSend = ReturnType<typeof mailOf>;

interface MailDialogProps {
  title: string;
  description?: string;
  /** The button, once it is known how many people get the mail. */
  save: (recipients: number | null) => string;
  /** The title of a refusal. */
  failed: string;
  /** The first recipient, for the preview. */
  customerName: string | null;
  to: Body<'startMailing'>['to'];
  /** Sends it to one address instead of `to`. */
  sendOne?: ((address: string, mail: MailToSend) => Promise<Answer<'sendEmail'>>) | false;
  check: (draft: MailDraft) => Partial<Problems>;
  onClose: () => void;
  /** Shown above the fields. */
  children: (form: OpenForm<MailFields>) => ReactNode;
}

export function MailDialog({ customerName, to, sendOne, save, check, onClose, children, ...dialog }: MailDialogProps) {
  const [started, setStarted] = useState<Mailing | null>(null);
  const start = useCall('startMailing', {
    changes: [[MAIL, 'mailings']],
    onDone: ({ mailing }) => setStarted(mailing),
  });
  const chosenCount = sendOne ? 1 : 'userIds' in to ? to.userIds.length : null;
  const isForSeveral = chosenCount === null || chosenCount > 1;
  const isService = !sendOne && 'day' in to;
  const form = useServerForm(mailForm, {
    check,
    save: ({ values }) =>
      sendOne ? sendOne(values.address, mailOf(values)) : start.sendOrThrow({ ...mailOf(values), to }),
    onWrong() {
      const { subject, message } = mailForm.problemsOf(form.draft);
      if (subject || message) toast.error(say`Subject and message are required`);
    },
  });
  const { templateId, isAboutOwnOrders } = form.draft;
  const body = { templateId, templateData: { isAboutOwnOrders }, to };
  const preview = useQuery({
    ...apiQuery([MAIL, 'recipients', body], 'previewEmail', { body }),
    enabled: isForSeveral,
  });
  const recipients = isForSeveral ? (preview.data?.recipients ?? null) : chosenCount;
  const unreachable = preview.data?.withoutEmail?.map(({ name, phone }) => `${name} ${phoneText(phone)}`).join(', ');
  if (started) return <SendingView mailing={started} onClose={onClose} />;
  return (
    <EditDialog
      form={form}
      save={save(recipients)}
      className={`stack gap-20 ${styles.form}`}
      onClose={onClose}
      {...dialog}
    >
      <div className="stack gap-16 content-start">
        {children(form)}
        <MailInputs form={form} isForSeveral={isForSeveral} isService={isService} />
        {isService && unreachable && <p className="danger">{say`No email address, please call: ${unreachable}`}</p>}
        {recipients === 0 && isForSeveral && (
          <p className="danger">
            {isService
              ? say`Nobody with an email address has a booking or a planned order on this day.`
              : say`None of them agreed to receive offers.`}
          </p>
        )}
      </div>
      <MailPreview draft={form.draft} customerName={customerName} to={isForSeveral ? to : undefined} />
    </EditDialog>
  );
}
