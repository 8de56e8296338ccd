import { say } from '../core/language.ts';
import { fromDollars, ZERO } from '../core/money.ts';
import { rateFromDecimal, type Rate } from '../core/rates.ts';
import type { DateText } from '../core/time.ts';
import { TAX_CLASSES, type TaxClass } from '../core/tax-classes.ts';
import { onEverything, type TaxCode, type Taxation, type TipBase } from './tax-codes.ts';
import { HOME_COUNTRY } from '../locations/place.ts';
import { NUNAVUT_PREFIXES, POSTAL_LETTERS, PROVINCES, type Province } from '../locations/provinces.ts';
import { TAX_LAW, TIPS_BEFORE_TAX, type LawLine } from './tax-law.ts';
import { ratesFromWire, type WireRates } from './wire-taxes.ts';
import { taxFor, type TaxOverride } from './tax.ts';

/** The taxes a location carries: its province's by the law of the day, or codes of its own. */
export interface LocationTaxes {
  readonly follows: Province | null;
  /** With the numbers the business pays them under. The rates of a province that is followed are the law's. */
  readonly codes: readonly CarriedCode[];
  /** Prices have them in them; only codes of its own can be. */
  readonly included?: boolean | undefined;
}

export interface CarriedCode {
  readonly code: string;
  readonly label: string;
  readonly registration: string | null;
  /** Null: the law's. */
  readonly rates: Readonly<Partial<Record<TaxClass, Rate>>> | null;
}

/** As the wire tells them. */
interface WireLocationTaxes {
  readonly follows: Province | null;
  readonly codes: readonly (Omit<CarriedCode, 'rates'> & { readonly rates: WireRates | null })[];
  readonly included?: boolean | undefined;
}

export function locationTaxesFromWire({ follows, codes, included }: WireLocationTaxes): LocationTaxes {
  return {
    follows,
    codes: codes.map((each) => ({ ...each, rates: each.rates && ratesFromWire(each.rates) })),
    ...(included && { included }),
  };
}

/** A price has one tax in it, or nobody could say which part of it is whose. */
export function locationTaxesProblem({ follows, codes, included }: WireLocationTaxes): string | null {
  if (!included) return null;
  if (follows !== null) return say`By this law taxes are added to the price`;
  const paid = codes.flatMap(({ rates }) => Object.keys(rates ?? {}));
  return new Set(paid).size < paid.length
    ? say`Prices that include tax include one: two of these are on the same`
    : null;
}

/** What of a location decides its taxes. */
export interface TaxationFacts {
  /** Where it is not said, at home. */
  readonly country?: string | undefined;
  readonly postalCode: string | null | undefined;
  /** Null: what the postal code alone says. */
  readonly taxes: LocationTaxes | null;
  readonly override?: TaxOverride | null | undefined;
  readonly tipBase: TipBase | null;
}

export function provinceOf(postalCode: string | null | undefined): Province | null {
  const code = (postalCode ?? '').trim().toUpperCase();
  if (!/^[A-Z]\d/.test(code)) return null;
  if (NUNAVUT_PREFIXES.some((prefix) => code.startsWith(prefix))) return 'NU';
  const found = Object.entries(POSTAL_LETTERS).find(([, letters]) => letters.includes(code.charAt(0)));
  return (found?.[0] as Province | undefined) ?? null;
}

/** What of a place says which law of taxes holds there. */
export interface LawfulPlace {
  readonly country: string;
  readonly region: string;
  readonly postalCode: string;
}

/**
 * What a new location is given, or one that moved; null where no province is known. Of other countries we know no law,
 * and Canada's is not theirs: nothing, until its owner writes it down.
 */
export function proposedTaxes({ country, region, postalCode }: LawfulPlace, on: DateText): LocationTaxes | null {
  if (country !== HOME_COUNTRY) return { follows: null, codes: [] };
  const province = isProvince(region) ? region : provinceOf(postalCode);
  return province === null ? null : followed(province, on);
}

/**
 * The taxes of a location that is moved: its new province's or country's, where another law holds there; otherwise they
 * stay as they are (undefined). Numbers under which it pays go along where the tax has the same name.
 */
