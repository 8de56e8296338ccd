import { useState } from 'react';
import { Segmented } from '../../../ui/choices.tsx';
import styles from './mail-frame.module.css';
import { composeTexts } from './texts.ts';

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
        <pre className={`full-width round-md quiet break-anywhere ${styles.text}`} tabIndex={0}>
          {text}
        </pre>
      )}
    </div>
  );
}
