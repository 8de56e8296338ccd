import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { Circle, Plus, Printer, Square, Trash2 } from 'lucide-react';
import { say } from '@tiffin/domain/core';
import {
  directionOf,
  FLOOR_LIMITS,
  freePlace,
  joinsIn,
  nextTableName,
  overlappingTables,
  PLAN,
  planProblem,
  placeTable,
  type Box,
  type PlannedTable,
  type TableShape,
} from '@tiffin/domain/floor';
import { ApiError } from '../../shared/api/api-error.ts';
import type { Answer } from '../../shared/api/api.ts';
import { newKey } from '../../shared/api/new-key.ts';
import { useCall } from '../../shared/api/use-call.ts';
import { refusalText } from '../../shared/errors/error-text.ts';
import { useReload } from '../../shared/live/revalidate.ts';
import { Banner, BannerButton } from '../../ui/banner.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Segmented } from '../../ui/choices.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Field } from '../../ui/field.tsx';
import { TextInput } from '../../ui/inputs.tsx';
import { formatTime } from '../../ui/format.ts';
import { toast } from '../../ui/toasts.ts';
import styles from './floor.module.css';
import { guestsText } from '../reservations/reservation.ts';
import { floorKey } from '../reservations/use-reservations.ts';
import { sumOfSeats, seatsText, type Floor } from './floor-data.ts';
import { tableStyle } from './plan-view.tsx';
import { TableFields } from './table-fields.tsx';

type DraftTable = PlannedTable & { readonly tableId: string };
type DraftArea = Floor['areas'][number];
interface DraftPlan {
  readonly version: number;
  readonly areas: readonly DraftArea[];
  readonly tables: readonly DraftTable[];
  /** The tables that may be joined, as typed: 12+13, 14+15. */
  readonly joins: string;
}

/** How far an arrow key with Shift moves a table, in dots of the grid. */
const LARGE_STEP = 5;
const NEW_TABLE_SIZES = { rectangle: { width: 140, height: 120 }, circle: { width: 120, height: 120 } };

const joinsText = ({ joins = [] }: Floor) => joins.map((names) => names.join('+')).join(', ');

function draftOf(floor: Floor): DraftPlan {
  const { version, areas, tables } = floor;
  return {
    version,
    joins: joinsText(floor),
    areas: areas.length > 0 ? areas : [{ areaId: newKey(), name: say`Room` }],
    tables: tables.map(({ state: _state, sitting: _sitting, booking: _booking, ...table }) => table),
  };
}

type MovedBooking = NonNullable<Answer<'saveFloor'>['bookings']>[number];
/** A booking at a table that was removed, and the table that is free for it. */
type BookingAtRemoved = MovedBooking & { readonly proposedTable?: string | null };

interface PlanEditorProps {
  location: { readonly id: string; readonly timeZone: string };
  floor: Floor;
  onClose: () => void;
}

