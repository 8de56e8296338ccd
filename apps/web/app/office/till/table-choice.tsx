import { useState } from 'react';
import { Plus, X } from 'lucide-react';
import { say } from '@tiffin/domain/core';
import { byTableName, PARTY_MAX } from '@tiffin/domain/reservation';
import { TAB_LIMITS } from '@tiffin/domain/tabs';
import { useServerNow } from '../../shared/live/server-clock.ts';
import { Loaded } from '../../shared/page/loaded.tsx';
import {
  billForRounds,
  billsOf,
  nameOfTab,
  sumDue,
  targetOf,
  useTabs,
  type Tab,
  type TableOrder,
  type TabTarget,
} from '../../shared/tabs/tabs.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/form-fields.tsx';
import { centsOf, formatMoney, formatTime } from '../../ui/format.ts';
import { GUESTS_OF_NAMED_TAB, nameAt, onePerParty, seatsText, useFloor, type FloorTable } from '../floor/floor-data.ts';
import { needOfSitting, sumText } from '../floor/needs.ts';
import styles from './table-choice.module.css';
import type { CounterState } from './use-counter.ts';

/** The tables and open tabs of the location: the order becomes a round of the chosen one. */
export function TableChoice({ counter }: { counter: CounterState }) {
  const { location, till, patch, setOpenDialog } = counter;
  // `shown` includes parties that were seated offline, so that a round goes to them and not to those before them.
  const { query: floor, shown } = useFloor(location.id);
  const tables = shown?.tables ?? [];
  // Joined tables are one button while their party sits there; before, each can be chosen.
  const parties = new Set(onePerParty(tables));
  const listed = tables
    .filter((table) => !table.sitting || parties.has(table))
    .toSorted((a, b) => byTableName(a.name, b.name));
  const nameOf = (table: FloorTable) => (table.sitting ? nameAt(tables, table) : table.name);
  const tabs = useTabs(location.id);
  const [seating, setSeating] = useState<FloorTable | null>(null);
  const [isNaming, setIsNaming] = useState(false);
  const openTabs = tabs.data?.tabs.filter(({ state }) => state === 'open') ?? [];
  const close = () => setOpenDialog(null);

  function choose(tab: TabTarget) {
    patch({ tab, seat: 0, course: 0 });
    close();
  }

  function chooseTable(table: FloorTable) {
    const { tableId, sitting } = table;
    const tab = sitting && billForRounds(billsOf(openTabs, { billId: null, sittingId: sitting.sittingId }));
    const name = say`Table ${nameOf(table)}`;
    if (tab) choose(targetOf(tab, sitting?.partySize ?? table.seats));
    else if (sitting) choose({ billId: null, sittingId: sitting.sittingId, tableId, name, guests: sitting.partySize });
    else setSeating(table);
  }

  return (
    <section className="column gap-12 min-height-0" aria-labelledby="till-tables">
      <header className="row between gap-10">
        <h1 id="till-tables">{say`Table or tab`}</h1>
        <IconButton label={say`Close`} onClick={close}>
          <X />
        </IconButton>
      </header>
      <div className={`stack gap-12 grow content-start scroll-y ${styles.list}`}>
        <Loaded query={floor} failed={say`The tables could not be loaded`}>
          {() => (
            <ul className={`grid gap-8 ${styles.tables}`}>
              {listed.map((table) => (
                <TableButton
                  key={table.tableId}
                  table={table}
                  name={nameOf(table)}
                  tabs={tabs.data?.tabs ?? []}
                  orders={(tabs.data?.tableOrders ?? []).filter(({ tableId }) =>
                    (table.sitting?.tableIds ?? [table.tableId]).includes(tableId),
                  )}
                  timeZone={location.timeZone}
                  isChosen={till.tab?.tableId === table.tableId}
                  onChoose={() => chooseTable(table)}
                />
              ))}
            </ul>
          )}
        </Loaded>
        <Loaded query={tabs} failed={say`The tabs could not be loaded`} rows={1}>
          {() => (
            <>
              <h2 className="hint">{say`Open tabs`}</h2>
              <ul className={`grid gap-8 ${styles.tables}`}>
                {openTabs
                  .filter(({ tableId }) => tableId === null)
                  .map((tab) => (
                    <li key={tab.billId}>
                      <button
                        type="button"
                        className={classNames(styles.table, styles.busy)}
                        aria-pressed={till.tab?.billId === tab.billId}
                        onClick={() => choose(targetOf(tab, GUESTS_OF_NAMED_TAB))}
                      >
                        <b>{nameOfTab(tab)}</b>
                        <small>
                          {say`${formatMoney(centsOf(tab.due))}, since ${formatTime(tab.openedAt, 'time', location.timeZone)}`}
                        </small>
                      </button>
                    </li>
                  ))}
                <li>
                  <button type="button" className={styles.table} onClick={() => setIsNaming(true)}>
                    <b className="row gap-6 icon-18">
                      <Plus /> {say`New tab`}
                    </b>
                    <small>{say`a name is enough`}</small>
                  </button>
                </li>
              </ul>
            </>
          )}
        </Loaded>
        {till.tab && (
          <Button look="quiet" onClick={() => (patch({ tab: null }), close())}>
            {say`No table or tab: pay this order by itself`}
          </Button>
        )}
      </div>
      {isNaming && (
        <NameDialog
          onClose={() => setIsNaming(false)}
          onName={(name) => choose({ billId: null, tableId: null, name, guests: GUESTS_OF_NAMED_TAB })}
        />
      )}
      {seating && (
        <GuestsDialog
          table={seating}
          onClose={() => setSeating(null)}
          onGuests={(guests) =>
            choose({ billId: null, tableId: seating.tableId, name: say`Table ${seating.name}`, guests })
          }
        />
      )}
    </section>
  );
}

