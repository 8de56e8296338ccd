import { useState } from 'react';
import { Eye } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { previewOf, templateDataOf, type MailDraft } from './draft.ts';
import styles from './mail-preview.module.css';
import { composeTexts } from './texts.ts';
import { WholeMail } from './whole-mail.tsx';

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
      <p className={styles.label}>{composeTexts.preview}</p>
      {empty ? (
        <p className={styles.empty}>{composeTexts.previewEmpty}</p>
      ) : (
        <>
          <p className="weight-640 leading-125 text-lg">{subject}</p>
          {draft.imageUrl && <img src={draft.imageUrl} alt="" />}
          <p className={styles.text}>{text}</p>
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
