import { useState } from 'react';
import { allergenName, categoryName } from '@tiffin/domain/menu';
import { centsOf, formatMoney } from '../../lib/format.ts';
import { Banner } from '../../ui/banner.tsx';
import { Segmented } from '../../ui/choices.tsx';
import styles from './conflict-view.module.css';
import type { Clash, Fields } from './draft.ts';
import { texts } from './texts.ts';

type Whose = 'mine' | 'theirs';

/** What somebody else saved while one was at it, beside one's own; what both changed is decided here. */
export function ConflictView({
  clashes,
  onChoose,
}: {
  clashes: readonly Clash[];
  onChoose: (clash: Clash, whose: Whose) => void;
}) {
  const { conflict } = texts;
  return (
    <div className={styles.conflict}>
      <Banner tone="warn" announce="alert" title={conflict.title}>
        {conflict.text}
      </Banner>
      <ul className={styles.list}>
        {clashes.map((clash) => (
          <li key={clash.field} className={styles.clash}>
            <b>{conflict.fields[clash.field]}</b>
            <dl className={styles.sides}>
              <Side label={conflict.before} field={clash.field} value={clash.base} />
              <Side label={conflict.theirs} field={clash.field} value={clash.theirs} />
              {clash.clashes && <Side label={conflict.mine} field={clash.field} value={clash.mine} />}
            </dl>
            {clash.clashes && <Choice clash={clash} onChoose={(whose) => onChoose(clash, whose)} />}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Side({ label, field, value }: { label: string; field: keyof Fields; value: unknown }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{readable(field, value)}</dd>
    </div>
  );
}

function Choice({ clash, onChoose }: { clash: Clash; onChoose: (whose: Whose) => void }) {
  const { conflict } = texts;
  const [whose, setWhose] = useState<Whose>('mine');
  return (
    <Segmented
      legend={conflict.fields[clash.field]}
      legendHidden
      options={[
        { value: 'mine', label: conflict.keepMine },
        { value: 'theirs', label: conflict.takeTheirs },
      ]}
      value={whose}
      onValue={(next) => {
        setWhose(next);
        onChoose(next);
      }}
    />
  );
}

function readable(field: keyof Fields, value: unknown): string {
  const { conflict } = texts;
  if (value === null || value === undefined || value === '') return conflict.nothing;
  if (typeof value === 'boolean') return value ? conflict.yes : conflict.no;
  if (field === 'price' && typeof value === 'number') return formatMoney(centsOf(value));
  if (field === 'category' && typeof value === 'string') return categoryName(value);
  if (field === 'image') return conflict.photo;
  if (Array.isArray(value)) {
    return (
      value.map((each) => (field === 'allergens' ? allergenName(String(each)) : String(each))).join(', ') ||
      conflict.nothing
    );
  }
  return String(value);
}
