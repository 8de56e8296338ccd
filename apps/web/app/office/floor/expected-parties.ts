import { say } from '@tiffin/domain/core';
import { chooseSeating } from '@tiffin/domain/floor';
import {
  AWAITED_STATUSES,
  DEFAULT_STAYS,
  isAtTable,
  isCalledParty,
  stayMinutes,
  type Seating,
} from '@tiffin/domain/reservation';
import { formatTime } from '../../ui/format.ts';
import { partyNameOf, type HostDay, type Reservation } from '../reservations/reservation.ts';
import { seatsText, type Floor } from './floor-data.ts';

/** A party that is awaited at tables of the plan. */
interface ExpectedParty {
  readonly reservationId: string;
  /** Its tables by name, such as 12 or 12+13. */
  readonly tableNumber: string | null;
  readonly startsAt: string;
  readonly name: string;
  /** True if the table is kept for a party that was called from the waitlist. */
  readonly isCalled?: boolean | undefined;
}

/** The parties that are awaited today. Without the bookings of the day, those that the plan shows. */
export function expectedParties({ tables }: Floor, day?: HostDay): readonly ExpectedParty[] {
  if (!day) {
    return tables.flatMap(({ name, sitting, booking }) =>
      booking && !sitting ? [{ ...booking, tableNumber: name }] : [],
    );
  }
  return day.reservations
    .filter(({ status }) => AWAITED_STATUSES.some((each) => each === status))
    .map((reservation) => ({
      ...reservation,
      name: partyNameOf(reservation),
      isCalled: isCalledParty(reservation),
    }));
}

interface SeatedParty {
  readonly partySize: number;
  /** Its own booking; null for a walk-in. */
  readonly reservation: Reservation | null;
  readonly now: Date;
}

const minutesOf = ({ partySize, reservation }: SeatedParty) =>
  reservation?.stayMinutes ?? stayMinutes(DEFAULT_STAYS, partySize);
const othersThan = ({ reservation }: SeatedParty, parties: readonly ExpectedParty[]) =>
  parties.filter(({ reservationId }) => reservationId !== reservation?.reservationId);

/** The best free seating for the whole stay of a party that sits down now. */
export function proposeSeating(floor: Floor, party: SeatedParty, expected: readonly ExpectedParty[]): Seating | null {
  const stay = { partySize: party.partySize, now: party.now, minutes: minutesOf(party) };
  return chooseSeating(floor, stay, othersThan(party, expected));
}

/** The party that comes next to these tables while this one sits there. */
export function nextAtTables(
  { tables }: Floor,
  ids: readonly string[],
  party: SeatedParty,
  expected: readonly ExpectedParty[],
): ExpectedParty | undefined {
  const names = tables.flatMap(({ tableId, name }) => (ids.includes(tableId) ? name : []));
  const end = party.now.getTime() + minutesOf(party) * 60_000;
  return othersThan(party, expected)
    .filter(
      ({ tableNumber, startsAt }) => names.some((name) => isAtTable(tableNumber, name)) && Date.parse(startsAt) < end,
    )
    .toSorted((one, other) => Date.parse(one.startsAt) - Date.parse(other.startsAt))[0];
}

/** A seating in a menu, with what speaks against it: too few seats, or the party that comes next. */
export function seatingText(
  { name, seats }: Seating,
  partySize: number,
  next: ExpectedParty | undefined,
  zone: string,
) {
  const words = seats < partySize ? say`${name}, only ${seatsText(seats)}` : `${name}, ${seatsText(seats)}`;
  if (!next) return words;
  return next.isCalled
    ? say`${words}, kept for ${next.name}`
    : say`${words}, ${next.name} at ${formatTime(next.startsAt, 'time', zone)}`;
}
