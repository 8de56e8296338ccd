import type { ReactNode } from 'react';
import { UserPlus } from 'lucide-react';
import { say, sumOf } from '@tiffin/domain/core';
import { chooseSeating } from '@tiffin/domain/floor';
import { twelveHourText } from '@tiffin/domain/hours';
import { DUE_PARTY_MINUTES, LATE_PARTY_MINUTES, sortDayParties } from '@tiffin/domain/reservation';
import { useCall } from '../../shared/api/use-call.ts';
import { useOnline } from '../../shared/offline/online.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { guestsText, partyNameOf, type HostDay, type Reservation } from '../reservations/reservation.ts';
import { floorKey, RESERVATIONS_KEY } from '../reservations/use-reservations.ts';
import { NoShowButton } from '../reservations/status-buttons.tsx';
import styles from './floor.module.css';
import { lateText, nameAt, onePerParty, sumOfSeats, usePartiesAtDoor, type Floor, type Party } from './floor-data.ts';
import { stayBars, type StayBar } from './stay-bars.ts';
import { overText } from './timeline.tsx';
import { ConfirmationBadge } from '../reservations/confirmation-badge.tsx';
import { useWaitlist, Waitlist } from '../reservations/waitlist.tsx';

interface EveningProps {
  locationId: string;
  zone: string;
  floor: Floor;
  /** Missing while the bookings are loaded, or if they could not be. */
  day: HostDay | undefined;
  now: Date;
  onSeat: (party: Party) => void;
}

/** The parties that are late, over their time, due or at the door, and those that come next. */
export function EveningList({ locationId, zone, floor, day, now, onSeat }: EveningProps) {
  const partiesAtDoor = usePartiesAtDoor(floor);
  const waits = useWaitlist(locationId).data?.waits ?? [];
  const isCalled = ({ reservationId }: Reservation) => waits.some((wait) => wait.reservationId === reservationId);
  const parties = day?.reservations ?? [];
  const { next, later, late } = sortDayParties(
    parties.filter((party) => !isCalled(party)),
    now,
  );
  const awaited = next ? [next, ...later] : later;
  const isDue = ({ startsAt }: Reservation) => Date.parse(startsAt) - now.getTime() <= DUE_PARTY_MINUTES * 60_000;
  const seated = sumOf(onePerParty(floor.tables).map(({ sitting }) => sitting?.partySize ?? 0));
  const expected = [...late.map(({ party }) => party), ...awaited];
  const booked = sumOf(expected.map(({ reservationDetails }) => reservationDetails.partySize));
  // Only a location that counts stays has set how long a party sits.
  const over = day?.countsStays
    ? stayBars(onePerParty(floor.tables), parties, now).filter(({ state }) => state === 'over')
    : [];
  const row = (reservation: Reservation, { isSeatable = true, minutesLate = 0 } = {}) => (
    <li key={reservation.id} className={`grid align-center gap-8 ${styles.party}`}>
      <b className="digits text-sm">{twelveHourText(reservation.reservationDetails.time)}</b>
      <span className="min-width-0 break-anywhere">
        <span className="weight-600">{partyNameOf(reservation)}</span>
        <small className="block soft">{partyText(reservation)}</small>
        <ConfirmationBadge reservation={reservation} />
        {minutesLate > 0 && <small className="block danger weight-600">{lateText(minutesLate)}</small>}
        {minutesLate >= LATE_PARTY_MINUTES.decide && <NoShowButton party={reservation} size="sm" />}
        {isSeatable && <TakenTable reservation={reservation} floor={floor} />}
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
      <Group title={say`Late`} tone="danger">
        {late.map(({ party, minutes }) => row(party, { minutesLate: minutes }))}
      </Group>
      <Group title={say`Over their time`} tone={styles.saffron}>
        {over.map((bar) => (
          <OverParty key={bar.key} bar={bar} floor={floor} locationId={locationId} />
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
      <Group title={say`Next`}>
        {awaited.filter((party) => !isDue(party)).map((party) => row(party, { isSeatable: false }))}
      </Group>
      <Button look="line" block onClick={() => onSeat({ kind: 'walk-in' })}>
        <UserPlus /> {say`Walk-in`}
      </Button>
    </section>
  );
}

/** Says that other guests still sit at the table of a party that is due, and offers one that fits. */
function TakenTable({ reservation, floor }: { reservation: Reservation; floor: Floor }) {
  const online = useOnline();
  const { reservationId, location, tableNumber, reservationDetails } = reservation;
  const move = useCall('updateReservationStatus', {
    doneText: (_answer, { tableNumber: table }) => say`${partyNameOf(reservation)}: now at table ${table ?? ''}`,
    failed: say`The reservation could not be changed`,
    changes: [RESERVATIONS_KEY, floorKey(location)],
  });
  const names = tableNumber?.split('+') ?? [];
  const occupied = floor.tables.find(({ name, sitting }) => sitting && names.includes(name));
  if (!occupied) return null;
  const tables = floor.tables.filter(({ state }) => state === 'free');
  const other = chooseSeating({ ...floor, tables }, reservationDetails.partySize);
  return (
    <>
      <small className="block weight-600">{say`Others still sit at table ${occupied.name}.`}</small>
      {other && (
        <Button
          look="quiet"
          size="sm"
          busy={move.isBusy}
          disabledReason={online ? null : say`You are offline`}
          onClick={() => void move.send({ reservationId, status: 'confirmed', tableNumber: other.name })}
        >
          {say`Move to table ${other.name}`}
        </Button>
      )}
    </>
  );
}

/** Frees the table of a party that sits too long, once it has left. */
function OverParty({ bar, floor, locationId }: { bar: StayBar; floor: Floor; locationId: string }) {
  const table = floor.tables.find(({ tableId }) => tableId === bar.tableId);
  const leave = useCall('endSitting', {
    failed: say`The table was not freed`,
    changes: [RESERVATIONS_KEY, floorKey(locationId)],
  });
  const online = useOnline();
  return (
    <li className={`grid align-center gap-8 ${styles.party}`}>
      <b className="digits text-sm">{table && nameAt(floor.tables, table)}</b>
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
