import { useState } from 'react';
import { allergenName, GLUTEN_CEREALS, type GlutenCereal } from '@tiffin/domain/menu';
import { formatCount } from '../../../ui/figures.tsx';
import { say } from '@tiffin/domain/core';
import { formatMoney, centsOf, joinNames } from '../../../ui/format.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/boxes.tsx';
import { Chips, Segmented } from '../../../ui/choices.tsx';
import { NamedOptions, Select } from '../../../ui/inputs.tsx';
import { Panel } from '../../../ui/panel.tsx';
import type { ImportPlan, LocationImportPlan } from './import-data.ts';
import menuStyles from '../menu.module.css';
import styles from './moving.module.css';

const ignoredColumnText = (heading: string, n: number) =>
  n === 1 ? say`“${heading}” (1 value)` : say`“${heading}” (${formatCount(n)} values)`;

const KINDS = { added: say`New`, changed: say`Changed`, refused: say`Refused` };

const NOTHING_OF = {
  added: say`No new dishes in this file.`,
  changed: say`No dish would change.`,
  refused: say`Every row can be read.`,
};

const NOTHING = say`Nothing would change: the menu already matches the file.`;

const SEPARATORS: Readonly<Record<string, string>> = { ',': say`commas`, ';': say`semicolons`, '\t': say`tabs` };

type Kind = 'added' | 'changed' | 'refused';

/** So many new option groups are listed at once; more are opened with a press. */
const FEW_GROUPS = 10;

/** Rows rendered at first, because thousands would take seconds. */
const FIRST = 100;

interface ImportPreviewProps {
  file: string;
  plan: ImportPlan;
  gluten: readonly GlutenCereal[];
  busy: boolean;
  disabledReason: string | null;
  /** Reads the file again with other columns, or another meaning of “gluten”. */
  onChange: (change: { columns?: readonly (string | null)[]; gluten?: readonly GlutenCereal[] }) => void;
  /** Opens an option group that the file names and the restaurant does not have. */
  onGroup: (name: string) => void;
  onTake: (leaveOut: readonly number[]) => void;
}

/** Preview of an import: what each column means and what changes per dish. */
export function ImportPreview(props: ImportPreviewProps) {
  const { plan, busy, disabledReason, onTake } = props;
  const [leftOut, setLeftOut] = useState<ReadonlySet<number>>(new Set());
  const counts = countsOf(plan);
  const [kind, setKind] = useState<Kind>(counts.changed > 0 ? 'changed' : counts.added > 0 ? 'added' : 'refused');
  const taking = plan.places.reduce(
    (sum, place) => sum + [...place.added, ...place.changed].filter(({ row }) => !leftOut.has(row)).length,
    0,
  );
  const leave = (row: number, isLeft: boolean) =>
    setLeftOut((rows) => new Set(isLeft ? [...rows, row] : [...rows].filter((each) => each !== row)));
  return (
    <>
      <IgnoredColumns columns={plan.columns} />
      {plan.glutenDishes.length > 0 && <GlutenQuestion {...props} />}
      <Columns {...props} />
      <Panel title={say`What would change`}>
        <Notes {...props} />
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
        {kind === 'refused' && plan.refused.length > 0 && <Refused refused={plan.refused} />}
        {plan.places.map((place) => (
          <section key={place.locationId} className="stack gap-8" aria-label={place.name}>
            {plan.places.length > 1 && place[kind].length > 0 && <h3>{place.name}</h3>}
            {kind === 'refused' ? (
              <Refused refused={place.refused} />
            ) : (
              <Rows place={place} kind={kind} leftOut={leftOut} onLeave={leave} />
            )}
          </section>
        ))}
        {counts.same > 0 && (
          <p className="hint">
            {counts.same === 1
              ? say`1 dish in the file is already on the menu unchanged.`
              : say`${formatCount(counts.same)} dishes in the file are already on the menu unchanged.`}
          </p>
        )}
      </Panel>
      <MissingDishes places={plan.places} />
      <div className={menuStyles.afloat}>
        <Button
          block
          busy={busy}
          disabledReason={
            disabledReason ?? (plan.changes === 0 ? NOTHING : taking === 0 ? say`No change is selected.` : null)
          }
          onClick={() => onTake([...leftOut])}
        >
          {taking === 1 ? say`Import 1 change` : say`Import ${formatCount(taking)} changes`}
        </Button>
      </div>
    </>
  );
}