/** Edits the areas and tables of a location, and saves them together. */
export function PlanEditor({ location: { id: locationId, timeZone }, floor, onClose }: PlanEditorProps) {
  const [draft, setDraft] = useState(() => draftOf(floor));
  const [areaId, setAreaId] = useState(draft.areas[0]?.areaId ?? '');
  const [chosenTableId, setChosenTableId] = useState<string | null>(null);
  /** Why the plan was not saved: somebody else saved one meanwhile, or removed tables are booked. */
  const [failure, setFailure] = useState<{
    readonly text: string;
    readonly savedPlan?: Floor | undefined;
    readonly bookings?: readonly BookingAtRemoved[] | undefined;
    /** The removed tables at which people sit or which are booked. */
    readonly removedIds?: readonly string[] | undefined;
  } | null>(null);
  const reload = useReload();
  const save = useCall('saveFloor', {
    doneText: () => say`The plan is saved`,
    changes: [floorKey(locationId)],
    onDone({ bookings = [] }) {
      if (bookings.length > 0) {
        const description = bookings.map(movedText).join(' ');
        toast.info(say`Bookings were moved`, { description, duration: 60_000 });
      }
      // The first plan of a location adds the floor to the sections.
      reload();
      onClose();
    },
    onFailed(error) {
      const { code, details } = error instanceof ApiError ? error : { code: '', details: {} as ApiError['details'] };
      // The server sends the plan with a conflict, and the bookings and the ids with tables that are in use.
      setFailure({
        text: refusalText(error),
        savedPlan: code === 'conflict' ? (details['floor'] as Floor) : undefined,
        bookings: code === 'table-booked' ? (details['bookings'] as BookingAtRemoved[]) : undefined,
        removedIds: details['tableIds'] as string[] | undefined,
      });
      return true;
    },
  });
  const { savedPlan, bookings, removedIds } = failure ?? {};
  const removedTables = floor.tables.filter(
    ({ tableId }) => removedIds?.includes(tableId) && !draft.tables.some((each) => each.tableId === tableId),
  );
  const overlaps = overlappingTables(draft.tables);
  const area = draft.areas.find((each) => each.areaId === areaId) ?? draft.areas[0];
  const tablesOfArea = draft.tables.filter((table) => table.area === area?.name);
  const table = draft.tables.find(({ tableId }) => tableId === chosenTableId);

  function change(tableId: string, changes: Partial<DraftTable>) {
    // No further move: this only snaps the changed table to the grid.
    const changed = (each: DraftTable) => placeTable({ ...each, ...changes }, {});
    setDraft((plan) => ({
      ...plan,
      tables: plan.tables.map((each) => (each.tableId === tableId ? changed(each) : each)),
    }));
  }
  function add(shape: TableShape) {
    const tableId = newKey();
    const added = { tableId, name: nextTableName(draft.tables), area: area?.name ?? '', seats: 4, shape };
    setDraft({ ...draft, tables: [...draft.tables, { ...added, ...freePlace(tablesOfArea, NEW_TABLE_SIZES[shape]) }] });
    setChosenTableId(tableId);
  }
  function remove(tableId: string) {
    setDraft({ ...draft, tables: draft.tables.filter((each) => each.tableId !== tableId) });
    setChosenTableId(null);
  }
  /** Puts tables back that cannot be removed now. The other changes stay. */
  function putBack(names: readonly string[]) {
    const areaNames = new Map(floor.areas.map((each) => [each.name, each.areaId]));
    const areaOf = (name: string) =>
      draft.areas.find((each) => each.areaId === areaNames.get(name))?.name ?? draft.areas[0]?.name ?? name;
    const back = draftOf(floor).tables.filter(({ name }) => names.includes(name));
    setDraft({ ...draft, tables: [...draft.tables, ...back.map((each) => ({ ...each, area: areaOf(each.area) }))] });
    setFailure(null);
  }
  function renameArea(renamed: DraftArea, name: string) {
    setDraft({
      ...draft,
      areas: draft.areas.map((each) => (each === renamed ? { ...each, name } : each)),
      tables: draft.tables.map((each) => (each.area === renamed.name ? { ...each, area: name } : each)),
    });
  }
  function addArea() {
    const added = { areaId: newKey(), name: say`Area ${draft.areas.length + 1}` };
    setDraft({ ...draft, areas: [...draft.areas, added] });
    setAreaId(added.areaId);
    setChosenTableId(null);
  }
  /** Saves the draft over the plan with this version. */
  function submit(version: number, { moveBookings }: { readonly moveBookings?: true } = {}) {
    const [areas, tables] = [[...draft.areas], [...draft.tables]];
    // Joins that nobody edited are not sent: the server has the tables' ids, so a renamed table stays joined.
    const joins = draft.joins === joinsText(floor) ? undefined : joinsIn(draft.joins);
    const problem = planProblem({ areas, tables, joins }, floor.tables);
    setFailure(problem && { text: problem.message });
    if (!problem) void save.send({ locationId, version, areas, tables, joins, moveBookings });
  }

  return (
    <div className={`grid min-height-0 ${styles.editor}`}>
      <section className={`stack gap-12 content-start ${styles.middle}`}>
        <header className="row flex-wrap gap-8">
          <h1 className="grow">{say`Edit the plan`}</h1>
          <Button look="quiet" disabledReason={whyFull(draft)} onClick={() => add('rectangle')}>
            <Square /> {say`Table`}
          </Button>
          <Button look="quiet" disabledReason={whyFull(draft)} onClick={() => add('circle')}>
            <Circle /> {say`Round table`}
          </Button>
        </header>
        <div className="row flex-wrap gap-8">
          {draft.areas.length > 1 && (
            <Segmented
              legend={say`Area`}
              legendHidden
              options={draft.areas.map(({ areaId: value, name }) => ({ value, label: name }))}
              value={area?.areaId ?? null}
              onValue={(id) => {
                setAreaId(id);
                setChosenTableId(null);
              }}
            />
          )}
          {draft.areas.length < FLOOR_LIMITS.areas && (
            <Button look="ghost" onClick={addArea}>
              <Plus /> {say`Area`}
            </Button>
          )}
        </div>
        <div className={`relative round-md sunken ${styles.plan} ${styles.dots}`} role="group" aria-label={say`Plan`}>
          {tablesOfArea.map((each) => (
            <EditedTable
              key={each.tableId}
              table={each}
              isChosen={each.tableId === chosenTableId}
              onChoose={() => setChosenTableId(each.tableId)}
              onChange={(changes) => change(each.tableId, changes)}
              onRemove={() => remove(each.tableId)}
            />
          ))}
        </div>
        <p className="hint">{say`Move a table with the mouse or the arrow keys, with Shift in large steps.`}</p>
      </section>
      <aside className={`stack gap-14 content-start surface ${styles.side}`}>
        {table ? (
          <TableFields
            key={table.tableId}
            table={table}
            areas={draft.areas}
            onChange={(changes) => change(table.tableId, changes)}
            onRemove={() => remove(table.tableId)}
          />
        ) : (
          area && (
            <>
              <h2 className="text-xl">{area.name}</h2>
              <Field label={say`Name of the area`}>
                <TextInput
                  value={area.name}
                  maxLength={FLOOR_LIMITS.areaName}
                  onChange={(event) => renameArea(area, event.target.value)}
                />
              </Field>
              {draft.areas.length > 1 && (
                <Button
                  look="quiet"
                  disabledReason={tablesOfArea.length > 0 ? say`Remove its tables first.` : null}
                  onClick={() => setDraft({ ...draft, areas: draft.areas.filter((each) => each !== area) })}
                >
                  <Trash2 /> {say`Remove ${area.name}`}
                </Button>
              )}
            </>
          )
        )}
        {draft.tables.length > 1 && (
          <Field
            label={say`Tables that may be joined`}
            hint={say`With a plus, like 12+13. Separate several by commas.`}
          >
            <TextInput
              value={draft.joins}
              autoComplete="off"
              onChange={(event) => setDraft({ ...draft, joins: event.target.value })}
            />
          </Field>
        )}
        {overlaps.length > 0 && (
          <Banner tone="warn" announce="status" title={say`Tables cover each other`}>
            {overlaps.map((pair) => say`${pair[0].name} and ${pair[1].name}`).join(', ')}
          </Banner>
        )}
        <p className="flex between gap-8 soft">
          {say`Seats`} <b>{sumOfSeats(draft.tables)}</b>
        </p>
        {floor.tables.length > 0 && (
          <LinkButton look="quiet" href={`/api/getTableCodes?${new URLSearchParams({ locationId })}`} target="_blank">
            <Printer /> {say`Print the codes of the tables`}
          </LinkButton>
        )}
        {failure && (
          <Banner
            tone={savedPlan || bookings ? 'warn' : 'bad'}
            announce="alert"
            title={say`The plan was not saved`}
            action={
              savedPlan ? (
                <span className="flex flex-wrap gap-8">
                  <BannerButton
                    label={say`Show theirs`}
                    onClick={() => {
                      setDraft(draftOf(savedPlan));
                      setChosenTableId(null);
                      setFailure(null);
                    }}
                  />
                  <BannerButton label={say`Save mine`} busy={save.isBusy} onClick={() => submit(savedPlan.version)} />
                </span>
              ) : (
                <span className="flex flex-wrap gap-8">
                  {bookings && (
                    <BannerButton
                      label={say`Move the bookings and save`}
                      busy={save.isBusy}
                      onClick={() => submit(draft.version, { moveBookings: true })}
                    />
                  )}
                  {removedTables.length > 0 && (
                    <BannerButton
                      label={say`Put back ${removedTables.map(({ name }) => name).join(', ')}`}
                      onClick={() => putBack(removedTables.map(({ name }) => name))}
                    />
                  )}
                </span>
              )
            }
          >
            {failure.text}
            {bookings?.map((booking) => (
              <p key={booking.reservationId}>{bookingText(booking, timeZone)}</p>
            ))}
          </Banner>
        )}
        <div className={`grid gap-8 ${styles.save}`}>
          <Button look="quiet" size="lg" onClick={onClose}>
            {say`Cancel`}
          </Button>
          <Button size="lg" busy={save.isBusy} onClick={() => submit(draft.version)}>
            {say`Save the plan`}
          </Button>
        </div>
      </aside>
    </div>
  );
}

