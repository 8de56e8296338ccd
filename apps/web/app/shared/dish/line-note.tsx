import { useId } from 'react';
import { MAX_LINE_NOTE_LENGTH } from '@tiffin/domain/options';
import { Textarea } from '../../ui/inputs.tsx';
import { texts } from './option-words.ts';
import styles from './option-groups.module.css';

/** The remaining characters are announced to screen readers only below this number. */
const FEW = 20;

/** A note to the kitchen about this dish. */
export function LineNote({ value, onValue }: { value: string; onValue: (note: string) => void }) {
  const id = useId();
  const left = MAX_LINE_NOTE_LENGTH - value.length;
  return (
    <div className="stack gap-6">
      <div className="flex align-baseline between gap-16">
        <label htmlFor={id} className="text-md weight-650">
          {texts.note}
        </label>
        <span className="hint">{texts.optional}</span>
      </div>
      <Textarea
        id={id}
        rows={2}
        maxLength={MAX_LINE_NOTE_LENGTH}
        aria-describedby={`${id}-hint`}
        className={styles.note}
        value={value}
        onChange={(event) => onValue(event.target.value)}
        // Enter starts a new line; Control+Enter submits.
        onKeyDown={({ key, ctrlKey, metaKey, currentTarget }) => {
          if (key === 'Enter' && (ctrlKey || metaKey)) currentTarget.form?.requestSubmit();
        }}
      />
      <div className="flex between gap-16 hint">
        <span id={`${id}-hint`}>{texts.noteHint}</span>
        <span className="nowrap digits" aria-hidden="true">
          {texts.left(left)}
        </span>
        <span className="sr-only" role="status">
          {left === 0 || left === FEW ? texts.leftSpoken(left) : ''}
        </span>
      </div>
    </div>
  );
}
