import { useState, type ReactNode } from 'react';
import { formatCount } from '../../../ui/figures.tsx';
import { say } from '@tiffin/domain/core';
import { formatMoney, centsOf } from '../../../ui/format.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Segmented } from '../../../ui/choices.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { countRefused, type ImportPlan } from './import-data.ts';
import menuStyles from '../menu.module.css';
import styles from './import.module.css';

const KINDS = { changed: say`Changed`, added: say`New`, refused: say`Refused` };

const NOTHING_OF = {
  added: say`No new dishes in this file.`,
  changed: say`No dish would change.`,
  refused: say`Every row can be read.`,
};

const NOTHING = say`Nothing would change: the menu already matches the file.`;

/** Rows rendered at first, because thousands would take seconds. */
const FIRST = 100;

interface ImportPreviewProps {
  file: string;
  plan: ImportPlan;
  busy: boolean;
  disabledReason: string | null;
  onImport: () => void;
}

/** What an import would change, dish by dish. */
export function ImportPreview({ file, plan, busy, disabledReason, onImport }: ImportPreviewProps) {
  const { changes, rows, places, newCategories, ignoredColumns } = plan;
  const countOf = (kind: 'added' | 'changed') => places.reduce((sum, place) => sum + place[kind].length, 0);
  const counts = { changed: countOf('changed'), added: countOf('added'), refused: countRefused(plan) };
  const [kind, setKind] = useState<keyof typeof KINDS>(
    counts.changed > 0 ? 'changed' : counts.added > 0 ? 'added' : 'refused',
  );
  const same = places.reduce((sum, place) => sum + place.same, 0);
  return (
    <>
      {ignoredColumns.length > 0 && (
        <Banner tone="warn">
          {say`These columns would be ignored: ${ignoredColumns.join(', ')}. “How to write the file” names those that are read.`}
        </Banner>
      )}
      <Panel
        title={say`What would change`}
        explain={`${file}, ${rows === 1 ? say`1 row` : say`${formatCount(rows)} rows`}`}
      >
        {changes === 0 && <Banner>{NOTHING}</Banner>}
        {newCategories.length > 0 && <p>{say`New categories: ${newCategories.join(', ')}.`}</p>}
        <Segmented
          legend={say`Show`}
          legendHidden
          options={(['changed', 'added', 'refused'] as const).map((each) => ({
            value: each,
            label: `${KINDS[each]} ${counts[each]}`,
          }))}
          value={kind}
          onValue={setKind}
        />
        {counts[kind] === 0 && <p className="soft">{NOTHING_OF[kind]}</p>}
        {kind === 'refused' && <Rows rows={plan.refused} content={({ reason }) => reason} />}
        {places.map((place) => (
          <section key={place.locationId} className="stack gap-8" aria-label={place.name}>
            {places.length > 1 && place[kind].length > 0 && <h3>{place.name}</h3>}
            {kind === 'refused' && <Rows rows={place.refused} content={({ reason }) => reason} />}
            {kind === 'added' && (
              <Rows
                rows={place.added}
                content={({ price, category }) => `${formatMoney(centsOf(price))}, ${category}`}
              />
            )}
            {kind === 'changed' && (
              <Rows
                rows={place.changed}
                content={(dish) =>
                  dish.changes.map(({ field, label, before, after }) => (
                    <span key={field} className="block">
                      {label}: <s className="soft">{shownValue(field, before)}</s> <b>{shownValue(field, after)}</b>
                    </span>
                  ))
                }
              />
            )}
          </section>
        ))}
        {same > 0 && (
          <p className="hint">
            {same === 1
              ? say`1 dish in the file is already on the menu unchanged.`
              : say`${formatCount(same)} dishes in the file are already on the menu unchanged.`}
          </p>
        )}
      </Panel>
      <MissingDishes places={places} />
      <div className={menuStyles.afloat}>
        <Button
          block
          busy={busy}
          disabledReason={disabledReason ?? (changes === 0 ? NOTHING : null)}
          onClick={onImport}
        >
          {changes === 1 ? say`Import 1 change` : say`Import ${formatCount(changes)} changes`}
        </Button>
      </div>
    </>
  );
}

interface RowsProps<Row> {
  rows: readonly Row[];
  content: (row: Row) => ReactNode;
}

function Rows<Row extends { row: number; name: string }>({ rows, content }: RowsProps<Row>) {
  const [shown, setShown] = useState(FIRST);
  const more = rows.length - shown;
  if (rows.length === 0) return null;
  return (
    <>
      <ul className="stack">
        {rows.slice(0, shown).map((each) => (
          <li key={each.row} className={styles.row}>
            <b>{each.name || say`(no name)`}</b> <span className="hint">{say`row ${each.row}`}</span>
            <span className="block text-sm">{content(each)}</span>
          </li>
        ))}
      </ul>
      {more > 0 && (
        <Button look="line" size="sm" onClick={() => setShown(shown + 10 * FIRST)}>
          {say`Show ${formatCount(more)} more`}
        </Button>
      )}
    </>
  );
}

function shownValue(field: string, value: string): string {
  return field === 'price' ? formatMoney(centsOf(Number(value))) : value;
}

/** Dishes of the menus that the file does not name. */
function MissingDishes({ places }: Pick<ImportPlan, 'places'>) {
  const missing = places.reduce((sum, place) => sum + place.missing.length, 0);
  if (missing === 0) return null;
  return (
    <Panel title={say`Not in the file`}>
      <p>
        {missing === 1
          ? say`1 dish of the menu is not in the file. They stay as they are: an import never deletes.`
          : say`${formatCount(missing)} dishes of the menu are not in the file. They stay as they are: an import never deletes.`}
      </p>
      {places.map(
        (place) =>
          place.missing.length > 0 && (
            <details key={place.locationId}>
              <summary className="touch-height">{places.length > 1 ? place.name : say`Show`}</summary>
              <p className="hint break-anywhere">{place.missing.join(', ')}</p>
            </details>
          ),
      )}
    </Panel>
  );
}
