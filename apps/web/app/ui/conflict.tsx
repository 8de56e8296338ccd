import { useState, type ReactNode } from 'react';
import { Banner } from './banner.tsx';
import { Segmented } from './choices.tsx';
import styles from './conflict.module.css';

/** A field somebody else changed while one was at it. */
export interface Change<F extends string> {
  readonly field: F;
  readonly base: unknown;
  readonly theirs: unknown;
  readonly mine: unknown;
  /** Both changed it: somebody must choose. */
  readonly clashes: boolean;
}

type Whose = 'mine' | 'theirs';

interface Texts<F extends string> {
  readonly title: string;
  readonly text: string;
  readonly before: string;
  readonly theirs: string;
  readonly mine: string;
  readonly keepMine: string;
  readonly takeTheirs: string;
  readonly fields: Readonly<Record<F, string>>;
}

interface Props<F extends string> {
  texts: Texts<F>;
  changes: readonly Change<F>[];
  /** A field's value in words. */
  readable: (field: F, value: unknown) => ReactNode;
  /** The value the field shall have. */
  onChoose: (field: F, value: unknown) => void;
}

/** What somebody else saved while one was at it, beside one's own; what both changed is decided here. */
export function Conflict<F extends string>({ texts, changes, readable, onChoose }: Props<F>) {
  return (
    <div className={styles.conflict}>
      <Banner tone="warn" announce="alert" title={texts.title}>
        {texts.text}
      </Banner>
      <ul className={styles.list}>
        {changes.map(({ field, base, theirs, mine, clashes }) => (
          <li key={field} className={styles.entry}>
            <b>{texts.fields[field]}</b>
            <dl className={styles.sides}>
              <Side label={texts.before}>{readable(field, base)}</Side>
              <Side label={texts.theirs}>{readable(field, theirs)}</Side>
              {clashes && <Side label={texts.mine}>{readable(field, mine)}</Side>}
            </dl>
            {clashes && (
              <Choice
                legend={texts.fields[field]}
                texts={texts}
                onChoose={(whose) => onChoose(field, whose === 'mine' ? mine : theirs)}
              />
            )}
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
  legend,
  texts,
  onChoose,
}: {
  legend: string;
  texts: Pick<Texts<string>, 'keepMine' | 'takeTheirs'>;
  onChoose: (whose: Whose) => void;
}) {
  const [whose, setWhose] = useState<Whose>('mine');
  return (
    <Segmented
      legend={legend}
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
