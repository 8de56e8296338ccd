import type { Cents } from '../core/money.ts';
import type { DateText } from '../core/time.ts';
import { HOME_COUNTRY } from '../locations/country.ts';
import { provinceOf } from '../locations/provinces.ts';

/** A page or an act that states a rule. */
export interface LawSource {
  readonly title: string;
  readonly url: string;
}

/** What a rule requires, in a closed shape for each topic. */
export type LawTerms =
  /** How tips may be suggested. */
  | { readonly topic: 'tips-suggested'; readonly rule: { readonly base: 'before-tax' } }
  /** Who may keep or reduce tips. */
  | { readonly topic: 'tips-shared'; readonly rule: TipSharing }
  /** The fee for a reservation to which no guest came. */
  | { readonly topic: 'no-show-fees'; readonly rule: NoShowFee }
  | { readonly topic: 'gift-cards'; readonly rule: GiftCards }
  /** When points may lapse. Null: they may lapse only for inactivity, and no period is given. */
  | { readonly topic: 'points'; readonly rule: { readonly inactivity: PointsInactivity | null } }
  /** Fees that every guest pays are part of the first price. */
  | { readonly topic: 'mandatory-fees'; readonly rule: { readonly inFirstTotal: true } };

export interface TipSharing {
  /** False where no law gives tips to the staff. */
  readonly belongsToStaff: boolean;
  readonly ownerMayShare: 'yes' | 'for-same-work' | 'no';
  readonly mayDeductCardFees: boolean;
}

export interface NoShowFee {
  readonly mostPerPerson: Cents;
  readonly leastParty: number;
  readonly freeUntilHours: number;
  /** A reminder must be sent between these hours before the reservation. */
  readonly reminderHours: { readonly earliest: number; readonly latest: number };
  readonly mayTakeInAdvance: boolean;
}

export interface GiftCards {
  readonly mayExpire: boolean;
  /** Balances up to this amount are paid out when the guest asks. Null: the law does not say. */
  readonly payOutUpTo: Cents | null;
  readonly mustState: readonly ('expiry' | 'fees' | 'refunds' | 'balance-contact' | 'terms')[];
}

export interface PointsInactivity {
  readonly leastMonths: number;
  /** A notice must be sent between these days before points lapse. */
  readonly noticeDays: { readonly earliest: number; readonly latest: number };
}

/**
 * An example that an authority published, to compare with what the till calculates. Amounts of tax are listed by code:
 * `GST`, `QST`.
 */
export type LawExample = {
  readonly date: DateText;
  readonly amount: Cents;
  readonly source: LawSource;
} & (
  | { readonly kind: 'tax-added'; readonly taxes: Readonly<Record<string, Cents>> }
  /** A fee or deposit that the guest lost: each tax is a fraction of the whole amount. */
  | { readonly kind: 'tax-inside'; readonly taxes: Readonly<Record<string, Cents>> }
  | { readonly kind: 'suggested-tip'; readonly percent: number; readonly tip: Cents }
);

/** A rule of the law: the same shape for every topic. Never edit a rule that was in force: end it and add a new one. */
export type LawRule = {
  readonly id: string;
  /** ISO 3166 code. */
  readonly country: string;
  /** A Canadian province; absent for the whole country. */
  readonly region?: string;
  /** The first day. Null: it was in force when it was read, or it is announced without a date. */
  readonly from: DateText | null;
  readonly isAnnounced?: boolean;
  readonly until?: DateText;
  readonly title: string;
  readonly text: string;
  readonly source: LawSource;
  readonly readOn: DateText;
  /** Who makes sure that the rule is kept; `not-offered`: Tiffin has no such feature. */
  readonly handledBy: 'till' | 'restaurant' | 'not-offered';
  readonly examples?: readonly LawExample[];
} & LawTerms;

/** The parts of an address that decide which law applies. */
export interface LawAddress {
  readonly country: string;
  readonly region: string;
  /** Tells the province of a Canadian address without one. */
  readonly postalCode: string;
}

export function legalRegion({ country, region, postalCode }: LawAddress): string {
  return region === '' && country === HOME_COUNTRY ? (provinceOf(postalCode) ?? '') : region;
}

/** True on the days between the first and the last one of a rule. A rule without a first day is never in force. */
export function isInForce(
  { from, until }: { readonly from: DateText | null; readonly until?: DateText },
  date: DateText,
): boolean {
  return from !== null && from <= date && (until === undefined || date <= until);
}

export function appliesAt(rule: { readonly country: string; readonly region?: string }, address: LawAddress): boolean {
  if (rule.country !== address.country) return false;
  return rule.region === undefined || rule.region === legalRegion(address);
}
