import { useState, type FormEvent } from 'react';
import { Send } from 'lucide-react';
import { userNotices } from '@tiffin/domain/errors';
import { recipientsShown } from '@tiffin/domain/messages';
import { say } from '@tiffin/domain/core';
import { ApiError } from '../../shared/api/api-error.ts';
import { newKey } from '../../shared/api/new-key.ts';
import { errorTextOrServerMessage } from '../../shared/errors/error-text.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { formatCount } from '../../ui/figures.tsx';
import { toast } from '../../ui/toasts.ts';
import { selectedCount, type Selection } from './selection.ts';
import { emptyDraft, hasTypedText, problemsOf, templateDataOf, type MailDraft } from '../messages/compose/draft.ts';
import { MailFields } from '../messages/compose/mail-fields.tsx';
import { MailPreview } from '../messages/compose/mail-preview.tsx';
import { SendingView } from '../messages/compose/mailing-progress.tsx';
import styles from '../messages/messages.module.css';
import { useStartMailing, type Mailing } from '../messages/compose/use-mail.ts';

/** Writes, previews and sends one mail to all selected people. */
export function ComposeDialog({ to, onClose }: { to: Selection; onClose: () => void }) {
  const [draft, setDraft] = useState<MailDraft>(() => emptyDraft());
  const [checked, setChecked] = useState(false);
  const [key, setKey] = useState(newKey);
  const [started, setStarted] = useState<Mailing | null>(null);
  const start = useStartMailing();
  const recipients = selectedCount(to);
  const problems = checked ? problemsOf(draft, recipients) : {};

  async function send(event: FormEvent) {
    event.preventDefault();
    setChecked(true);
    const found = problemsOf(draft, recipients);
    if (found.subject || found.message) toast.error(userNotices.mailIncomplete);
    if (Object.keys(found).length > 0) return;
    try {
      const { mailing } = await start.mutateAsync({
        key,
        body: { templateId: draft.templateId, templateData: templateDataOf(draft), to: addressees(to) },
      });
      setStarted(mailing);
    } catch (error) {
      toast.error(userNotices.mailFailed, { description: errorTextOrServerMessage(error, [400, 429]) });
      // A new key for the next attempt, because the server has decided about this one.
      if (error instanceof ApiError && error.status !== 0) setKey(newKey());
    }
  }

  if (started) {
    return <SendingView mailing={started} onClose={onClose} />;
  }
  return (
    <Dialog
      open
      size="lg"
      onClose={onClose}
      unsaved={hasTypedText(draft)}
      title={recipients === 1 ? say`Email 1 user` : say`Email ${formatCount(recipients)} users`}
      description={namesOf(to)}
      footer={
        <>
          <Button look="quiet" size="lg" className={styles.cancel} onClick={onClose}>
            {say`Cancel`}
          </Button>
          <Button type="submit" form="compose" size="lg" busy={start.isPending}>
            <Send aria-hidden="true" />
            {recipients === 1 ? say`Send to 1 user` : say`Send to ${formatCount(recipients)} users`}
          </Button>
        </>
      }
    >
      <form id="compose" noValidate className={`stack gap-20 ${styles.form}`} onSubmit={(event) => void send(event)}>
        {problems.recipients && (
          <p role="alert" className="all-columns danger weight-500">
            {problems.recipients}
          </p>
        )}
        <MailFields draft={draft} problems={problems} onDraft={setDraft} />
        <MailPreview draft={draft} customerName={firstName(to)} />
      </form>
    </Dialog>
  );
}

function addressees(to: Selection) {
  return to.kind === 'all' ? { filter: to.filter } : { userIds: [...to.people.keys()] };
}

/** 'Asha Menon, Liam MacDonald …, +5 more' */
function namesOf(to: Selection): string {
  if (to.kind === 'all') return say`All ${formatCount(to.total)} that match the filters`;
  const { shown, more } = recipientsShown([...to.people.values()].map((user) => user.displayName));
  return [...shown, ...(more ? [more] : [])].join(', ');
}

function firstName(to: Selection): string | null {
  if (to.kind === 'all') return null;
  return to.people.values().next().value?.displayName ?? null;
}
