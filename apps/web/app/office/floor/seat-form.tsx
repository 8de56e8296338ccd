import { useRef, useState, type ReactNode } from 'react';
import { Combine } from 'lucide-react';
import { say } from '@tiffin/domain/core';
import { freeSeatingsOf } from '@tiffin/domain/floor';
import { AWAITED_STATUSES, findSeating, seatingAt } from '@tiffin/domain/reservation';
import { refusalText } from '../../shared/errors/error-text.ts';
import { useOnline } from '../../shared/offline/online.ts';
import { PartyStepper } from '../../shared/reservation/party-stepper.tsx';
import { Banner, ErrorBanner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Chips } from '../../ui/choices.tsx';
import { Field } from '../../ui/field.tsx';
import { formatTime } from '../../ui/format.ts';
import { Select, TextInput } from '../../ui/inputs.tsx';
import { guestsText, noTableText, partyNameOf, type HostDay } from '../reservations/reservation.ts';
import { useBookingTable } from '../reservations/use-booking-table.ts';
import { expectedParties, nextAtTables, proposeSeating, seatingText } from './expected-parties.ts';
import { seatingFields, seatsText, useSeat, type Floor, type Party } from './floor-data.ts';
import { PanelHead } from './table-panel.tsx';

/** The size that the form of a walk-in begins with. */
const USUAL_PARTY_SIZE = 2;

interface SeatFormProps {
  locationId: string;
  zone: string;
  now: Date;
  floor: Floor;
  day: HostDay | undefined;
  party: Party;
  /** The table that was pressed on the plan. */
  chosen: string | null;
  onChoose: (tableId: string) => void;
  /** The tables that are joined for this party; null while single ones are pressed. */
  joined: readonly string[] | null;
  onJoined: (tableIds: readonly string[] | null) => void;
  onParty: (party: Party) => void;
  onClose: () => void;
  /** The party at the chosen table. It is shown instead of an untouched form, in case the table was just taken. */
  sittingPanel: ReactNode;
}

