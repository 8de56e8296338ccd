import { centsOf, rateFromPercent, say, type DateText, type Rate } from '../core/index.ts';
import { TAX_CLASSES, type TaxClass } from '../core/tax-classes.ts';
import { singleTaxCode, type TaxCode, type Taxation, type TipBase } from './tax-codes.ts';
import { HOME_COUNTRY } from '../locations/country.ts';
import { isProvince, provinceOf, type Province } from '../locations/provinces.ts';
import { TAX_LAW, type TaxLawEntry } from './tax-law.ts';
import { ratesFromWire, type WireRates } from './wire-taxes.ts';
import { taxFor, type TaxOverride } from './tax.ts';

/** The taxes of a location: its province's taxes by the law of the day, or its own codes. */
export interface LocationTaxes {
  /** The province whose law applies; null if the location has its own codes. */
  readonly follows: Province | null;
  /** With the registration numbers of the business. If `follows` is set, the rates come from the law. */
  readonly codes: readonly LocationTaxCode[];
  /** True if prices include these taxes. Only allowed for a location's own codes. */
  readonly included?: boolean | undefined;
}

export interface LocationTaxCode {
  readonly code: string;
  readonly label: string;
  readonly registration: string | null;
  /** Null: the rates of the law. */
  readonly rates: Readonly<Partial<Record<TaxClass, Rate>>> | null;
}

/** The form used by the API. */
interface WireLocationTaxes {
  readonly follows: Province | null;
  readonly codes: readonly (Omit<LocationTaxCode, 'rates'> & { readonly rates: WireRates | null })[];
  readonly included?: boolean | undefined;
}

/** The taxes of a location from the API, with exact rates. */
export function locationTaxesFromWire({ follows, codes, included }: WireLocationTaxes): LocationTaxes {
  return {
    follows,
    codes: codes.map((each) => ({ ...each, rates: each.rates && ratesFromWire(each.rates) })),
    included: included || undefined,
  };
}

/**
 * Checks taxes that are included in prices. Each class may have one such tax only, otherwise the parts of a price could
 * not be told apart.
 */
export function locationTaxesProblem({ follows, codes, included }: WireLocationTaxes): string | null {
  if (!included) return null;
  if (follows !== null) return say`Under this law, taxes are added to the price`;
  const taxedClasses = codes.flatMap(({ rates }) => Object.keys(rates ?? {}));
  return new Set(taxedClasses).size < taxedClasses.length
    ? say`Prices that include tax can include only one tax on the same item`
    : null;
}

/** What decides how the bills of a location are taxed. */
export interface TaxationFacts {
  /** Defaults to Canada. */
  readonly country?: string | undefined;
  readonly postalCode: string | null | undefined;
  /** Null: the postal code alone decides. */
  readonly taxes: LocationTaxes | null;
  readonly override?: TaxOverride | null | undefined;
  readonly tipBase: TipBase | null;
}

/** The parts of an address that decide which tax law applies. */
export interface TaxAddress {
  readonly country: string;
  readonly region: string;
  readonly postalCode: string;
}

/**
 * The taxes proposed for a new or moved location, or null if the province is unknown. Other countries start without
 * taxes, because only Canada's law is known here; the owner configures them.
 */
export function proposedTaxes({ country, region, postalCode }: TaxAddress, date: DateText): LocationTaxes | null {
  if (country !== HOME_COUNTRY) return { follows: null, codes: [] };
  const province = isProvince(region) ? region : provinceOf(postalCode);
  return province === null ? null : taxesOfProvince(province, date);
}

/**
 * The new taxes of a location that moved, or undefined if the same law still applies. Registration numbers are carried
 * over to taxes with the same code.
 */
