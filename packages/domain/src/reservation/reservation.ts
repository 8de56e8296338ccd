import { say, sayNow } from '../core/language.ts';
import { type Random, randomCode } from '../core/ids.ts';
import { entryOf, keysOf, humaniseCode } from '../core/variants.ts';
import type { DateText, TimeText } from '../core/time.ts';

/** The facts about one reservation status. To add one, add an entry below and a step in `steps.ts`. */
interface StatusFacts {
  readonly name: string;
  /** The guests have not come yet. A guest can have one such reservation per location. */
  readonly isAwaited: boolean;
  /** The guests are expected or at their table, so their seats are taken. */
  readonly takesSeats: boolean;
}

const FACTS = {
  pending: { name: say`Pending`, isAwaited: true, takesSeats: true },
  confirmed: { name: say`Confirmed`, isAwaited: true, takesSeats: true },
  seated: { name: say`Seated`, isAwaited: false, takesSeats: true },
  completed: { name: say`Completed`, isAwaited: false, takesSeats: false },
  'no-show': { name: say`No-show`, isAwaited: false, takesSeats: false },
  cancelled: { name: say`Cancelled`, isAwaited: false, takesSeats: false },
} as const satisfies Record<string, StatusFacts>;

export type ReservationStatus = keyof typeof FACTS;
export const RESERVATION_STATUSES = keysOf<ReservationStatus>(FACTS);
export const AWAITED_STATUSES = RESERVATION_STATUSES.filter((status) => FACTS[status].isAwaited);
export const SEATED_STATUSES = RESERVATION_STATUSES.filter((status) => FACTS[status].takesSeats);

/** Whether a guest may confirm after the reminder, is asked by the location to confirm, or has confirmed. */
export const GUEST_CONFIRMATIONS = ['offered', 'asked', 'given'] as const;
export type GuestConfirmation = (typeof GUEST_CONFIRMATIONS)[number];

/** The status of a new reservation. */
export const FIRST_RESERVATION_STATUS: ReservationStatus = 'confirmed';

/** Accepts any text. A status that an older tab does not know gets a plain name. */
export function reservationStatusName(status: string): string {
  return sayNow(entryOf<StatusFacts>(FACTS, status)?.name ?? humaniseCode(status));
}

export interface Reservation {
  readonly id: string;
  readonly reservationId: string;
  /** The location's id. */
  readonly location: string;
  readonly customerInfo: {
    readonly name: string;
    readonly email: string;
    readonly phone: string;
    /** The id of the guest's account, under its name in the API; null without one. */
    readonly firebaseId: string | null;
  };
  readonly reservationDetails: {
    readonly date: DateText;
    readonly time: TimeText;
    readonly partySize: number;
    readonly specialRequests: string | null;
  };
  /** The timestamp of date and time in the location's time zone. */
  readonly startsAt: Date;
  readonly status: ReservationStatus;
  readonly reservedAt: Date;
  readonly updatedAt: Date;
  readonly cancelledAt: Date | null;
  readonly cancellationReason: string | null;
  readonly source: string;
  readonly deviceInfo: { readonly userAgent: string; readonly platform: string } | null;
}

/** Capital letters that are not mistaken for digits when read aloud. */
const LETTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ';

/** RES-TRU-20270313-KQWX; the date is that of the reservation, not of the booking. */
export function newReservationId(code: string, date: DateText, random: Random): string {
  return `RES-${code}-${date.replaceAll('-', '')}-${randomCode(4, random, LETTERS)}`;
}
