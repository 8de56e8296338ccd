import type { ReactNode } from 'react';
import { UserPlus } from 'lucide-react';
import { say, sumOf } from '@tiffin/domain/core';
import { twelveHourText } from '@tiffin/domain/hours';
import { DUE_PARTY_MINUTES, isAtTable, LATE_PARTY_MINUTES, sortDayParties } from '@tiffin/domain/reservation';
import { useOnline } from '../../shared/offline/online.ts';
import { nameOfTab, type Tab } from '../../shared/tabs/tabs.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { centsOf } from '../../ui/format.ts';
import { Money } from '../../ui/money.tsx';
import { guestsText, partyNameOf, type HostDay, type Reservation } from '../reservations/reservation.ts';
import { useBookingTable } from '../reservations/use-booking-table.ts';
import { NoShowButton } from '../reservations/status-buttons.tsx';
import { useLeave } from '../tabs/use-leave.ts';
import styles from './floor.module.css';
import {
  lateText,
  nameAt,
  onePerParty,
  sumOfSeats,
  usePartiesAtDoor,
  type Floor,
  type FloorTable,
  type Party,
} from './floor-data.ts';
import { expectedParties, proposeSeating } from './expected-parties.ts';
import { needOfTable, type Need } from './needs.ts';
import type { StayBar } from './stay-bars.ts';
import { overText } from './timeline.tsx';
import { ConfirmationBadge } from '../reservations/confirmation-badge.tsx';
import { Waitlist } from '../reservations/waitlist.tsx';

interface EveningProps {
  locationId: string;
  zone: string;
  floor: Floor;
  /** Missing while the bookings are loaded, or if they could not be. */
  day: HostDay | undefined;
  now: Date;
  /** The parties that sit too long. */
  over: readonly StayBar[];
  /** The tables that want somebody, first of all. */
  calls: ReactNode;
  /** The people with a tab and without a table. */
  openTabs: ReactNode;
  onSeat: (party: Party) => void;
}

/** The tables that want somebody, the parties that are late, over their time, due or at the door, and those that come next. */
export function EveningList({ locationId, zone, floor, day, now, over, calls, openTabs, onSeat }: EveningProps) {
  const partiesAtDoor = usePartiesAtDoor(floor);
  const parties = day?.reservations ?? [];
  const { next, later, late } = sortDayParties(parties, now);
  const awaited = next ? [next, ...later] : later;
  const isDue = ({ startsAt }: Reservation) => Date.parse(startsAt) - now.getTime() <= DUE_PARTY_MINUTES * 60_000;
  const seated = sumOf(onePerParty(floor.tables).map(({ sitting }) => sitting?.partySize ?? 0));
  const expected = [...late.map(({ party }) => party), ...awaited];
  const booked = sumOf(expected.map(({ reservationDetails }) => reservationDetails.partySize));
  const row = (reservation: Reservation, { isSeatable = true, minutesLate = 0 } = {}) => (
    <li key={reservation.id} className={`grid align-center gap-8 ${styles.party}`}>
      <b className="digits text-sm">{twelveHourText(reservation.reservationDetails.time)}</b>
      <span className="min-width-0 break-anywhere">
        <span className="weight-600">{partyNameOf(reservation)}</span>
        <small className="block soft">{partyText(reservation)}</small>
        <ConfirmationBadge reservation={reservation} />
        {minutesLate > 0 && <small className="block danger weight-600">{lateText(minutesLate)}</small>}
        {minutesLate >= LATE_PARTY_MINUTES.decide && <NoShowButton party={reservation} size="sm" />}
        {isSeatable && <TakenTable reservation={reservation} floor={floor} day={day} now={now} />}
      </span>
      {isSeatable && (
        <Button
          look="quiet"
          aria-label={say`Seat ${partyNameOf(reservation)}`}
          onClick={() => onSeat({ kind: 'booking', reservation })}
        >
          {say`Seat`}
        </Button>
      )}
    </li>
  );
  return (
    <section className={`stack gap-12 content-start ${styles.evening}`} aria-label={say`This evening`}>
      <header>
        <h2 className="text-lg">{say`This evening`}</h2>
        <p className="hint">{say`${seated} seated of ${sumOfSeats(floor.tables)}, ${booked} more booked`}</p>
      </header>
      {calls}
      <Group title={say`Late`} tone="danger">
        {late.map(({ party, minutes }) => row(party, { minutesLate: minutes }))}
      </Group>
      <Group title={say`Over their time`} tone={styles.saffron}>
        {over.map((bar) => (
          <OverParty key={bar.key} bar={bar} floor={floor} />
        ))}
      </Group>
      <Group title={say`Due`} tone={styles.saffron}>
        {awaited.filter(isDue).map((party) => row(party))}
      </Group>
      <Group title={say`At the door`}>
        {partiesAtDoor.map((party) => (
          <li key={party.changeId} className={`grid align-center gap-8 ${styles.party}`}>
            <b className="digits">{party.body.partySize}</b>
            <span className="min-width-0 break-anywhere">
              <span className="weight-600">{party.body.name || guestsText(party.body.partySize)}</span>
              <small className="block soft">{say`Their table was taken. Choose another one.`}</small>
            </span>
            <Button
              look="quiet"
              aria-label={say`Seat ${party.body.name || guestsText(party.body.partySize)}`}
              onClick={() => onSeat(party)}
            >
              {say`Seat`}
            </Button>
          </li>
        ))}
      </Group>
      <Waitlist
        locationId={locationId}
        zone={zone}
        onSeat={(wait) => {
          const reservation = parties.find(({ reservationId }) => reservationId === wait.reservationId);
          onSeat(reservation ? { kind: 'booking', reservation } : { kind: 'walk-in', wait });
        }}
      />
      {openTabs}
      <Group title={say`Next`}>
        {awaited.filter((party) => !isDue(party)).map((party) => row(party, { isSeatable: false }))}
      </Group>
      <Button look="line" block onClick={() => onSeat({ kind: 'walk-in' })}>
        <UserPlus /> {say`Walk-in`}
      </Button>
    </section>
  );
}

