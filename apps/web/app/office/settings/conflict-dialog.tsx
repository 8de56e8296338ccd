import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { RadioCards } from '../../ui/choices.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import styles from './conflict-dialog.module.css';
import { differing, LABELS, type Draft, type Field } from './draft.ts';
import { settingsTexts as texts } from './texts.ts';

interface Props {
  mine: Draft;
  /** As it was when we began. */
  read: Draft;
  theirs: Draft;
  /** What the fields shall say that both have changed. */
  onSettle: (fields: Partial<Draft>) => void;
  onClose: () => void;
}

/** Field by field: ours, or what somebody else saved while we wrote. */
export function ConflictDialog({ mine, read, theirs, onSettle, onClose }: Props) {
  const [chosen, setChosen] = useState<Partial<Record<Field, 'mine' | 'theirs'>>>({});
  const touched = new Set(differing(read, mine));
  const both = differing(mine, theirs).filter((field) => touched.has(field) && read[field] !== theirs[field]);

  function settle() {
    onSettle(
      Object.fromEntries(both.map((field) => [field, chosen[field] === 'theirs' ? theirs[field] : mine[field]])),
    );
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={texts.conflictTitle}
      description={texts.conflictText}
      footer={<Button onClick={settle}>{texts.done}</Button>}
    >
      <div className={styles.fields}>
        {both.map((field) => (
          <RadioCards<'mine' | 'theirs'>
            key={field}
            legend={LABELS[field]}
            columns={2}
            options={[
              { value: 'mine', label: texts.keepMine, hint: mine[field] || '–' },
              { value: 'theirs', label: texts.takeTheirs, hint: theirs[field] || '–' },
            ]}
            value={chosen[field] ?? 'mine'}
            onValue={(whose) => setChosen({ ...chosen, [field]: whose })}
          />
        ))}
      </div>
    </Dialog>
  );
}
