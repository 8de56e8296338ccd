import { addCents, cents, ZERO, type Cents } from '../core/money.ts';
import { applyRate, rate as rateOf, taxWithin, type Rate } from '../core/rates.ts';
import { TAX_CLASSES, type TaxClass } from '../core/tax-classes.ts';

/** Before tax, or on what the guest sees: with it. */
export const TIP_BASES = ['before-tax', 'with-tax'] as const;
export type TipBase = (typeof TIP_BASES)[number];

/** One tax as it is in force on a day: what it is called, and what each class pays of it. */
export interface TaxCode {
  readonly code: string;
  readonly label: string;
  /** Under which number the business pays it. */
  readonly registration: string | null;
  /** A class that is not named pays nothing of it. */
  readonly rates: Readonly<Partial<Record<TaxClass, Rate>>>;
  /** What meals pay that cost no more than this all together. */
  readonly small: SmallMeals | null;
}

export interface SmallMeals {
  readonly upTo: Cents;
  readonly rate: Rate;
}

/** How a location's bills are taxed on a day. */
export interface Taxation {
  readonly codes: readonly TaxCode[];
  readonly tipBase: TipBase;
  /** Prices have their taxes in them, as guests in most countries expect. */
  readonly included?: boolean | undefined;
}

/** One tax on a bill: rounded once, of all that pays it at this rate. */
export interface TaxLine {
  readonly code: string;
  readonly label: string;
  readonly registration: string | null;
  readonly rate: Rate;
  /** What of the bill pays it; null: all of it. */
  readonly classes: readonly TaxClass[] | null;
  /** What it is of: without it, also where prices have it in them. */
  readonly base: Cents;
  readonly amount: Cents;
  /** It is in the prices: the total has it already. */
  readonly included?: boolean | undefined;
}

/** What is added to a bill for its taxes: nothing for those its prices have in them. */
export function addedTax(taxes: readonly Pick<TaxLine, 'amount' | 'included'>[]): Cents {
  return addCents(...taxes.filter(({ included }) => !included).map(({ amount }) => amount));
}

/** What of a bill's prices is tax that they have in them. */
export function taxIn(taxes: readonly Pick<TaxLine, 'amount' | 'included'>[]): Cents {
  return addCents(...taxes.filter(({ included }) => included).map(({ amount }) => amount));
}

/** Something sold, as far as taxes go. */
export interface Taxed {
  readonly taxClass: TaxClass;
  readonly net: Cents;
}

/** One tax on everything, by the name it is known by: what a postal code alone says. */
export function onEverything(rate: Rate, label: string): TaxCode {
  const rates = { meal: rate, liquor: rate, grocery: rate, charge: rate };
  return { code: label, label, registration: null, rates, small: null };
}

/** The taxes of a bill. `meals` is what its meals cost all together, without charges. */
export function taxLines(
  sold: readonly Taxed[],
  { codes, included }: Pick<Taxation, 'codes' | 'included'>,
  meals: Cents,
): TaxLine[] {
  // Of an empty bill it is told what a meal would pay.
  const classes = sold.length === 0 ? ['meal' as const] : TAX_CLASSES.filter((each) => sold.some(isOf(each)));
  return codes.flatMap(({ code, label, registration, rates, small }) => {
    const isSmall = small !== null && meals > 0 && meals <= small.upTo;
    const rateFor = (each: TaxClass) => (isSmall && each === 'meal' ? small.rate : rates[each]);
    const found = new Set(classes.map(rateFor).filter((rate) => rate !== undefined));
    return [...found].map((rate): TaxLine => {
      const paying = classes.filter((each) => rateFor(each) === rate);
      const sum = addCents(...sold.filter((each) => paying.includes(each.taxClass)).map(({ net }) => net));
      const isAll = paying.length === classes.length;
      const of = { code, label, registration, rate, classes: isAll ? null : paying };
      if (!included) return { ...of, base: sum, amount: applyRate(sum, rate) };
      const amount = taxWithin(sum, rate);
      return { ...of, base: cents(sum - amount), amount, included };
    });
  });
}

const isOf = (taxClass: TaxClass) => (each: Taxed) => each.taxClass === taxClass;

/** A bill's taxes as one rate and one name: 'GST + QST'. A code with two rates counts with its higher one. */
export function inOneWord(
  lines: readonly Pick<TaxLine, 'code' | 'label' | 'rate'>[],
  codes: readonly Pick<TaxCode, 'label'>[] = [],
): { rate: Rate; label: string } {
  const highest = new Map<string, number>();
  for (const { code, rate } of lines) highest.set(code, Math.max(rate, highest.get(code) ?? 0));
  const labels = (lines.length > 0 ? lines : codes).map(({ label }) => label);
  return {
    rate: rateOf([...highest.values()].reduce((sum, rate) => sum + rate, 0)),
    label: [...new Set(labels)].join(' + '),
  };
}

/** What a class pays of each tax when it costs so much. */
export function taxesOf(taxClass: TaxClass, net: Cents, taxation: Pick<Taxation, 'codes' | 'included'>): TaxLine[] {
  return taxLines([{ taxClass, net }], taxation, taxClass === 'meal' ? net : ZERO);
}
