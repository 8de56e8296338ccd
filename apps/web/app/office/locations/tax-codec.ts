import { cents, localDate, say, withoutUndefined } from '@tiffin/domain/core';
import {
  locationTaxesFromWire,
  locationTaxesProblem,
  PROVINCES,
  proposedTaxes,
  taxationOf,
  taxesAfterMove,
  taxesOf,
  type TaxAddress,
  type Province,
  type TaxationFacts,
  taxName,
} from '@tiffin/domain/pricing';
import { serverNow } from '../../shared/live/server-clock.ts';
import type { FormField } from '../../ui/form.ts';
import { formatMoney, joinNames, LOCALE } from '../../ui/format.ts';
import type { ManagedLocation } from './location-data.ts';
import { texts } from './texts.ts';

type TaxSettings = NonNullable<ManagedLocation['taxSettings']>;

/**
 * Where the rates come from: the province proposed for a new location, a chosen province, the postal code, or custom
 * taxes.
 */
export type TaxSource = 'proposed' | Province | 'postal-code' | 'own';

export interface TypedTaxCode {
  readonly label: string;
  /** In percent. */
  readonly meal: string;
  readonly liquor: string;
}

export interface TypedTaxes {
  readonly source: TaxSource;
  readonly own: readonly TypedTaxCode[];
  /** Prices include the custom taxes. */
  readonly included: boolean;
  /** By the tax's name. */
  readonly registrations: Readonly<Record<string, string>>;
}

const EXAMPLE_PRICE = cents(100_00);
const TAX_CODE_MAX = 12;
const NO_TAXES: TypedTaxes = { source: 'proposed', own: [], included: false, registrations: {} };
export const NEW_TAX_CODE: TypedTaxCode = { label: '', meal: '', liquor: '' };

/** Input is preserved while another source is selected. A new location sends nothing and gets the proposed taxes. */
export function taxSettings(): FormField<TaxSettings | null, TypedTaxes, TaxSettings | null | undefined> {
  return {
    label: say`Tax`,
    initialValue: NO_TAXES,
    toTyped,
    toPayload,
    problem: (typed) => (typed.source === 'own' ? (ownProblem(typed.own) ?? rulesProblem(typed)) : null),
    formatValue: ({ follows, codes }) =>
      [
        follows && PROVINCES[follows],
        ...codes.map(({ label, registration }) => [label, registration].filter(Boolean).join(' ')),
      ]
        .filter(Boolean)
        .join(', '),
  };
}

function toTyped(settings: TaxSettings | null): TypedTaxes {
  if (settings === null) return { ...NO_TAXES, source: 'postal-code' };
  const { follows, codes, included = false } = settings;
  const own = follows === null ? codes.map(({ label, rates }) => typedCode(label, rates)) : [];
  const registrations = Object.fromEntries(codes.map(({ label, registration }) => [label, registration ?? '']));
  return { source: follows ?? 'own', own, included, registrations };
}

function typedCode(label: string, rates: TaxSettings['codes'][number]['rates']): TypedTaxCode {
  const typed = (rate: number | undefined) => (rate === undefined ? '' : String(inPercent(rate)));
  return { label, meal: typed(rates?.meal), liquor: typed(rates?.liquor) };
}

function toPayload({ source, own, included, registrations }: TypedTaxes): TaxSettings | null | undefined {
  if (source === 'proposed') return undefined;
  if (source === 'postal-code') return null;
  const registrationOf = (label: string) => registrations[label]?.trim() || null;
  if (source !== 'own') {
    // By the server's clock. Tax names do not depend on the hour, so UTC is precise enough.
    const date = localDate(serverNow(), 'UTC');
    const codes = codesInForce({ postalCode: '', taxes: { follows: source, codes: [] } }, date).map(
      ({ label }) => label,
    );
    return {
      follows: source,
      codes: codes.map((label) => ({ code: label, label, registration: registrationOf(label), rates: null })),
    };
  }
  return {
    follows: null,
    codes: own.map(({ label, meal, liquor }) => {
      const [onMeals, onLiquor] = [fractionOf(meal), fractionOf(liquor)];
      return {
        code: label.trim().toUpperCase().slice(0, TAX_CODE_MAX),
        label: label.trim(),
        registration: registrationOf(label),
        // Without keys for classes that the tax does not apply to, because the rules count the keys. Charges, such as the
        // delivery fee, are taxed like meals.
        rates: withoutUndefined({ meal: onMeals, charge: onMeals, liquor: onLiquor }),
      };
    }),
    included: included || undefined,
  };
}

