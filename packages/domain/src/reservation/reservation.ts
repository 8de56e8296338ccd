import { say, sayNow } from '../core/language.ts';
import { type Random, randomCode } from '../core/ids.ts';
import { entryOf, keysOf, plainWord } from '../core/variants.ts';
import type { DateText, TimeText } from '../core/time.ts';

/** All that is known of one state of a reservation. A new one is an entry below and a step in `steps.ts`. */
interface StatusFacts {
  readonly name: string;
  /** Its guests have yet to come: one such booking per guest and location. */
  readonly isAwaited: boolean;
  /** Its guests are expected or sit at their table; otherwise they have left or never came. */
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

/** A booking is confirmed the moment it is made. */
export const FIRST_RESERVATION_STATUS: ReservationStatus = 'confirmed';

/** Of any code: a tab that is older than the server names plainly what it does not know. */
export function reservationStatusName(status: string): string {
  return sayNow(entryOf<StatusFacts>(FACTS, status)?.name ?? plainWord(status));
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
    readonly firebaseId: string | null;
  };
  readonly reservationDetails: {
    readonly date: DateText;
    readonly time: TimeText;
    readonly partySize: number;
    readonly specialRequests: string | null;
  };
  /** The instant of the date and time, by the location's clock. */
  readonly startsAt: Date;
  readonly status: ReservationStatus;
  readonly reservedAt: Date;
  readonly updatedAt: Date;
  readonly cancelledAt: Date | null;
  readonly cancellationReason: string | null;
  readonly source: string;
  readonly deviceInfo: { readonly userAgent: string; readonly platform: string } | null;
}

/** Uppercase letters that are not taken for digits when somebody reads them out. */
const LETTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ';

/** RES-TRU-20270313-KQWX; the date is that of the dinner. */
export function newReservationId(code: string, date: DateText, random: Random): string {
  return `RES-${code}-${date.replaceAll('-', '')}-${randomCode(4, random, LETTERS)}`;
}
