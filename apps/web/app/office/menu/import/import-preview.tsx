import { useState } from 'react';
import { allergenName, GLUTEN_CEREALS, type GlutenCereal } from '@tiffin/domain/menu';
import { formatMoney, centsOf, joinNames } from '../../../ui/format.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/boxes.tsx';
import { Segmented } from '../../../ui/choices.tsx';
import { Select } from '../../../ui/inputs.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Chips } from '../chips.tsx';
import type { ImportPlan, LocationImportPlan } from './import-data.ts';
import { texts } from './texts.ts';
import menuStyles from '../menu.module.css';
import styles from './moving.module.css';

const SEPARATORS: Readonly<Record<string, string>> = { ',': texts.commas, ';': texts.semicolons, '\t': texts.tabs };

type Kind = 'added' | 'changed' | 'refused';

/** So many new option groups are listed at once; more are opened with a press. */
const FEW_GROUPS = 10;

/** Rows rendered at first, because thousands would take seconds. */
const FIRST = 100;

interface ImportPreviewProps {
  file: string;
  plan: ImportPlan;
  busy: boolean;
  disabledReason: string | null;
  onColumns: (columns: readonly (string | null)[]) => void;
  gluten: readonly GlutenCereal[];
  onGluten: (gluten: readonly GlutenCereal[]) => void;
  /** Opens an option group that the file names and the restaurant does not have. */
  onGroup: (name: string) => void;
  onTake: (leaveOut: readonly number[]) => void;
}

/** Preview of an import: what each column means and what changes per dish. */
export function ImportPreview({
  file,
  plan,
  busy,
  disabledReason,
  onColumns,
  gluten,
  onGluten,
  onGroup,
  onTake,
}: ImportPreviewProps) {
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
      {plan.glutenDishes.length > 0 && (
        <GlutenQuestion dishes={plan.glutenDishes} gluten={gluten} onGluten={onGluten} />
      )}
      <Columns file={file} plan={plan} busy={busy} onColumns={onColumns} />
      <Panel title={texts.differences}>
        <Notes plan={plan} disabledReason={disabledReason} onGroup={onGroup} />
        <Segmented
          legend={texts.show}
          legendHidden
          options={(['changed', 'added', 'refused'] as const).map((each) => ({
            value: each,
            label: `${texts.kinds[each]} ${counts[each]}`,
          }))}
          value={kind}
          onValue={setKind}
        />
        {counts[kind] === 0 && <p className="soft">{texts.nothingOf[kind]}</p>}
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
        {counts.same > 0 && <p className="hint">{texts.same(counts.same)}</p>}
      </Panel>
      <MissingDishes places={plan.places} />
      <div className={menuStyles.afloat}>
        <Button
          block
          busy={busy}
          disabledReason={
            disabledReason ?? (plan.changes === 0 ? texts.nothing : taking === 0 ? texts.takingNothing : null)
          }
          onClick={() => onTake([...leftOut])}
        >
          {texts.taking(taking)}
        </Button>
      </div>
    </>
  );
}

/** Names the columns whose values would be lost, before anything is written. */
function IgnoredColumns({ columns }: Pick<ImportPlan, 'columns'>) {
  const ignored = columns.filter(({ target, values }) => target === null && values > 0);
  if (ignored.length === 0) return null;
  const names = ignored.map(({ heading, values }) => texts.ignoredColumn(heading || texts.unnamed, values));
  return (
    <Banner tone="warn" title={texts.ignored(ignored.length)}>
      {joinNames(names)}. {texts.nothingWritten}
    </Banner>
  );
}

/** Asks once which cereals “gluten” means; the allergens of those dishes stay unknown until then. */
function GlutenQuestion({
  dishes,
  gluten,
  onGluten,
}: {
  dishes: readonly string[];
  gluten: readonly GlutenCereal[];
  onGluten: (gluten: readonly GlutenCereal[]) => void;
}) {
  return (
    <Panel title={texts.gluten(dishes.length)} explain={texts.glutenExplain}>
      <Chips
        options={GLUTEN_CEREALS.map((id) => ({ id, name: allergenName(id) }))}
        chosen={gluten}
        onChosen={onGluten}
      />
      <p className="hint break-anywhere">{dishes.join(', ')}</p>
      {gluten.length === 0 && <p className="hint">{texts.glutenUnknown}</p>}
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
    <Panel title={texts.missing}>
      <p>{texts.missingText(missing)}</p>
      {places.map(
        (place) =>
          place.missing.length > 0 && (
            <details key={place.locationId}>
              <summary className="touch-height">{places.length > 1 ? place.name : texts.show}</summary>
              <p className="hint break-anywhere">{place.missing.join(', ')}</p>
            </details>
          ),
      )}
    </Panel>
  );
}

