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

const KIND_LABELS = { changed: say`Changed`, added: say`New`, refused: say`Refused` };

const EMPTY_TEXTS = {
  added: say`No new dishes in this file.`,
  changed: say`No dish would change.`,
  refused: say`Every row can be read.`,
};

const NO_CHANGES = say`Nothing would change: the menu already matches the file.`;
const NOTHING_YET = say`Nothing can be imported yet. Check the columns above, and the rows under Refused.`;

/** Not all rows are rendered at once, because thousands would take seconds. */
const FIRST_ROWS = 100;
const MORE_ROWS = 1000;

interface ImportPreviewProps {
  file: string;
  plan: ImportPlan;
  busy: boolean;
  disabledReason: string | null;
  onImport: () => void;
}

/** What an import would change, dish by dish. */
export function ImportPreview({ file, plan, busy, disabledReason, onImport }: ImportPreviewProps) {
  const { changes, rows, places, newCategories, ignoredColumns, program, newGroups = [], unknownGroups = [] } = plan;
  const countOf = (kind: 'added' | 'changed') => places.reduce((sum, location) => sum + location[kind].length, 0);
  const counts = { changed: countOf('changed'), added: countOf('added'), refused: countRefused(plan) };
  const [kind, setKind] = useState<keyof typeof KIND_LABELS>(
    counts.changed > 0 ? 'changed' : counts.added > 0 ? 'added' : 'refused',
  );
  const same = places.reduce((sum, location) => sum + location.same, 0);
  const noChanges = same === 0 || counts.refused > 0 ? NOTHING_YET : NO_CHANGES;
  return (
    <>
      {ignoredColumns.length > 0 && !program && (
        <Banner tone="warn">
          {say`These columns would be ignored: ${ignoredColumns.join(', ')}. Choose above what they mean, if the menu needs them.`}
        </Banner>
      )}
      {unknownGroups.length > 0 && (
        <Banner tone="warn">
          {say`These option groups do not exist here, so dishes would be imported without them: ${unknownGroups.join(', ')}. Make them under Option Groups, and import the file again to add them.`}
        </Banner>
      )}
      <Panel
        title={say`What would change`}
        explain={[file, program, rows === 1 ? say`1 row` : say`${formatCount(rows)} rows`].filter(Boolean).join(', ')}
      >
        {changes === 0 && <Banner>{noChanges}</Banner>}
        {newCategories.length > 0 && <p>{say`New categories: ${newCategories.join(', ')}.`}</p>}
        {newGroups.length > 0 && (
          <p className="break-anywhere">{say`Sizes that become option groups: ${newGroups.join('; ')}.`}</p>
        )}
        <Segmented
          legend={say`Show`}
          legendHidden
          options={(['changed', 'added', 'refused'] as const).map((each) => ({
            value: each,
            label: `${KIND_LABELS[each]} ${counts[each]}`,
          }))}
          value={kind}
          onValue={setKind}
        />
        {counts[kind] === 0 && <p className="soft">{EMPTY_TEXTS[kind]}</p>}
        {kind === 'refused' && <Rows rows={plan.refused} content={({ reason }) => reason} />}
        {places.map((location) => (
          <section key={location.locationId} className="stack gap-8" aria-label={location.name}>
            {places.length > 1 && location[kind].length > 0 && <h3>{location.name}</h3>}
            {kind === 'refused' && <Rows rows={location.refused} content={({ reason }) => reason} />}
            {kind === 'added' && (
              <Rows
                rows={location.added}
                content={({ price, category, sizes }) => `${sizes ?? formatMoney(centsOf(price))}, ${category}`}
              />
            )}
            {kind === 'changed' && (
              <Rows
                rows={location.changed}
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
          disabledReason={disabledReason ?? (changes === 0 ? noChanges : null)}
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

export function Rows<Row extends { row: number; name: string }>({ rows, content }: RowsProps<Row>) {
  const [shown, setShown] = useState(FIRST_ROWS);
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
        <Button look="line" size="sm" onClick={() => setShown(shown + MORE_ROWS)}>
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
  const names = [...new Set(places.flatMap((location) => location.missing))];
  if (names.length === 0) return null;
  return (
    <Panel title={say`Not in the file`}>
      <details>
        <summary className="touch-height">
          {names.length === 1
            ? say`1 dish of the menu is not in the file. They stay as they are: an import never deletes.`
            : say`${formatCount(names.length)} dishes of the menu are not in the file. They stay as they are: an import never deletes.`}
        </summary>
        <p className="hint break-anywhere">{names.join(', ')}</p>
      </details>
    </Panel>
  );
}
