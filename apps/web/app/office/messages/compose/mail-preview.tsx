import { useState } from 'react';
import { Eye } from 'lucide-react';
import { say } from '@tiffin/domain/core';
import { Button } from '../../../ui/button.tsx';
import { useQuery } from '@tanstack/react-query';
import { mailOf, previewOf, type MailDraft } from './draft.ts';
import styles from '../messages.module.css';
import { Segmented, optionsOf } from '../../../ui/choices.tsx';
import type { Body } from '../../../shared/api/api.ts';
import { apiQuery } from '../../../shared/api/queries.ts';
import { Loaded } from '../../../shared/page/loaded.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { MAIL } from './use-mail.ts';

interface MailPreviewProps extends Pick<Body<'previewEmail'>, 'to'> {
  draft: MailDraft;
  customerName: string | null;
}

/** The start of the mail as the first recipient gets it, and the whole mail on request. */
export function MailPreview({ draft, customerName, to }: MailPreviewProps) {
  const [isOpen, setOpen] = useState(false);
  const { subject, text } = previewOf(draft, customerName);
  const isEmpty = subject.trim() === '' && text.trim() === '';
  return (
    <section
      className={`grid gap-12 content-start items-start round-md quiet break-anywhere ${styles.preview}`}
      aria-label={say`Preview`}
    >
      <p className="hint">{say`Preview`}</p>
      {isEmpty ? (
        <p className="hint">{say`What you write appears here.`}</p>
      ) : (
        <>
          <p className="weight-640 leading-125 text-lg">{subject}</p>
          {draft.imageUrl && <img className="round-sm" src={draft.imageUrl} alt="" />}
          <p className={styles.previewText}>{text}</p>
        </>
      )}
      <Button look="ghost" size="sm" onClick={() => setOpen(true)}>
        <Eye />
        {say`Show the whole email`}
      </Button>
      {isOpen && (
        <MailPreviewDialog
          templateId={draft.templateId}
          templateData={{ ...mailOf(draft).templateData, customerName }}
          to={to}
          onClose={() => setOpen(false)}
        />
      )}
    </section>
  );
}

/** Shows a mail in a sandboxed frame: its scripts do not run and it cannot access the page. */
export function MailFrame({ title, html, text }: { title: string; html: string | null; text: string }) {
  const [view, setView] = useState<'html' | 'text'>(html === null ? 'text' : 'html');
  return (
    <div className="stack gap-12 items-start">
      {html !== null && (
        <Segmented
          legend={say`Preview`}
          legendHidden
          options={optionsOf({ html: say`Mail`, text: say`Text` })}
          value={view}
          onValue={setView}
        />
      )}
      {view === 'html' && html !== null ? (
        <iframe title={title} sandbox="" srcDoc={html} className={`full-width round-md ${styles.mail}`} />
      ) : (
        // A scrollable text must be focusable for keyboard users.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <pre className={`full-width round-md quiet text-sm break-anywhere ${styles.text}`} tabIndex={0}>
          {text}
        </pre>
      )}
    </div>
  );
}

/** An unsent mail, rendered by the server as it will arrive. */
export function MailPreviewDialog({ onClose, ...mail }: Body<'previewEmail'> & { onClose: () => void }) {
  const query = useQuery(apiQuery([MAIL, 'preview', mail], 'previewEmail', { body: mail }));
  return (
    <Dialog size="lg" onClose={onClose} title={query.data?.subject || say`As it arrives`}>
      <Loaded query={query} failed={say`Failed to preview email`} level={3}>
        {({ subject, html, text }) => <MailFrame title={subject} html={html} text={text} />}
      </Loaded>
    </Dialog>
  );
}
