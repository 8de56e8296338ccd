import type { ReactNode } from 'react';
import { say } from '@tiffin/domain/core';
import { Banner } from './banner.tsx';
import { Segmented, optionsOf } from './choices.tsx';
import type { Fields } from './form.ts';
import type { OpenForm } from './use-form.ts';
import styles from './edit-form.module.css';

/**
 * Shows what another person saved meanwhile beside one's own changes. For fields that both changed, the person chooses.
 */
export function Conflict<F extends Fields>({ form, title }: { form: ConflictOf<F>; title?: string }) {
  return (
    <div className="all-columns grid gap-10">
      {title !== undefined && (
        <Banner tone="warn" announce="alert" title={title}>
          {say`Their changes are below. Choose what to do where both of you made changes. Everything else is kept.`}
        </Banner>
      )}
      <ul className="grid gap-8">
        {form.changes.map(({ field, base, current, mine, clashes }) => {
          const { label, value, onValue } = form.at(field);
          return (
            <li key={field} className={`grid gap-8 round-md ${styles.entry}`}>
              <b>{label}</b>
              <dl className={`grid gap-8-16 text-sm ${styles.sides}`}>
                <Side label={say`Before`}>{form.wordsOf(field, base)}</Side>
                <Side label={say`Theirs`}>{form.wordsOf(field, current)}</Side>
                {clashes && <Side label={say`Yours`}>{form.wordsOf(field, mine)}</Side>}
              </dl>
              {clashes && (
                <Segmented
                  legend={label}
                  legendHidden
                  options={optionsOf({ mine: say`Keep yours`, theirs: say`Take theirs` })}
                  value={value === current ? 'theirs' : 'mine'}
                  onValue={(whose) => onValue((whose === 'mine' ? mine : current) as typeof value)}
                />
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

type ConflictOf<F extends Fields> = Pick<OpenForm<F>, 'changes' | 'at' | 'wordsOf'>;

function Side({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="hint">{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