/** Seats a party at a table. What is typed stays when the table turns out to be taken. */
export function SeatForm(props: SeatFormProps) {
  const { locationId, zone, now, floor, day, party, chosen, joined, sittingPanel } = props;
  const { onChoose, onJoined, onParty, onClose } = props;
  const [size, setSize] = useState(sizeOf(party));
  const wait = party.kind === 'walk-in' ? party.wait : undefined;
  const [name, setName] = useState(party.kind === 'door' ? (party.body.name ?? '') : (wait?.name ?? ''));
  const [failure, setFailure] = useState<string | null>(null);
  /** The name of the seating chosen in the list. Joined tables have the same first table as that table alone. */
  const [seatingName, setSeatingName] = useState('');
  const form = useRef<HTMLFormElement>(null);
  // The host may look at another table when the answer comes.
  const isShown = () => form.current !== null;
  const { seat, isBusy } = useSeat(locationId, floor, isShown, (tableId) => {
    onClose();
    onChoose(tableId);
  });
  const awaited = (day?.reservations ?? []).filter(({ status }) => AWAITED_STATUSES.some((each) => each === status));
  const reservation = party.kind === 'booking' ? party.reservation : null;
  const reservationId = reservation?.reservationId ?? (party.kind === 'door' ? party.body.reservationId : null);
  const online = useOnline();
  const booking = useBookingTable(locationId);
  const pressed = floor.tables.find(({ tableId }) => tableId === chosen);
  const seatings = freeSeatingsOf(floor);
  const bookedSeating = findSeating(seatings, reservation?.tableNumber ?? null);
  const listedSeating = seatings.find((seating) => seating.name === seatingName && seating.tables[0] === chosen);
  // Pressing one of the booked tables means all of them.
  const pressedTable =
    pressed && !bookedSeating?.tables.includes(pressed.tableId)
      ? { name: pressed.name, seats: pressed.seats, tables: [pressed.tableId] }
      : null;
  const expected = expectedParties(floor, day);
  const seatedParty = { partySize: size, reservation, now };
  const best = listedSeating ?? pressedTable ?? bookedSeating ?? proposeSeating(floor, seatedParty, expected);
  // A table that somebody else took meanwhile is left out.
  const freeJoined = joined?.filter((id) => seatings.some((each) => each.tables.length === 1 && each.tables[0] === id));
  const proposed = freeJoined ? (seatingAt(seatings, freeJoined) ?? null) : best;
  const { tables = [], seats = 0, name: tableName = '' } = proposed ?? {};
  const sitting = floor.tables.find((each) => each.sitting && tables.includes(each.tableId))?.sitting;
  const nextParty = nextAtTables(floor, tables, seatedParty, expected);
  const isListed = seatings.some(({ name: listed }) => listed === tableName);

  const isUntouched =
    party.kind === 'walk-in' && !wait && !joined && size === sizeOf(party) && name === '' && failure === null;
  if (sitting && !isBusy && isUntouched) return sittingPanel;

  async function submit() {
    setFailure(null);
    onChoose(tables[0] ?? '');
    const body = {
      ...seatingFields(tables),
      partySize: size,
      ...(reservationId ? { reservationId } : { name: name.trim(), waitId: wait?.waitId }),
    };
    await seat(body, party).catch((error: unknown) => setFailure(refusalText(error)));
  }

  return (
    <form
      ref={form}
      className="stack gap-14"
      aria-label={say`Seat a party`}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <PanelHead title={say`Seat a party`} onClose={onClose} />
      <ErrorBanner title={say`The party was not seated`} error={failure} />
      {party.kind !== 'door' && awaited.length > 0 && (
        <Field label={say`Who?`}>
          <Select
            value={reservation?.id ?? ''}
            onValue={(id) => {
              const chosenBooking = awaited.find((each) => each.id === id);
              const next: Party = chosenBooking ? { kind: 'booking', reservation: chosenBooking } : { kind: 'walk-in' };
              setSize(sizeOf(next));
              onParty(next);
            }}
          >
            <option value="">{say`Walk-in`}</option>
            {awaited.map((each) => (
              <option key={each.id} value={each.id}>
                {`${formatTime(each.startsAt, 'time', zone)} ${partyNameOf(each)}`}
              </option>
            ))}
          </Select>
        </Field>
      )}
      <PartyStepper value={size} onValue={setSize} />
      {!reservationId && (
        <Field label={say`Name of the party`} optional>
          <TextInput value={name} maxLength={200} onChange={(event) => setName(event.target.value)} />
        </Field>
      )}
      <Field label={say`Table`}>
        <Select
          value={tableName}
          onValue={(value) => {
            setSeatingName(value);
            onJoined(null);
            onChoose(seatings.find((each) => each.name === value)?.tables[0] ?? '');
          }}
        >
          {proposed === null && <option value="">{joined ? say`Choose tables to join` : noTableText(size)}</option>}
          {(proposed && !isListed ? [proposed, ...seatings] : seatings).map((each) => (
            <option key={each.name} value={each.name}>
              {seatingText(each, size, nextAtTables(floor, each.tables, seatedParty, expected), zone)}
            </option>
          ))}
        </Select>
      </Field>
      {joined ? (
        <Field label={say`Joined tables`} hint={say`Press tables here or on the plan.`}>
          <Chips
            options={seatings
              .filter((each) => each.tables.length === 1)
              .map((each) => ({ id: each.tables[0] ?? '', name: each.name }))}
            chosen={joined}
            onChosen={onJoined}
          />
        </Field>
      ) : (
        <Button look="ghost" onClick={() => onJoined(tables)}>
          <Combine /> {say`Join tables`}
        </Button>
      )}
      {sitting && !isBusy && (
        <Banner tone="warn">{say`Somebody sits at table ${tableName} now. Choose another one.`}</Banner>
      )}
      {!sitting && nextParty && (
        <Banner tone="warn">
          {nextParty.isCalled
            ? say`Table ${tableName} is kept for ${nextParty.name}, who was called from the waitlist.`
            : say`At ${formatTime(nextParty.startsAt, 'time', zone)}, ${nextParty.name} is expected at table ${tableName}.`}
        </Banner>
      )}
      {!sitting && proposed && seats < size && (
        <Banner tone="warn">
          {say`Table ${tableName} has only ${seatsText(seats)} for ${guestsText(size)}. You can seat them there anyway.`}
        </Banner>
      )}
      <Button type="submit" size="lg" block busy={isBusy} disabledReason={proposed ? null : noTableText(size)}>
        {proposed ? say`Seat ${guestsText(size)} at table ${tableName}` : say`Seat them`}
      </Button>
      {reservation && proposed && tableName !== reservation.tableNumber && (
        <Button
          look="quiet"
          block
          busy={booking.isBusy}
          disabledReason={online ? null : say`You are offline`}
          onClick={() => void booking.setTable(reservation, tableName).then((isDone) => isDone && onClose())}
        >
          {say`Keep table ${tableName} for ${partyNameOf(reservation)}`}
        </Button>
      )}
    </form>
  );
}

function sizeOf(party: Party): number {
  if (party.kind === 'booking') return party.reservation.reservationDetails.partySize;
  return party.kind === 'door' ? party.body.partySize : (party.wait?.partySize ?? USUAL_PARTY_SIZE);
}
