import { say } from '../core/language.ts';
import { ok, type Result, fail } from '../core/result.ts';

/** The party size from which a party is large. */
export const LARGE_PARTY = 9;

/**
 * Limits of reserved seats in upcoming reservations, per guest and per network address. They are well above what a
 * family or office needs.
 */
export const MAX_SEATS_IN_USE = {
  /** Seats at one location on one day. */
  onDay: { person: 80, address: 120 },
  /** Seats in total. */
  inAll: { person: 300, address: 400 },
  /** Large parties at one location on one day. Above this, guests must be verified. */
  largeOnDay: { address: 3, everybody: 6 },
} as const;

interface Seats {
  /** At the location on the requested day. */
  readonly onDay: number;
  readonly inAll: number;
}

/** The seats already reserved in upcoming reservations. */
export interface SeatsInUse {
  readonly person: Seats & { readonly bookingsHere: number };
  /** By unverified guests only, because a hotel or a whole network can share an address. */
  readonly address: Seats & { readonly largeOnDay: number };
  readonly largeOnDay: number;
}

/**
 * Checks that the guest may reserve these seats as well. A guest with a verified email address or phone number may have
 * several reservations, and others at the same address do not count. Everyone has a limit. `phone` is the number to
 * call instead.
 */
export function checkReservedSeats(
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
  const hasTooManyLargeParties =
    partySize >= LARGE_PARTY &&
    (address.largeOnDay >= MAX_SEATS_IN_USE.largeOnDay.address ||
      reserved.largeOnDay >= MAX_SEATS_IN_USE.largeOnDay.everybody);
  if (!isProven && (person.bookingsHere > 0 || hasTooManyLargeParties)) {
    const text = isSignedIn
      ? say`Please confirm your email address first. Then book again, or call us at ${phone}.`
      : say`Please sign in with a confirmed email address to book this, or call us at ${phone}.`;
    return fail('proof-needed', text);
  }
  const exceedsLimits = (seats: Seats, of: 'person' | 'address'): boolean =>
    seats.onDay + partySize > MAX_SEATS_IN_USE.onDay[of] || seats.inAll + partySize > MAX_SEATS_IN_USE.inAll[of];
  if (!exceedsLimits(person, 'person') && (isProven || !exceedsLimits(address, 'address'))) return ok(true);
  return fail(
    'too-many-seats',
    say`That is more than can be booked online at once. Please call us at ${phone}, and we will find you a table.`,
  );
}