function Notes({
  plan,
  disabledReason,
  onGroup,
}: {
  plan: ImportPlan;
  disabledReason: string | null;
  onGroup: (name: string) => void;
}) {
  return (
    <>
      {plan.changes === 0 && <Banner>{texts.nothing}</Banner>}
      {plan.unknownGroups.length > 0 && (
        <Banner tone="warn">
          <p>{texts.unknownGroups(plan.unknownGroups)}</p>
          <p>{texts.combosLater}</p>
          <div className="row flex-wrap gap-8">
            {plan.unknownGroups.map((name) => (
              <Button key={name} look="line" size="sm" disabledReason={disabledReason} onClick={() => onGroup(name)}>
                {texts.makeGroup(name)}
              </Button>
            ))}
          </div>
        </Banner>
      )}
      {plan.newCategories.length > 0 && <p>{texts.newCategories(plan.newCategories)}</p>}
      {plan.newGroups.length > 0 && (
        <details open={plan.newGroups.length <= FEW_GROUPS}>
          <summary className="touch-height">{texts.newGroups(plan.newGroups.length)}</summary>
          <ul className="stack break-anywhere">
            {plan.newGroups.map((group) => (
              <li key={group}>{group}</li>
            ))}
          </ul>
          <p className="hint">{texts.newGroupsExplain}</p>
        </details>
      )}
    </>
  );
}

function Columns({
  file,
  plan,
  busy,
  onColumns,
}: {
  file: string;
  plan: ImportPlan;
  busy: boolean;
  onColumns: (columns: readonly (string | null)[]) => void;
}) {
  const { columns, rows, encoding, separator, decimal, targets } = plan;
  const looks = [
    file,
    texts.rows(rows),
    encoding,
    SEPARATORS[separator] ?? separator,
    decimal === ',' ? texts.decimalComma : texts.decimalPoint,
  ];
  const isGuessed = columns.some(({ isSure }) => !isSure);
  return (
    <Panel title={texts.columns} explain={looks.join(', ')}>
      <details open={isGuessed}>
        <summary className="touch-height">
          {texts.columnsUsed(columns.filter(({ target }) => target !== null).length, columns.length)}
        </summary>
        <ul className="stack">
          {columns.map((column, at) => (
            // A file may have two columns with the same name.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={at} className={`${styles.row} ${styles.column}`}>
              <span className="min-width-0">
                <b className="break-anywhere">{column.heading || texts.unnamed}</b>
                <span className="hint block clip">{column.samples.join(' · ')}</span>
              </span>
              <Select
                aria-label={texts.goesTo(column.heading || texts.unnamed)}
                value={column.target ?? ''}
                disabled={busy}
                onChange={({ target }) =>
                  onColumns(columns.map((each, index) => (index === at ? target.value || null : each.target)))
                }
              >
                <option value="">{texts.leaveOut}</option>
                {targets.map(({ id, label }) => (
                  <option key={id} value={id}>
                    {label}
                  </option>
                ))}
              </Select>
              <Badge tone={column.target === null ? 'neutral' : column.isSure ? 'ok' : 'warn'}>
                {column.target === null ? texts.unused : column.isSure ? texts.sure : texts.guess}
              </Badge>
            </li>
          ))}
        </ul>
      </details>
    </Panel>
  );
}

function Rows({
  place,
  kind,
  leftOut,
  onLeave,
}: {
  place: LocationImportPlan;
  kind: 'added' | 'changed';
  leftOut: ReadonlySet<number>;
  onLeave: (row: number, isLeft: boolean) => void;
}) {
  const [shown, setShown] = useState(FIRST);
  const rows = place[kind];
  const more = rows.length - shown;
  return (
    <>
      <ul className="stack">
        {rows.slice(0, shown).map((dish) => (
          <li key={dish.row} className={styles.row}>
            <span className="min-width-0">
              <b className="break-anywhere">{dish.name}</b> <span className="hint">{texts.rowOf(dish.row)}</span>
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
              label={<span className="sr-only">{texts.takeRow(dish.name, dish.row)}</span>}
              checked={!leftOut.has(dish.row)}
              onChange={({ target }) => onLeave(dish.row, !target.checked)}
            />
          </li>
        ))}
      </ul>
      {more > 0 && (
        <Button look="line" size="sm" onClick={() => setShown(shown + 10 * FIRST)}>
          {texts.more(more)}
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
            <b className="break-anywhere">{name || texts.nameless}</b> <span className="hint">{texts.rowOf(row)}</span>
            <span className="block text-sm break-anywhere">{reason}</span>
          </span>
        </li>
      ))}
      {refused.length > FIRST && <li className="hint">{texts.more(refused.length - FIRST)}</li>}
    </ul>
  );
}
