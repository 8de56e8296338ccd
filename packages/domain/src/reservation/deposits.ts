import { say } from '../core/language.ts';
import { amountWithCurrency, cents, multiplyCents, ZERO, type Cents } from '../core/money.ts';
import { includedTaxOf, type Rate } from '../core/rates.ts';
import { addMinutes, type DateText } from '../core/time.ts';
import { weekdayOf } from '../hours/dates.ts';
import type { Weekday } from '../hours/week.ts';
import type { ReservationStatus } from './reservation.ts';

/** Which bookings need a deposit, or a card that is kept for a fee. What a rule does not name fits every booking. */
export interface BookingRule {
  readonly fromPartySize?: number | undefined;
  readonly weekdays?: readonly Weekday[] | undefined;
  readonly from?: DateText | undefined;
  readonly until?: DateText | undefined;
  /** For each guest. A rule has either a deposit or a fee. */
  readonly deposit?: Cents | undefined;
  /** For each guest: what a party pays that does not come. Its card is kept while it books. */
  readonly noShowFee?: Cents | undefined;
  /** Until so many hours before its time, a booking is cancelled for free. */
  readonly freeUntilHours: number;
}

export const BOOKING_RULE_LIMITS = {
  rules: 10,
  least: cents(100),
  most: cents(500_00),
  freeUntilHours: 14 * 24,
} as const;
/** How long a booking keeps its seats while its payment page is open. */
export const DEPOSIT_HOLD_MINUTES = 10;
/** How long a booking by staff keeps them for its guest, who gets a link. Providers keep a page open for a day at most. */
export const DEPOSIT_LINK_HOURS = 23;

/** For how many days after its time the card of a booking is kept if nobody charges its fee. */
export const KEPT_CARD_DAYS = 14;

/**
 * `open`: its page waits. `kept` and `returned` can follow each other: a no-show can be waived. Of a fee, `paid` means that
 * the card is kept, `kept` that it was charged, and `returned` that the card was let go or the fee went back.
 */
export const DEPOSIT_STATES = ['open', 'paid', 'used', 'returned', 'kept'] as const;

/** The deposit of a booking, or the fee for which its card is kept, by the terms that its guest agreed to. */
export interface BookingDeposit {
  readonly amount: Cents;
  readonly isFee?: true | undefined;
  /** The kept card at the provider, until it is let go there. */
  readonly card?: string | undefined;
  readonly freeUntilHours: number;
  /** An instant as ISO text. */
  readonly freeUntil: string;
  readonly state: (typeof DEPOSIT_STATES)[number];
  readonly waived?: { readonly at: string; readonly reason: string } | undefined;
}

/** The deposit or the fee of a party by the first rule that fits; null if it needs none. */
export function depositOf(
  rules: readonly BookingRule[],
  { date, partySize }: { readonly date: DateText; readonly partySize: number },
): Pick<BookingDeposit, 'amount' | 'freeUntilHours' | 'isFee'> | null {
  const rule = rules.find(
    ({ fromPartySize = 1, weekdays = [], from = date, until = date }) =>
      partySize >= fromPartySize &&
      (weekdays.length === 0 || weekdays.includes(weekdayOf(date))) &&
      from <= date &&
      date <= until,
  );
  if (!rule) return null;
  const { deposit, noShowFee = ZERO, freeUntilHours } = rule;
  const isFee = deposit === undefined || undefined;
  return { amount: multiplyCents(deposit ?? noShowFee, partySize), freeUntilHours, isFee };
}

const HOUR_MS = 60 * 60_000;

/** Until when a booking keeps its seats for its payment; with a link, until it begins at most. */
export function seatsHeldUntil(now: Date, startsAt: Date, isByLink: boolean): Date {
  if (!isByLink) return addMinutes(now, DEPOSIT_HOLD_MINUTES);
  return new Date(Math.min(startsAt.getTime(), now.getTime() + DEPOSIT_LINK_HOURS * HOUR_MS));
}

