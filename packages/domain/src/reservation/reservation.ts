import { type Random, randomCode } from '../core/ids.ts';
import type { DateText, TimeText } from '../core/time.ts';
import { locationCode } from '../locations/codes.ts';

export const RESERVATION_STATUSES = ['pending', 'confirmed', 'seated', 'completed', 'no-show', 'cancelled'] as const;
export type ReservationStatus = (typeof RESERVATION_STATUSES)[number];

/** Whose guests have yet to come: one such booking per guest and location. */
export const AWAITED_STATUSES = ['pending', 'confirmed'] as const satisfies readonly ReservationStatus[];

/** A booking is confirmed the moment it is made. */
export const FIRST_RESERVATION_STATUS: ReservationStatus = 'confirmed';

export const RESERVATION_STATUS_NAMES: Readonly<Record<ReservationStatus, string>> = {
  pending: 'Pending',
  confirmed: 'Confirmed',
  seated: 'Seated',
  completed: 'Completed',
  'no-show': 'No-show',
  cancelled: 'Cancelled',
};

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
export function newReservationId(locationId: string, date: DateText, random: Random): string {
  return `RES-${locationCode(locationId)}-${date.replaceAll('-', '')}-${randomCode(4, random, LETTERS)}`;
}