interface TableButtonProps {
  table: FloorTable;
  name: string;
  tabs: readonly Tab[];
  /** Unpaid orders of the counter for this table. */
  orders: readonly TableOrder[];
  timeZone: string;
  isChosen: boolean;
  onChoose: () => void;
}

function TableButton({ table, name, tabs, orders, timeZone, isChosen, onChoose }: TableButtonProps) {
  const now = useServerNow(60_000);
  const { seats, sitting, booking, state } = table;
  const need = sitting && needOfSitting(sitting, state, tabs, now);
  const [title, subtitle] = need
    ? [sumText(need, sitting.partySize), sitting.code ? say`${need.text}, code ${sitting.code}` : need.text]
    : orders.length > 0
      ? [formatMoney(sumDue(orders)), say`open order`]
      : booking
        ? [formatTime(booking.startsAt, 'time', timeZone), booking.name]
        : [seatsText(seats), say`free`];
  return (
    <li>
      <button
        type="button"
        className={classNames(
          styles.table,
          styles.numbered,
          sitting ? styles.busy : booking && styles.booked,
          need?.rank === 0 && styles.calls,
        )}
        aria-pressed={isChosen}
        onClick={onChoose}
      >
        <b className={styles.name}>
          <span className="sr-only">{say`Table`}</span> {name}
        </b>
        <span className="min-width-0">
          <b className="block digits">{title}</b>
          <small className="block break-anywhere">{subtitle}</small>
        </span>
      </button>
    </li>
  );
}

interface GuestsDialogProps {
  table: FloorTable;
  onClose: () => void;
  onGuests: (guests: number) => void;
}

/** A party may need more chairs than its table has; even a small table offers six. */
const EXTRA_CHAIRS = 2;
const MIN_GUEST_BUTTONS = 6;

/** How many guests sit down at a free table. */
function GuestsDialog({ table, onClose, onGuests }: GuestsDialogProps) {
  const most = Math.min(PARTY_MAX, Math.max(table.seats + EXTRA_CHAIRS, MIN_GUEST_BUTTONS));
  return (
    <Dialog onClose={onClose} title={say`Table ${table.name}, how many guests?`} size="sm">
      <div className={`grid gap-8 ${styles.guests}`}>
        {Array.from({ length: most }, (_, index) => index + 1).map((guests) => (
          <Button key={guests} look={guests === table.seats ? 'solid' : 'quiet'} onClick={() => onGuests(guests)}>
            {guests}
          </Button>
        ))}
      </div>
    </Dialog>
  );
}

function NameDialog({ onClose, onName }: { onClose: () => void; onName: (name: string) => void }) {
  const [name, setName] = useState('');
  return (
    <Dialog onClose={onClose} title={say`New tab`} size="sm">
      <form
        className="stack gap-16"
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim() !== '') onName(name.trim());
        }}
      >
        <TextField label={say`Name`} required value={name} maxLength={TAB_LIMITS.label} onValue={setName} />
        <Button type="submit" disabledReason={name.trim() === '' ? say`Please enter a name for the tab.` : null}>
          {say`Open the tab`}
        </Button>
      </form>
    </Dialog>
  );
}