function bookingText(booking: BookingAtRemoved, zone: string): string {
  const { name, partySize, startsAt, tableNumber, proposedTable } = booking;
  const words = say`${formatTime(startsAt, 'date-time', zone)}: ${name}, ${guestsText(partySize)}, table ${tableNumber ?? ''}`;
  // A server of the previous version proposes nothing.
  if (proposedTable === undefined) return words;
  return proposedTable === null
    ? say`${words}. No other table is free: they keep their booking, without a table.`
    : say`${words}. Table ${proposedTable} is free then.`;
}

const movedText = ({ name, tableNumber }: MovedBooking) =>
  tableNumber === null ? say`${name}: no table is free.` : say`${name}: now at table ${tableNumber}.`;

const whyFull = ({ tables }: DraftPlan) =>
  tables.length < FLOOR_LIMITS.tables ? null : say`A plan has at most ${FLOOR_LIMITS.tables} tables.`;

interface EditedTableProps {
  table: DraftTable;
  isChosen: boolean;
  onChoose: () => void;
  onChange: (changes: Partial<Box>) => void;
  onRemove: () => void;
}

function EditedTable({ table, isChosen, onChoose, onChange, onRemove }: EditedTableProps) {
  const drag = useRef<{ readonly from: DraftTable; readonly x: number; readonly y: number } | null>(null);
  const endDrag = () => {
    drag.current = null;
  };
  /** Moves the table with the pointer, from pixels of the screen to units of the plan. */
  function move(event: PointerEvent<HTMLElement>) {
    const plan = event.currentTarget.parentElement?.getBoundingClientRect();
    if (!drag.current || !plan) return;
    const { from, x, y } = drag.current;
    const right = ((event.clientX - x) / plan.width) * PLAN.width;
    const down = ((event.clientY - y) / plan.height) * PLAN.height;
    onChange({ x: from.x + right, y: from.y + down });
  }
  function pressKey(event: KeyboardEvent) {
    if (event.key === 'Delete') return onRemove();
    const direction = directionOf(event.key);
    if (!direction) return undefined;
    event.preventDefault();
    const step = PLAN.grid * (event.shiftKey ? LARGE_STEP : 1);
    return onChange({ x: table.x + direction[0] * step, y: table.y + direction[1] * step });
  }
  return (
    <button
      type="button"
      className={classNames(styles.table, styles[table.shape], styles.edited)}
      style={tableStyle(table)}
      aria-pressed={isChosen}
      onFocus={onChoose}
      onKeyDown={pressKey}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        drag.current = { from: table, x: event.clientX, y: event.clientY };
        onChoose();
      }}
      onPointerMove={move}
      onPointerUp={endDrag}
      onPointerCancel={endDrag}
    >
      <span className="sr-only">{say`Table`} </span>
      <b>{table.name}</b>
      <small>{seatsText(table.seats)}</small>
    </button>
  );
}