export function taxesAfterMove(
  was: LawfulPlace & { readonly taxes: LocationTaxes | null },
  next: LawfulPlace,
  on: DateText,
): LocationTaxes | null | undefined {
  const isAbroad = was.country !== next.country;
  const follows = was.taxes?.follows ?? null;
  if (!isAbroad && (follows === null || next.country !== HOME_COUNTRY)) return undefined;
  const proposed = proposedTaxes(next, on);
  if (!isAbroad && (proposed === null || proposed.follows === follows)) return undefined;
  if (proposed === null) return null;
  const numbers = new Map(was.taxes?.codes.map(({ code, registration }) => [code, registration]));
  const codes = proposed.codes.map((each) => ({ ...each, registration: numbers.get(each.code) ?? null }));
  return { ...proposed, codes };
}

function isProvince(region: string): region is Province {
  return Object.hasOwn(PROVINCES, region);
}

/** A province's codes, without the numbers that the business has to say itself. */
export function followed(province: Province, on: DateText): LocationTaxes {
  const codes = lawOf(province, on).map(({ code, label }) => ({ code, label, registration: null, rates: null }));
  return { follows: province, codes };
}

/** How a location's bills are taxed on a day of its own calendar. */
export function taxationOf(location: TaxationFacts, on: DateText): Taxation {
  // A rate of its own goes before everything, and is added as it always was.
  const included = location.taxes?.included === true && (location.override?.rate ?? null) === null;
  return { codes: codesOf(location, on), tipBase: tipBaseOf(location), ...(included && { included }) };
}

function codesOf({ country, postalCode, taxes, override }: TaxationFacts, on: DateText): readonly TaxCode[] {
  const hasOwnRate = (override?.rate ?? null) !== null;
  // Postal codes of other countries look like Canada's: E1 is New Brunswick, and London.
  if (taxes === null && !hasOwnRate && !isAtHome(country)) return [];
  if (taxes === null || hasOwnRate) {
    const { rate, label } = taxFor(postalCode, on, override);
    return [onEverything(rate, label)];
  }
  const { follows, codes } = taxes;
  if (follows === null) return codes.map((each) => ({ ...each, rates: each.rates ?? {}, small: null }));
  const registered = new Map(codes.map(({ code, registration }) => [code, registration]));
  return lawOf(follows, on).map((law) => ({ ...law, registration: registered.get(law.code) ?? null }));
}

/** Where the law wants tips reckoned before tax it is not the location's to say. */
export function tipBaseOf({ tipBase, ...location }: Omit<TaxationFacts, 'override'>): TipBase {
  return isTipBaseLaw(location) ? 'before-tax' : (tipBase ?? 'with-tax');
}

export function isTipBaseLaw({
  country,
  postalCode,
  taxes,
}: Pick<TaxationFacts, 'country' | 'postalCode' | 'taxes'>): boolean {
  if (!isAtHome(country)) return false;
  const province = taxes?.follows ?? provinceOf(postalCode);
  return province !== null && TIPS_BEFORE_TAX.includes(province);
}

function isAtHome(country: string | undefined): boolean {
  return (country ?? HOME_COUNTRY) === HOME_COUNTRY;
}

/** Each province's of the day that was asked last: every order asks for the same. */
const cached = new Map<Province, { readonly on: DateText; readonly law: readonly TaxCode[] }>();

/** A province's taxes as they are in force on a day. */
function lawOf(province: Province, on: DateText): readonly TaxCode[] {
  const last = cached.get(province);
  if (last?.on === on) return last.law;
  const law = readLaw(province, on);
  cached.set(province, { on, law });
  return law;
}

function readLaw(province: Province, on: DateText): TaxCode[] {
  const lines = TAX_LAW.filter((line) => line.province === province);
  return [...Map.groupBy(lines, ({ code }) => code)].map(([code, ofCode]): TaxCode => {
    const rates: Partial<Record<TaxClass, Rate>> = {};
    for (const each of TAX_CLASSES) {
      const line = inForce(ofCode, each, on);
      if (line) rates[each] = percent(line.percent);
    }
    const small = inForce(ofCode, 'meal', on)?.small;
    return {
      code,
      label: code,
      registration: null,
      rates,
      small: small ? { upTo: fromDollars(small.upTo) ?? ZERO, rate: percent(small.percent) } : null,
    };
  });
}

/** The latest that has begun and not ended; before its first day a tax has the rate of its first line. */
function inForce(lines: readonly LawLine[], taxClass: TaxClass, on: DateText): LawLine | undefined {
  const ofClass = lines
    .filter(({ classes }) => classes.includes(taxClass))
    .toSorted((a, b) => a.from.localeCompare(b.from, 'en'));
  return ofClass.findLast(({ from, until }) => from <= on && (until === undefined || on <= until)) ?? ofClass[0];
}

function percent(value: number): Rate {
  return rateFromDecimal(value / 100);
}