/** Until when a booking is cancelled for free. */
export function freeUntil(startsAt: Date, freeUntilHours: number): string {
  return new Date(startsAt.getTime() - freeUntilHours * HOUR_MS).toISOString();
}

/** The deposit of a booking that is moved. Whoever moves too late to cancel for free cannot cancel for free afterwards. */
export function movedDeposit(deposit: BookingDeposit, startsAt: Date, now: Date): BookingDeposit {
  if (now > new Date(deposit.freeUntil)) return deposit;
  return { ...deposit, freeUntil: freeUntil(startsAt, deposit.freeUntilHours) };
}

interface DepositedBooking {
  readonly status: ReservationStatus;
  readonly cancelledBy: 'guest' | 'staff' | null;
  readonly cancelledAt: Date | null;
  readonly deposit: BookingDeposit;
}

/**
 * What happens to a paid deposit: it waits for its bill, goes back to the card, or stays with the restaurant. A part that
 * its bill did not need goes back (`isUsed`). While the party owes a bill, its deposit waits.
 */
export function depositFate(
  { status, cancelledBy, cancelledAt, deposit }: DepositedBooking,
  { isUsed, owesBill }: { readonly isUsed: boolean; readonly owesBill: boolean },
): 'waits' | 'goes-back' | 'stays' {
  if (deposit.waived || isUsed) return 'goes-back';
  if (status === 'no-show') return 'stays';
  if (status === 'completed') return owesBill ? 'waits' : 'goes-back';
  if (status !== 'cancelled') return 'waits';
  const isLate = cancelledBy === 'guest' && cancelledAt !== null && cancelledAt > new Date(deposit.freeUntil);
  return isLate ? 'stays' : 'goes-back';
}

/** Whether a kept card is let go: its party came, or its booking ended in time. Otherwise it waits, or can be charged. */
export function isCardLetGo(booking: DepositedBooking): boolean {
  return booking.status === 'seated' || depositFate(booking, { isUsed: false, owesBill: false }) === 'goes-back';
}

/** Whether the fee of a booking can be charged now: nobody came, or it was cancelled too late, and its time has come. */
export function isFeeDue(booking: DepositedBooking & { readonly startsAt: Date }, now: Date): boolean {
  const { state, isFee } = booking.deposit;
  const isMissed = depositFate(booking, { isUsed: false, owesBill: false }) === 'stays';
  return isFee === true && state === 'paid' && isMissed && booking.startsAt <= now;
}

/** A tax in a deposit that stays. */
export interface DepositTax {
  readonly code: string;
  readonly rate: Rate;
  readonly amount: Cents;
}

/** The taxes in a deposit that stays: of each code its own fraction of the whole. */
export function taxesInDeposit(
  kept: Cents,
  codes: readonly { readonly code: string; readonly rates: { readonly charge?: Rate | undefined } }[],
): DepositTax[] {
  return codes.flatMap(({ code, rates: { charge: rate } }) =>
    rate === undefined ? [] : [{ code, rate, amount: includedTaxOf(kept, rate) }],
  );
}

/** What a guest reads about a deposit or a fee before booking and afterwards. `until` is the text of the last free time. */
export function depositTerms(
  { amount, isFee }: Pick<BookingDeposit, 'amount' | 'isFee'>,
  until: string | null,
): string {
  const sum = amountWithCurrency(amount);
  if (isFee) {
    return until === null
      ? say`Your card is kept, and nothing is charged now. If you cancel or do not come, the restaurant may charge ${sum}.`
      : say`Your card is kept, and nothing is charged now. Cancel until ${until} for free; later, or if you do not come, the restaurant may charge ${sum}.`;
  }
  return until === null
    ? say`A deposit of ${sum} is paid by card and taken off your bill. If you cancel or do not come, it is not returned.`
    : say`A deposit of ${sum} is paid by card and taken off your bill. Cancel until ${until} and it goes back to your card; later, or if you do not come, it is not returned.`;
}
