import { say } from '../core/language.ts';
import { failure } from '../core/errors.ts';
import { err, ok, type Result } from '../core/result.ts';

/** From this size on a party is large. */
export const LARGE_PARTY = 9;

/** How much may be held of what is still to come, by one account and from one network address; families and offices stay far below. */
export const MAX_SEATS_IN_USE = {
  /** Seats of one location on one day. */
  onDay: { person: 80, address: 120 },
  /** Seats altogether. */
  inAll: { person: 300, address: 400 },
  /** Large parties of one location on one day; from here on they need a proven guest. */
  largeOnDay: { address: 3, everybody: 6 },
} as const;

interface Seats {
  /** At the location on the day that is asked for. */
  readonly onDay: number;
  readonly inAll: number;
}

/** What is held already, of dinners still to come. */
export interface SeatsInUse {
  readonly person: Seats & { readonly bookingsHere: number };
  /** By guests who have proven nothing: a hotel, or a whole network, may share one address. */
  readonly address: Seats & { readonly largeOnDay: number };
  readonly largeOnDay: number;
}

/**
 * May this guest hold these seats too? Whoever has proven an e-mail address or telephone may hold
 * several tables, whoever else books from their address; for everybody there is an end. `phone` is where one goes on.
 */
export function mayHold(
  request: {
    readonly partySize: number;
    readonly isProven: boolean;
    readonly isSignedIn: boolean;
    readonly phone: string;
  },
  reserved: SeatsInUse,
): Result<true> {
  const { partySize, isProven, isSignedIn, phone } = request;
  const { person, address } = reserved;
  const isOneOfMany =
    partySize >= LARGE_PARTY &&
    (address.largeOnDay >= MAX_SEATS_IN_USE.largeOnDay.address ||
      reserved.largeOnDay >= MAX_SEATS_IN_USE.largeOnDay.everybody);
  if (!isProven && (person.bookingsHere > 0 || isOneOfMany)) {
    const text = isSignedIn
      ? say`Please confirm your email address first. Then book again, or call us at ${phone}.`
      : say`Please sign in with a confirmed email address to book this, or call us at ${phone}.`;
    return err(failure('proof-needed', text));
  }
  const isTooMuch = (seats: Seats, of: 'person' | 'address'): boolean =>
    seats.onDay + partySize > MAX_SEATS_IN_USE.onDay[of] || seats.inAll + partySize > MAX_SEATS_IN_USE.inAll[of];
  if (!isTooMuch(person, 'person') && (isProven || !isTooMuch(address, 'address'))) return ok(true);
  return err(
    failure(
      'too-many-seats',
      say`That is more than can be booked online at once. Please call us at ${phone}: we will find you room.`,
    ),
  );
}