/** A table that wants somebody at once. */
interface TableCall {
  readonly table: FloorTable;
  readonly need: Need;
}

/**
 * The tables of every area where food or a bill waits for somebody, the longest first. What phones ask for is in
 * `TableRequests`.
 */
export function callsOf(tables: readonly FloorTable[], tabs: readonly Tab[], now: Date): readonly TableCall[] {
  return onePerParty(tables)
    .flatMap((table) => {
      const sitting = table.sitting && { ...table.sitting, calls: [], waitingRounds: [] };
      const need = needOfTable({ ...table, sitting }, tabs, now);
      return need?.rank === 0 ? [{ table, need }] : [];
    })
    .toSorted((a, b) => (b.need.minutes ?? 0) - (a.need.minutes ?? 0));
}

interface CallsProps {
  calls: readonly TableCall[];
  floor: Floor;
  onChoose: (tableId: string) => void;
}

/** The tables that want somebody. */
export function Calls({ calls, floor, onChoose }: CallsProps) {
  return (
    <Group title={say`Wait for you`}>
      {calls.map(({ table, need }) => (
        <li key={table.tableId}>
          <button
            type="button"
            className={`grid align-center gap-8 full-width touch-height text-left pointer ${styles.party}`}
            onClick={() => onChoose(table.tableId)}
          >
            <b className="digits">{say`T ${nameAt(floor.tables, table)}`}</b>
            <span className="weight-600">{need.text}</span>
            <Badge tone="plum">{say`${need.minutes ?? 0} min`}</Badge>
          </button>
        </li>
      ))}
    </Group>
  );
}

/** The people with a tab and without a table. The list scrolls, so that many do not push the bookings away. */
export function OpenTabs({ tabs, onTab }: { tabs: readonly Tab[]; onTab: (billId: string) => void }) {
  if (tabs.length === 0) return null;
  return (
    <section>
      <h3 className="flex between text-xs">
        {say`Open tabs`} <span>{tabs.length}</span>
      </h3>
      <ul className={`ruled scroll-y ${styles.openTabs}`} aria-label={say`Open tabs`}>
        {tabs.map((tab) => (
          <li key={tab.billId}>
            <button
              type="button"
              className="row between gap-8 full-width touch-height text-left pointer"
              onClick={() => onTab(tab.billId)}
            >
              <span className="weight-600 break-anywhere">{nameOfTab(tab)}</span>
              <Money cents={centsOf(tab.due)} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Says that other guests still sit at the table of a party that is due, and offers one that fits. */
function TakenTable(props: { reservation: Reservation; floor: Floor; day: HostDay | undefined; now: Date }) {
  const { reservation, floor, day, now } = props;
  const online = useOnline();
  const { location, tableNumber, reservationDetails } = reservation;
  const { setTable, isBusy } = useBookingTable(location);
  const occupied = floor.tables.find(({ name, sitting }) => sitting && isAtTable(tableNumber, name));
  if (!occupied) return null;
  const party = { partySize: reservationDetails.partySize, reservation, now };
  const other = proposeSeating(floor, party, expectedParties(floor, day));
  return (
    <>
      <small className="block weight-600">{say`Others still sit at table ${occupied.name}.`}</small>
      {other && (
        <Button
          look="quiet"
          size="sm"
          busy={isBusy}
          disabledReason={online ? null : say`You are offline`}
          onClick={() => void setTable(reservation, other.name)}
        >
          {say`Move to table ${other.name}`}
        </Button>
      )}
    </>
  );
}

/** Frees the table of a party that sits too long, once it has left. */
function OverParty({ bar, floor }: { bar: StayBar; floor: Floor }) {
  const table = floor.tables.find(({ tableId }) => tableId === bar.tableId);
  const tableName = table ? nameAt(floor.tables, table) : '';
  const leave = useLeave(tableName, table?.sitting?.name ?? '');
  const online = useOnline();
  return (
    <li className={`grid align-center gap-8 ${styles.party}`}>
      <b className="digits text-sm">{tableName}</b>
      <span className="min-width-0 break-anywhere">
        <span className="weight-600">{bar.name}</span>
        <small className="block soft">{`${guestsText(bar.partySize)}, ${overText(bar.minutes)}`}</small>
      </span>
      <Button
        look="quiet"
        aria-label={say`${bar.name} left`}
        busy={leave.isBusy}
        disabledReason={online && table?.sitting && !table.sitting.isUnsent ? null : say`You are offline`}
        onClick={() => void leave.send({ sittingId: table?.sitting?.sittingId ?? '' })}
      >
        {say`Left`}
      </Button>
    </li>
  );
}

function partyText({ reservationDetails: { partySize }, tableNumber }: Reservation): string {
  return tableNumber === null ? guestsText(partySize) : say`${guestsText(partySize)}, table ${tableNumber}`;
}

function Group({ title, tone, children }: { title: string; tone?: string | undefined; children: ReactNode[] }) {
  if (children.length === 0) return null;
  return (
    <div>
      <h3 className={classNames('flex between text-xs', tone)}>
        {title} <span>{children.length}</span>
      </h3>
      <ul className="ruled">{children}</ul>
    </div>
  );
}
