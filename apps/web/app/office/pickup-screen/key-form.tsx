import { useState } from 'react';
import { readScreenKey } from '@tiffin/domain/kitchen';
import { say } from '@tiffin/domain/core';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { TextInput } from '../../ui/inputs.tsx';
import styles from './pickup-screen.module.css';

/** Connects a television with its key. */
export function KeyForm({ hasEnded, onKey }: { hasEnded: boolean; onKey: (key: string) => void }) {
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string | null>(
    hasEnded ? say`This key does not work any more. Set up the screen again in the office, under Stations.` : null,
  );

  function connect() {
    const key = readScreenKey(typed);
    if (key === null) setProblem(say`A key has the letters TV and 12 more characters.`);
    else onKey(key);
  }

  return (
    <main id="main" className={`stack gap-16 ${styles.form}`}>
      <h1>{say`Pick-up screen`}</h1>
      <form
        noValidate
        className="stack gap-16"
        onSubmit={(event) => {
          event.preventDefault();
          connect();
        }}
      >
        <Field
          label={say`Key of this screen`}
          hint={say`The office shows it once, under Stations. Spaces and dashes do not matter.`}
          error={problem}
          required
        >
          <TextInput
            value={typed}
            maxLength={40}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            placeholder={say`TV-XXXX-XXXX-XXXX`}
            onChange={(event) => {
              setTyped(event.target.value);
              setProblem(null);
            }}
          />
        </Field>
        <Button type="submit" size="lg">
          {say`Connect`}
        </Button>
      </form>
    </main>
  );
}
