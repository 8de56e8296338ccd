import { useState, type ReactNode } from 'react';
import { Banner } from './banner.tsx';
import { Segmented } from './choices.tsx';
import styles from './conflict.module.css';

export interface ConflictEntry {
  readonly id: string;
  readonly label: string;
  readonly before: ReactNode;
  readonly theirs: ReactNode;
  readonly mine: ReactNode;
  /** Both changed it: somebody must choose. */
  readonly clashes: boolean;
}

export type Whose = 'mine' | 'theirs';

export interface ConflictProps {
  title: string;
  text: string;
  entries: readonly ConflictEntry[];
  onChoose: (id: string, whose: Whose) => void;
  texts: {
    readonly before: string;
    readonly theirs: string;
    readonly mine: string;
    readonly keepMine: string;
    readonly takeTheirs: string;
  };
}

/** What somebody else saved while one was at it, beside one's own; what both changed is decided here. */
export function Conflict({ title, text, entries, onChoose, texts }: ConflictProps) {
  return (
    <div className={styles.conflict}>
      <Banner tone="warn" announce="alert" title={title}>
        {text}
      </Banner>
      <ul className={styles.list}>
        {entries.map((entry) => (
          <li key={entry.id} className={styles.entry}>
            <b>{entry.label}</b>
            <dl className={styles.sides}>
              <Side label={texts.before}>{entry.before}</Side>
              <Side label={texts.theirs}>{entry.theirs}</Side>
              {entry.clashes && <Side label={texts.mine}>{entry.mine}</Side>}
            </dl>
            {entry.clashes && <Choice entry={entry} texts={texts} onChoose={(whose) => onChoose(entry.id, whose)} />}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Side({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Choice({
  entry,
  texts,
  onChoose,
}: {
  entry: ConflictEntry;
  texts: ConflictProps['texts'];
  onChoose: (whose: Whose) => void;
}) {
  const [whose, setWhose] = useState<Whose>('mine');
  return (
    <Segmented
      legend={entry.label}
      legendHidden
      options={[
        { value: 'mine', label: texts.keepMine },
        { value: 'theirs', label: texts.takeTheirs },
      ]}
      value={whose}
      onValue={(next) => {
        setWhose(next);
        onChoose(next);
      }}
    />
  );
}
