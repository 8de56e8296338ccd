import { cents, localDate, say } from '@tiffin/domain/core';
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

const HUNDRED = cents(100_00);
const NOTHING: TypedTaxes = { source: 'proposed', own: [], included: false, registrations: {} };
export const NEW_TAX_CODE: TypedTaxCode = { label: '', meal: '', liquor: '' };

/** Input is preserved while another source is selected. A new location sends nothing and gets the proposed taxes. */
export function taxSettings(): FormField<TaxSettings | null, TypedTaxes, TaxSettings | null | undefined> {
  return {
    label: say`Tax`,
    initialValue: NOTHING,
    toTyped,
    toPayload,
    problem: (typed) => (typed.source === 'own' ? (ownProblem(typed.own) ?? inPricesProblem(typed)) : null),
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
  if (settings === null) return { ...NOTHING, source: 'postal-code' };
  const { follows, codes, included = false } = settings;
  const own = follows === null ? codes.map(({ label, rates }) => typedCode(label, rates)) : [];
  const registrations = Object.fromEntries(codes.map(({ label, registration }) => [label, registration ?? '']));
  return { source: follows ?? 'own', own, included, registrations };
}

function typedCode(label: string, rates: TaxSettings['codes'][number]['rates']): TypedTaxCode {
  return { label, meal: inPercent(rates?.meal), liquor: inPercent(rates?.liquor) };
}

function toPayload({ source, own, included, registrations }: TypedTaxes): TaxSettings | null | undefined {
  if (source === 'proposed') return undefined;
  if (source === 'postal-code') return null;
  const registrationOf = (label: string) => registrations[label]?.trim() || null;
  if (source !== 'own') {
    // By the server's clock. Tax names do not depend on the hour, so UTC is precise enough.
    const on = localDate(serverNow(), 'UTC');
    const codes = codesInForce({ postalCode: '', taxes: { follows: source, codes: [] } }, on).map(({ label }) => label);
    return {
      follows: source,
      codes: codes.map((label) => ({ code: label, label, registration: registrationOf(label), rates: null })),
    };
  }
  return {
    follows: null,
    codes: own.map(({ label, meal, liquor }) => {
      const [onMeals, onLiquor] = [share(meal), share(liquor)];
      return {
        code: label.trim().toUpperCase().slice(0, 12),
        label: label.trim(),
        registration: registrationOf(label),
        rates: {
          ...(onMeals !== null && { meal: onMeals, charge: onMeals }),
          ...(onLiquor !== null && { liquor: onLiquor }),
        },
      };
    }),
    ...(included && { included }),
  };
}

function ownProblem(own: readonly TypedTaxCode[]): string | null {
  const labels = own.map(({ label }) => label.trim().toUpperCase());
  if (own.length === 0 || labels.includes('')) return say`Every tax needs a name`;
  if (new Set(labels).size < labels.length) return say`Two taxes have the same name`;
  const isRate = (typed: string) => typed.trim() === '' || (/^\d+(\.\d+)?$/.test(typed.trim()) && Number(typed) <= 100);
  return own.every(({ meal, liquor }) => isRate(meal) && isRate(liquor)) ? null : say`A number from 0 to 100`;
}

export function parseCustomTaxes(own: readonly TypedTaxCode[], included: boolean) {
  const typed: TypedTaxes = { source: 'own', own, included, registrations: {} };
  const problem = ownProblem(own) ?? inPricesProblem(typed);
  return { problem, settings: problem === null ? (toPayload(typed) ?? null) : null };
}

function inPricesProblem(typed: TypedTaxes): string | null {
  const settings = toPayload(typed);
  return settings ? locationTaxesProblem(settings) : null;
}

function inPercent(rate: number | undefined): string {
  return rate === undefined ? '' : String(Math.round(rate * 1e7) / 1e5);
}

function share(typed: string): number | null {
  return typed.trim() === '' ? null : Number(typed) / 100;
}

function codesInForce(facts: Pick<TaxationFacts, 'postalCode' | 'taxes'> & Partial<TaxationFacts>, on: string) {
  return taxationOf({ tipBase: null, ...facts }, on).codes;
}

/** The tax settings in the form, in the shape the tax rules read for a date at the location. */
export function draftTaxation(
  typed: TypedTaxes,
  { rate, ...place }: TaxAddress & { readonly rate: number | null },
  on: string,
): Pick<TaxationFacts, 'country' | 'postalCode' | 'taxes'> {
  const { country, region, postalCode } = place;
  const at = { country, postalCode };
  if (rate !== null) return { ...at, taxes: null };
  if (typed.source === 'proposed') return { ...at, taxes: proposedTaxes({ country, region, postalCode }, on) };
  if (typed.source === 'own' && ownProblem(typed.own) !== null) return { ...at, taxes: { follows: null, codes: [] } };
  const settings = toPayload(typed);
  return { ...at, taxes: settings ? locationTaxesFromWire(settings) : null };
}

/** The taxes the server will set when the address changes; undefined if unchanged. */
export function taxesForNewAddress(
  location: ManagedLocation,
  updates: Partial<Record<'country' | 'region' | 'postalCode', string>>,
  on: string,
) {
  const { country, region, postalCode, taxSettings: settings } = location;
  const was = { country, region, postalCode };
  return taxesAfterMove({ ...was, taxes: settings && locationTaxesFromWire(settings) }, { ...was, ...updates }, on);
}

/**
 * 'A meal of $100.00 pays GST 5%: $5.00 and QST 9.975%: $9.98.' Liquor is mentioned only when it is taxed differently.
 */
export function taxSentences(facts: TaxationFacts, on: string): string[] {
  const taxation = taxationOf(facts, on);
  const { codes, included } = taxation;
  const paid = (taxClass: 'meal' | 'liquor') =>
    taxesOf(taxClass, HUNDRED, taxation).map(
      ({ label, rate, amount }) => say`${taxName(label)} ${percentText(rate)} %: ${formatMoney(amount)}`,
    );
  const [meal, liquor] = [paid('meal'), paid('liquor')];
  const sentences = [texts.tax.ofMeal(formatMoney(HUNDRED), taxWords(meal), included)];
  if (meal.join() !== liquor.join())
    sentences.push(texts.tax.ofLiquor(formatMoney(HUNDRED), taxWords(liquor), included));
  const small = codes.find((each) => each.small !== null)?.small;
  if (small)
    sentences.push(say`Meals that cost ${formatMoney(small.upTo)} or less together pay ${percentText(small.rate)} %.`);
  return sentences;
}

const percentText = (rate: number) => (rate / 1000).toLocaleString(LOCALE);
const taxWords = (taxes: readonly string[]) => joinNames(taxes) || say`no tax`;

/** The taxes that apply, for their registration numbers. */
export function taxNames(facts: TaxationFacts, on: string): string[] {
  return taxationOf(facts, on).codes.map(({ label }) => taxName(label));
}
