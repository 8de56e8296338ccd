import { addCents, cents, ZERO, type Cents } from '../core/money.ts';
import { applyRate, rate as rateOf, includedTaxOf, type Rate } from '../core/rates.ts';
import { TAX_CLASSES, type TaxClass } from '../core/tax-classes.ts';

/** Percentage tips are calculated on the amount before tax or with tax. */
export const TIP_BASES = ['before-tax', 'with-tax'] as const;
export type TipBase = (typeof TIP_BASES)[number];

/** One tax in force on a day: its name and its rates by tax class. */
export interface TaxCode {
  readonly code: string;
  readonly label: string;
  /** The registration number of the business for this tax. */
  readonly registration: string | null;
  /** A class without a rate does not pay this tax. */
  readonly rates: Readonly<Partial<Record<TaxClass, Rate>>>;
  /** The lower rate for bills whose meals together cost at most this much. */
  readonly small: { readonly upTo: Cents; readonly rate: Rate } | null;
}

/** How a location's bills are taxed on a day. */
export interface Taxation {
  readonly codes: readonly TaxCode[];
  readonly tipBase: TipBase;
  /** True if prices include the taxes, as in most countries. */
  readonly included?: boolean | undefined;
}

/** One tax at one rate on a bill, rounded once over everything that pays it. */
export interface TaxLine {
  readonly code: string;
  readonly label: string;
  readonly registration: string | null;
  readonly rate: Rate;
  /** The tax classes that pay it, or null if the whole bill does. */
  readonly classes: readonly TaxClass[] | null;
  /** The amount it is calculated on, without the tax itself even if prices include it. */
  readonly base: Cents;
  readonly amount: Cents;
  /** The tax is part of the prices, so the total already contains it. */
  readonly included?: boolean | undefined;
}

/** The tax added to a bill. Taxes included in the prices add nothing. */
export function addedTaxSum(taxes: readonly Pick<TaxLine, 'amount' | 'included'>[]): Cents {
  return addCents(...taxes.filter(({ included }) => !included).map(({ amount }) => amount));
}

/** The tax that the prices of a bill contain. */
export function includedTaxSum(taxes: readonly Pick<TaxLine, 'amount' | 'included'>[]): Cents {
  return addCents(...taxes.filter(({ included }) => included).map(({ amount }) => amount));
}

/** What a bill has of one tax class, after discounts. */
export interface TaxableAmount {
  readonly taxClass: TaxClass;
  readonly net: Cents;
}

/** One tax on everything, as known from a postal code alone. */
export function singleTaxCode(rate: Rate, label: string): TaxCode {
  const rates = { meal: rate, liquor: rate, grocery: rate, charge: rate };
  return { code: label, label, registration: null, rates, small: null };
}

/** The taxes of a bill. `meals` is the sum of all meals, without charges. */
export function taxLines(
  taxableAmounts: readonly TaxableAmount[],
  { codes, included }: Pick<Taxation, 'codes' | 'included'>,
  meals: Cents,
): TaxLine[] {
  // An empty bill shows the taxes of a meal.
  const classes =
    taxableAmounts.length === 0 ? ['meal' as const] : TAX_CLASSES.filter((each) => taxableAmounts.some(isOf(each)));
  return codes.flatMap(({ code, label, registration, rates, small }) => {
    const isSmall = small !== null && meals > 0 && meals <= small.upTo;
    const rateFor = (each: TaxClass) => (isSmall && each === 'meal' ? small.rate : rates[each]);
    const rateSet = new Set(classes.map(rateFor).filter((rate) => rate !== undefined));
    return [...rateSet].map((rate): TaxLine => {
      const paying = classes.filter((each) => rateFor(each) === rate);
      const sum = addCents(...taxableAmounts.filter((each) => paying.includes(each.taxClass)).map(({ net }) => net));
      const isWholeBill = paying.length === classes.length;
      const line = { code, label, registration, rate, classes: isWholeBill ? null : paying };
      if (!included) return { ...line, base: sum, amount: applyRate(sum, rate) };
      const amount = includedTaxOf(sum, rate);
      return { ...line, base: cents(sum - amount), amount, included };
    });
  });
}

const isOf = (taxClass: TaxClass) => (each: TaxableAmount) => each.taxClass === taxClass;

/** The taxes of a bill as one rate and name: 'GST + QST'. Of a code with two rates the higher one counts. */
export function combineTaxes(
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

/** The taxes on one amount alone. */
export function taxesOf(taxClass: TaxClass, net: Cents, taxation: Pick<Taxation, 'codes' | 'included'>): TaxLine[] {
  return taxLines([{ taxClass, net }], taxation, taxClass === 'meal' ? net : ZERO);
}
