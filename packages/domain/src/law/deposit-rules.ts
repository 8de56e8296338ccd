import { say } from '../core/language.ts';
import { cents, type Cents } from '../core/money.ts';
import { HOME_COUNTRY, provinceOf } from '../locations/index.ts';
import type { LawSource } from './fiscal-rules.ts';

export interface DepositAddress {
  readonly country: string;
  readonly region: string;
  readonly postalCode: string;
}

interface NoShowLaw extends LawSource {
  /** The highest fee for each guest. */
  readonly most: Cents;
  readonly leastParty: number;
  /** Cancelling is free until so many hours before, or longer. */
  readonly freeUntilHours: number;
  /** When the guest is reminded, with a way to cancel, in hours before. Who booked later needs no reminder. */
  readonly reminder: { readonly first: number; readonly last: number };
}

/** Where the law forbids taking money before the hour of a booking: a reading of 2026-11-25, and no legal advice. */
const LAWS: Readonly<Record<string, NoShowLaw>> = {
  QC: {
    title: 'Québec, Regulation respecting the application of the Consumer Protection Act (no-show fees, 2025-07-17)',
    url: 'https://www.legisquebec.gouv.qc.ca/en/document/cr/P-40.1,%20r.%203',
    most: cents(10_00),
    leastParty: 2,
    freeUntilHours: 3,
    reminder: { first: 48, last: 6 },
  },
};

/** The law about fees of guests who do not come; null where only the agreed terms count. */
export function noShowLaw({ country, region, postalCode }: DepositAddress): NoShowLaw | null {
  const province = region || (provinceOf(postalCode) ?? '');
  return (country === HOME_COUNTRY ? LAWS[province] : undefined) ?? null;
}

interface RuleTerms {
  readonly deposit?: Cents | undefined;
  readonly noShowFee?: Cents | undefined;
  readonly freeUntilHours: number;
}

/** Why a location may not have a rule for its bookings; null if it may. */
export function bookingRuleProblem({ noShowFee, freeUntilHours }: RuleTerms, address: DepositAddress): string | null {
  const law = noShowLaw(address);
  if (law === null) return null;
  if (noShowFee === undefined) {
    return say`Québec’s law allows no deposit for a table: nothing may be charged before the hour of the booking. Remove the deposits, or keep a card for a no-show fee. ${law.url}`;
  }
  return noShowFee > law.most || freeUntilHours > law.freeUntilHours
    ? say`Québec’s law allows a no-show fee of at most 10.00 for each guest, and cancelling must be free until ${law.freeUntilHours} hours before. ${law.url}`
    : null;
}

/** Why the fee of a booking may not be charged; null if it may. `remindedAt` is null if the guest was sent no reminder. */
export function noShowFeeProblem(
  booking: {
    readonly partySize: number;
    readonly amount: Cents;
    readonly startsAt: Date;
    readonly reservedAt: Date;
    readonly remindedAt: Date | null;
  },
  address: DepositAddress,
): string | null {
  const law = noShowLaw(address);
  if (law === null) return null;
  const { partySize, amount, startsAt, reservedAt, remindedAt } = booking;
  if (partySize < law.leastParty || amount > law.most * partySize) {
    return say`Québec’s law allows a no-show fee of at most 10.00 for each guest, from two guests on. Waive the fee.`;
  }
  const hoursBefore = (at: Date) => (startsAt.getTime() - at.getTime()) / 3_600_000;
  if (hoursBefore(reservedAt) < law.reminder.last) return null;
  const wasReminded =
    remindedAt !== null &&
    hoursBefore(remindedAt) <= law.reminder.first &&
    hoursBefore(remindedAt) >= law.reminder.last;
  return wasReminded
    ? null
    : say`The guest was sent no reminder ${law.reminder.last} to ${law.reminder.first} hours before. Without it, Québec’s law allows no fee. Waive the fee.`;
}
