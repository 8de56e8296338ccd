import { useState } from 'react';
import { Eye } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { previewOf, templateDataOf, type MailDraft } from './draft.ts';
import styles from '../messages.module.css';
import { composeTexts } from './texts.ts';
import { Segmented } from '../../../ui/choices.tsx';
import { emailNotices } from '@tiffin/domain/errors';
import { wordsFor } from '../../../shared/errors/words.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Loading, Skeleton } from '../../../ui/skeleton.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { usePreview } from './use-mail.ts';

/** The first words as the first of them reads it, and the whole mail on demand. */
export function MailPreview({ draft, customerName }: { draft: MailDraft; customerName: string | null }) {
  const [whole, setWhole] = useState(false);
  const { subject, text } = previewOf(draft, customerName);
  const empty = subject.trim() === '' && text.trim() === '';
  return (
    <section
      className={`grid gap-12 content-start items-start round-md quiet break-anywhere ${styles.preview}`}
      aria-label={composeTexts.preview}
    >
      <p className="hint">{composeTexts.preview}</p>
      {empty ? (
        <p className="hint">{composeTexts.previewEmpty}</p>
      ) : (
        <>
          <p className="weight-640 leading-125 text-lg">{subject}</p>
          {draft.imageUrl && <img className="round-sm" src={draft.imageUrl} alt="" />}
          <p className={styles.previewText}>{text}</p>
        </>
      )}
      <Button look="ghost" size="sm" onClick={() => setWhole(true)}>
        <Eye aria-hidden="true" />
        {composeTexts.whole}
      </Button>
      {whole && (
        <WholeMail
          mail={{ templateId: draft.templateId, templateData: { ...templateDataOf(draft), customerName } }}
          onClose={() => setWhole(false)}
        />
      )}
    </section>
  );
}

/** A mail in a room of its own: nothing in it runs, and nothing in it reaches us. */
export function MailFrame({ title, html, text }: { title: string; html: string | null; text: string }) {
  const [view, setView] = useState<'html' | 'text'>(html === null ? 'text' : 'html');
  return (
    <div className="stack gap-12 items-start">
      {html !== null && (
        <Segmented
          legend={composeTexts.preview}
          legendHidden
          options={[
            { value: 'html' as const, label: composeTexts.html },
            { value: 'text' as const, label: composeTexts.plain },
          ]}
          value={view}
          onValue={setView}
        />
      )}
      {view === 'html' && html !== null ? (
        <iframe title={title} sandbox="" srcDoc={html} className={`full-width round-md ${styles.mail}`} />
      ) : (
        // A text that scrolls must be reachable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <pre className={`full-width round-md quiet text-sm break-anywhere ${styles.text}`} tabIndex={0}>
          {text}
        </pre>
      )}
    </div>
  );
}

type PreviewInput = Parameters<typeof usePreview>[0];

/** A mail that is not sent yet, written by the server as it will arrive. */
export function WholeMail({ mail, onClose }: { mail: NonNullable<PreviewInput>; onClose: () => void }) {
  const { data, isError, error } = usePreview(mail);
  return (
    <Dialog open size="lg" onClose={onClose} title={data?.subject || composeTexts.wholeTitle}>
      {isError && <ErrorState title={emailNotices.previewFailed} text={wordsFor(error)} level={3} />}
      {!data && !isError && (
        <Loading label={composeTexts.preview}>
          <Skeleton height={420} />
        </Loading>
      )}
      {data && <MailFrame title={data.subject} html={data.html} text={data.text} />}
    </Dialog>
  );
}