/** Names the columns whose values would be lost, before anything is written. */
function IgnoredColumns({ columns }: Pick<ImportPlan, 'columns'>) {
  const ignored = columns.filter(({ target, values }) => target === null && values > 0);
  if (ignored.length === 0) return null;
  const names = ignored.map(({ heading, values }) =>
    ignoredColumnText(heading || say`a column without a name`, values),
  );
  return (
    <Banner
      tone="warn"
      title={ignored.length === 1 ? say`One column would be ignored` : say`${ignored.length} columns would be ignored`}
    >
      {joinNames(names)}. {say`Choose below what they hold. Nothing has been written yet.`}
    </Banner>
  );
}

/** Asks once which cereals “gluten” means; the allergens of those dishes stay unknown until then. */
function GlutenQuestion({ plan: { glutenDishes: dishes }, gluten, onChange }: ImportPreviewProps) {
  return (
    <Panel
      title={
        dishes.length === 1
          ? say`Your file says “gluten” for 1 dish`
          : say`Your file says “gluten” for ${dishes.length} dishes`
      }
      explain={say`Which cereals are meant? We ask once, and you can change single dishes later.`}
    >
      <Chips
        options={GLUTEN_CEREALS.map((id) => ({ id, name: allergenName(id) }))}
        chosen={gluten}
        onChosen={(cereals) => onChange({ gluten: cereals })}
      />
      <p className="hint break-anywhere">{dishes.join(', ')}</p>
      {gluten.length === 0 && (
        <p className="hint">{say`Without an answer their allergens stay unknown, and guests are told to ask you.`}</p>
      )}
    </Panel>
  );
}

function countsOf(plan: ImportPlan) {
  const sum = (of: (place: LocationImportPlan) => number) => plan.places.reduce((all, place) => all + of(place), 0);
  return {
    added: sum(({ added }) => added.length),
    changed: sum(({ changed }) => changed.length),
    same: sum(({ same }) => same),
    refused: plan.refused.length + sum(({ refused }) => refused.length),
  };
}

