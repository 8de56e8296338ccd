import { useId } from 'react';
import { MAX_LINE_NOTE_LENGTH } from '@tiffin/domain/options';
import { say } from '@tiffin/domain/core';
import { Textarea } from '../../ui/inputs.tsx';
import styles from './option-groups.module.css';

/** The remaining characters are announced to screen readers only below this number. */
const FEW_CHARACTERS = 20;

export function LineNote({ value, onValue }: { value: string; onValue: (note: string) => void }) {
  const id = useId();
  const left = MAX_LINE_NOTE_LENGTH - value.length;
  return (
    <div className="stack gap-6">
      <div className="flex align-baseline between gap-16">
        <label htmlFor={id} className="text-md weight-650">
          {say`Note to the kitchen`}
        </label>
        <span className="hint">{say`Optional`}</span>
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
        <span id={`${id}-hint`}>{say`For small requests. Extra dishes can’t be added here.`}</span>
        <span className="nowrap digits" aria-hidden="true">
          {say`${left} left`}
        </span>
        <span className="sr-only" role="status">
          {left === 0 || left === FEW_CHARACTERS
            ? left === 0
              ? say`No characters left`
              : say`${left} characters left`
            : ''}
        </span>
      </div>
    </div>
  );
}