function ownProblem(own: readonly TypedTaxCode[]): string | null {
  const labels = own.map(({ label }) => label.trim().toUpperCase());
  if (own.length === 0 || labels.includes('')) return say`Every tax needs a name`;
  if (new Set(labels).size < labels.length) return say`Two taxes have the same name`;
  const isRate = (typed: string) => typed.trim() === '' || (/^\d+(\.\d+)?$/.test(typed.trim()) && Number(typed) <= 100);
  return own.every(({ meal, liquor }) => isRate(meal) && isRate(liquor)) ? null : say`A number from 0 to 100`;
}

/** The settings for these custom taxes, or what is wrong with them. */
export function parseCustomTaxes(own: readonly TypedTaxCode[], included: boolean) {
  const typed: TypedTaxes = { source: 'own', own, included, registrations: {} };
  const problem = ownProblem(own) ?? rulesProblem(typed);
  return { problem, settings: problem === null ? (toPayload(typed) ?? null) : null };
}

/** Taxes that are included in prices have further rules. */
function rulesProblem(typed: TypedTaxes): string | null {
  const settings = toPayload(typed);
  return settings ? locationTaxesProblem(settings) : null;
}

/** A fraction in percent, to five decimals: 0.07 * 100 would be 7.000000000000001. */
export function inPercent(rate: number): number {
  return Math.round(rate * 1e7) / 1e5;
}

function fractionOf(typed: string): number | undefined {
  return typed.trim() === '' ? undefined : Number(typed) / 100;
}

function codesInForce(facts: Pick<TaxationFacts, 'postalCode' | 'taxes'> & Partial<TaxationFacts>, date: string) {
  return taxationOf({ tipBase: null, ...facts }, date).codes;
}

/** The tax settings in the form, in the shape the tax rules read for a date at the location. */
export function draftTaxation(
  typed: TypedTaxes,
  { rate, country, region, postalCode }: TaxAddress & { readonly rate: number | null },
  date: string,
): Pick<TaxationFacts, 'country' | 'postalCode' | 'taxes'> {
  const address = { country, postalCode };
  if (rate !== null) return { ...address, taxes: null };
  if (typed.source === 'proposed') return { ...address, taxes: proposedTaxes({ country, region, postalCode }, date) };
  if (typed.source === 'own' && ownProblem(typed.own) !== null)
    return { ...address, taxes: { follows: null, codes: [] } };
  const settings = toPayload(typed);
  return { ...address, taxes: settings ? locationTaxesFromWire(settings) : null };
}

/** The taxes the server will set when the address changes; undefined if unchanged. */
export function taxesForNewAddress(
  location: ManagedLocation,
  updates: Partial<Record<'country' | 'region' | 'postalCode', string>>,
  date: string,
) {
  const { country, region, postalCode, taxSettings: settings } = location;
  const before = { country, region, postalCode };
  const taxes = settings && locationTaxesFromWire(settings);
  return taxesAfterMove({ ...before, taxes }, { ...before, ...updates }, date);
}

/**
 * 'A meal of $100.00 pays GST 5%: $5.00 and QST 9.975%: $9.98.' Liquor is mentioned only when it is taxed differently.
 */
export function taxSentences(facts: TaxationFacts, date: string): string[] {
  const taxation = taxationOf(facts, date);
  const { codes, included } = taxation;
  const paid = (taxClass: 'meal' | 'liquor') =>
    taxesOf(taxClass, EXAMPLE_PRICE, taxation).map(
      ({ label, rate, amount }) => say`${taxName(label)} ${percentText(rate)} %: ${formatMoney(amount)}`,
    );
  const [meal, liquor] = [paid('meal'), paid('liquor')];
  const sentences = [texts.tax.ofMeal(formatMoney(EXAMPLE_PRICE), taxWords(meal), included)];
  if (meal.join() !== liquor.join())
    sentences.push(texts.tax.ofLiquor(formatMoney(EXAMPLE_PRICE), taxWords(liquor), included));
  const small = codes.find((each) => each.small !== null)?.small;
  if (small)
    sentences.push(say`Meals that cost ${formatMoney(small.upTo)} or less together pay ${percentText(small.rate)} %.`);
  return sentences;
}

/** The tax rules have rates in thousandths of a percent. */
const percentText = (rate: number) => (rate / 1000).toLocaleString(LOCALE);
const taxWords = (taxes: readonly string[]) => joinNames(taxes) || say`no tax`;

/** The taxes that apply, for their registration numbers. */
export function taxNames(facts: TaxationFacts, date: string): string[] {
  return taxationOf(facts, date).codes.map(({ label }) => taxName(label));
}
