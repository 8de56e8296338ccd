import { useState } from 'react';
import { readScreenKey } from '@tiffin/domain/kitchen';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { TextInput } from '../../ui/inputs.tsx';
import styles from './pickup-screen.module.css';
import { texts } from './texts.ts';

/** Connects a television with its key. */
export function KeyForm({ hasEnded, onKey }: { hasEnded: boolean; onKey: (key: string) => void }) {
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string | null>(hasEnded ? texts.endedKey : null);

  function connect() {
    const key = readScreenKey(typed);
    if (key === null) setProblem(texts.wrongKey);
    else onKey(key);
  }

  return (
    <main id="main" className={`stack gap-16 ${styles.form}`}>
      <h1>{texts.title}</h1>
      <form
        noValidate
        className="stack gap-16"
        onSubmit={(event) => {
          event.preventDefault();
          connect();
        }}
      >
        <Field label={texts.key} hint={texts.keyHint} error={problem} required>
          <TextInput
            value={typed}
            maxLength={40}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            placeholder={texts.keyPlaceholder}
            onChange={(event) => {
              setTyped(event.target.value);
              setProblem(null);
            }}
          />
        </Field>
        <Button type="submit" size="lg">
          {texts.connect}
        </Button>
      </form>
    </main>
  );
}