/** Dishes of the menus that the file does not name. */
function MissingDishes({ places }: { places: readonly LocationImportPlan[] }) {
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

function Notes({ plan, disabledReason, onGroup }: ImportPreviewProps) {
  return (
    <>
      {plan.changes === 0 && <Banner>{NOTHING}</Banner>}
      {plan.unknownGroups.length > 0 && (
        <Banner tone="warn">
          <p>{say`Option groups that do not exist yet: ${plan.unknownGroups.join(', ')}.`}</p>
          <p>{say`The parts of a combo are dishes: import the other rows first, then check the file again.`}</p>
          <div className="row flex-wrap gap-8">
            {plan.unknownGroups.map((name) => (
              <Button key={name} look="line" size="sm" disabledReason={disabledReason} onClick={() => onGroup(name)}>
                {say`Create “${name}”`}
              </Button>
            ))}
          </div>
        </Banner>
      )}
      {plan.newCategories.length > 0 && <p>{say`New categories: ${plan.newCategories.join(', ')}.`}</p>}
      {plan.newGroups.length > 0 && (
        <details open={plan.newGroups.length <= FEW_GROUPS}>
          <summary className="touch-height">
            {plan.newGroups.length === 1
              ? say`1 new option group`
              : say`${formatCount(plan.newGroups.length)} new option groups`}
          </summary>
          <ul className="stack break-anywhere">
            {plan.newGroups.map((group) => (
              <li key={group}>{group}</li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

function Columns({ file, plan, busy, onChange }: ImportPreviewProps) {
  const { columns, rows, encoding, separator, decimal, targets } = plan;
  const looks = [
    file,
    rows === 1 ? say`1 row` : say`${formatCount(rows)} rows`,
    encoding,
    SEPARATORS[separator] ?? separator,
    decimal === ',' ? say`comma as decimal` : say`point as decimal`,
  ];
  const isGuessed = columns.some(({ isSure, target, values }) => !isSure || (target === null && values > 0));
  return (
    <Panel title={say`What is in which column?`} explain={looks.join(', ')}>
      <details open={isGuessed}>
        <summary className="touch-height">
          {say`${columns.filter(({ target }) => target !== null).length} of ${columns.length} columns are used`}
        </summary>
        <ul className="stack">
          {columns.map((column, at) => (
            // A file may have two columns with the same name.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={at} className={`${styles.row} ${styles.column}`}>
              <span className="min-width-0">
                <b className="break-anywhere">{column.heading || say`a column without a name`}</b>
                <span className="hint block clip">{column.samples.join(' · ')}</span>
              </span>
              <Select
                aria-label={say`“${column.heading || say`a column without a name`}” is imported as`}
                value={column.target ?? ''}
                disabled={busy}
                onValue={(target) =>
                  onChange({ columns: columns.map((each, index) => (index === at ? target || null : each.target)) })
                }
              >
                <option value="">{say`Leave out`}</option>
                <NamedOptions options={targets.map(({ id, label: name }) => ({ id, name }))} />
              </Select>
              <Badge tone={column.target === null ? 'neutral' : column.isSure ? 'ok' : 'warn'}>
                {column.target === null ? say`Not used` : column.isSure ? say`Sure` : say`A guess`}
              </Badge>
            </li>
          ))}
        </ul>
      </details>
    </Panel>
  );
}

interface RowsProps {
  place: LocationImportPlan;
  kind: 'added' | 'changed';
  leftOut: ReadonlySet<number>;
  onLeave: (row: number, isLeft: boolean) => void;
}

function Rows({ place, kind, leftOut, onLeave }: RowsProps) {
  const [shown, setShown] = useState(FIRST);
  const rows = place[kind];
  const more = rows.length - shown;
  return (
    <>
      <ul className="stack">
        {rows.slice(0, shown).map((dish) => (
          <li key={dish.row} className={styles.row}>
            <span className="min-width-0">
              <b className="break-anywhere">{dish.name}</b> <span className="hint">{say`row ${dish.row}`}</span>
              {'changes' in dish ? (
                dish.changes.map(({ field, label, before, after }) => (
                  <span key={field} className="block text-sm break-anywhere">
                    {label}: <s className="soft">{shownValue(field, before)}</s> <b>{shownValue(field, after)}</b>
                  </span>
                ))
              ) : (
                <span className="block text-sm">
                  {formatMoney(centsOf(dish.price))}, {dish.category}
                </span>
              )}
            </span>
            <Checkbox
              label={<span className="sr-only">{say`Import ${dish.name}, row ${dish.row}`}</span>}
              checked={!leftOut.has(dish.row)}
              onChange={({ target }) => onLeave(dish.row, !target.checked)}
            />
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

function Refused({ refused }: { refused: LocationImportPlan['refused'] }) {
  if (refused.length === 0) return null;
  return (
    <ul className="stack">
      {refused.slice(0, FIRST).map(({ row, name, reason }) => (
        <li key={row} className={styles.row}>
          <span className="min-width-0">
            <b className="break-anywhere">{name || say`(no name)`}</b> <span className="hint">{say`row ${row}`}</span>
            <span className="block text-sm break-anywhere">{reason}</span>
          </span>
        </li>
      ))}
      {refused.length > FIRST && <li className="hint">{say`Show ${formatCount(refused.length - FIRST)} more`}</li>}
    </ul>
  );
}