export function taxesAfterMove(
  oldLocation: TaxAddress & { readonly taxes: LocationTaxes | null },
  newAddress: TaxAddress,
  date: DateText,
): LocationTaxes | null | undefined {
  const leavesCountry = oldLocation.country !== newAddress.country;
  const follows = oldLocation.taxes?.follows ?? null;
  if (!leavesCountry && (follows === null || newAddress.country !== HOME_COUNTRY)) return undefined;
  const proposed = proposedTaxes(newAddress, date);
  if (!leavesCountry && (proposed === null || proposed.follows === follows)) return undefined;
  if (proposed === null) return null;
  const registrations = new Map(oldLocation.taxes?.codes.map(({ code, registration }) => [code, registration]));
  const codes = proposed.codes.map((each) => ({ ...each, registration: registrations.get(each.code) ?? null }));
  return { ...proposed, codes };
}

/** A province's codes, without registration numbers, which the business must add. */
export function taxesOfProvince(province: Province, date: DateText): LocationTaxes {
  const codes = lawOf(province, date).map(({ code, label }) => ({ code, label, registration: null, rates: null }));
  return { follows: province, codes };
}

/** How the bills of a location are taxed on a day in its time zone. */
export function taxationOf(location: TaxationFacts, date: DateText): Taxation {
  // A rate override comes first and is always added to the price.
  const included = location.taxes?.included === true && (location.override?.rate ?? null) === null;
  return { codes: codesOf(location, date), tipBase: tipBaseOf(location, date), included: included || undefined };
}

function codesOf({ country, postalCode, taxes, override }: TaxationFacts, on: DateText): readonly TaxCode[] {
  const hasOwnRate = (override?.rate ?? null) !== null;
  // Postal codes of other countries can look Canadian: E1 is both New Brunswick and London.
  if (taxes === null && !hasOwnRate && !isAtHome(country)) return [];
  if (taxes === null || hasOwnRate) {
    const { rate, label } = taxFor(postalCode, on, override);
    return [singleTaxCode(rate, label)];
  }
  const { follows, codes } = taxes;
  if (follows === null) return codes.map((each) => ({ ...each, rates: each.rates ?? {}, small: null }));
  const registrations = new Map(codes.map(({ code, registration }) => [code, registration]));
  return lawOf(follows, on).map((law) => ({ ...law, registration: registrations.get(law.code) ?? null }));
}

/** The base for percentage tips on a day. Where the law requires tips before tax, the location's setting is ignored. */
export function tipBaseOf({ tipBase, ...location }: Omit<TaxationFacts, 'override'>, date: DateText): TipBase {
  return isTipBaseSetByLaw(location, date) ? 'before-tax' : (tipBase ?? 'with-tax');
}

/**
 * Québec requires suggested tips to be calculated on the amount before tax: Consumer Protection Act (CQLR c P-40.1),
 * amended by 2024, c 32.
 */
const QUEBEC_TIPS_BEFORE_TAX_FROM: DateText = '2025-05-07';

/** True if the law requires tips before tax there on that day. */
export function isTipBaseSetByLaw(
  { country, postalCode, taxes }: Pick<TaxationFacts, 'country' | 'postalCode' | 'taxes'>,
  date: DateText,
): boolean {
  const province = taxes?.follows ?? provinceOf(postalCode);
  return isAtHome(country) && province === 'QC' && date >= QUEBEC_TIPS_BEFORE_TAX_FROM;
}

function isAtHome(country: string | undefined): boolean {
  return (country ?? HOME_COUNTRY) === HOME_COUNTRY;
}

/** Caches each province's taxes for the last requested day, because nearly all orders need the same day. */
const cached = new Map<Province, { readonly on: DateText; readonly law: readonly TaxCode[] }>();

/** A province's taxes in force on a day. */
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
      small: small ? { upTo: centsOf(small.upTo), rate: percent(small.percent) } : null,
    };
  });
}

/** The latest line in force on that day. Before the first line starts, its rate applies. */
function inForce(lines: readonly TaxLawEntry[], taxClass: TaxClass, on: DateText): TaxLawEntry | undefined {
  const ofClass = lines
    .filter(({ classes }) => classes.includes(taxClass))
    .toSorted((a, b) => a.from.localeCompare(b.from, 'en'));
  return ofClass.findLast(({ from, until = on }) => from <= on && on <= until) ?? ofClass[0];
}

function percent(value: number): Rate {
  return rateFromPercent(value);
}
