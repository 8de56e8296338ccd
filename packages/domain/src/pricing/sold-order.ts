import { addCents, amountText, fail, ok, percentText, say, subtractCents, ZERO, type Cents } from '../core/index.ts';
import type { TaxClass } from '../core/tax-classes.ts';
import type { OptionLine } from '../options/lines.ts';
import { applyDiscounts, type Adjustment, type Discount } from './discounts.ts';
import { calculatePrice, toWirePricing, type Charge, type Price } from './price.ts';
import type { PricedLine } from './priced-line.ts';
import type { Taxation } from './tax-codes.ts';

/** A line as a device sold it. Without a tax class or options, those of the menu apply. */
export interface SoldLine {
  readonly name: string;
  readonly unitPrice: Cents;
  readonly taxClass?: TaxClass | undefined;
  readonly options?: readonly OptionLine[] | null | undefined;
}

/** What a device charged for an order that it took without a connection. */
export interface SoldOrder {
  readonly taxation: Taxation;
  readonly lines: readonly SoldLine[];
  /** What promotions took off: one line, counted from 1, or all of them. */
  readonly adjustments?:
    | readonly (Pick<Adjustment, 'label' | 'amount' | 'source'> & { readonly line?: number | null | undefined })[]
    | null
    | undefined;
  readonly charges?: readonly Charge[] | null | undefined;
  readonly total: Cents;
}

type NamedLine = PricedLine & { readonly name: string };

/** What applies to the order besides its lines. */
interface SoldTerms {
  readonly tip: Cents;
  /** Discounts that staff gave. */
  readonly given: readonly Discount[];
}

/**
 * Prices an order as the device sold it, whatever the menu says now: the guest has paid. `lines` has the other values of
 * each line. Fails if the parts of the order are not its total, because then nobody knows what was paid.
 */
export function priceSoldOrder<Line extends NamedLine>(sold: SoldOrder, lines: readonly Line[], terms: SoldTerms) {
  const soldLines = lines.map((line, index): Line => {
    const { name, unitPrice, taxClass, options }: SoldLine = sold.lines[index] ?? line;
    return { ...line, name, unitPrice, taxClass: taxClass ?? line.taxClass, choices: options ?? line.choices };
  });
  const priced = priceLines(soldLines, sold, sold.taxation, terms);
  const promised = addCents(...(sold.adjustments ?? []).map(({ amount }) => amount));
  const promotions = priced.adjustments.filter(({ kind }) => kind === 'promo');
  const isComplete = addCents(...promotions.map(({ amount }) => amount)) === promised;
  return isComplete && priced.price.total === sold.total
    ? ok(priced)
    : fail('pricing-mismatch', say`The parts of this order do not add up to the total that the device sold it for.`, {
        pricing: toWirePricing(priced.price),
      });
}

/**
 * Compares a sold order with the menu: in short texts for the audit log, and what it would cost. A line of the menu is
 * null if the dish can no longer be ordered so.
 */
export function compareWithMenu(
  sold: SoldOrder,
  { lines, price }: { readonly lines: readonly NamedLine[]; readonly price: Price },
  menu: { readonly lines: readonly (NamedLine | null)[]; readonly taxation: Taxation },
  terms: SoldTerms,
) {
  const listLines = lines.map((line, index): NamedLine => menu.lines[index] ?? { ...line, unitPrice: listPrice(line) });
  const byMenu = priceLines(listLines, sold, menu.taxation, terms).price;
  const texts = lines.flatMap((line, index) => {
    const now = menu.lines[index];
    const was = lineText({ name: line.name, unitPrice: listPrice(line) });
    return now && lineText(now) === was ? [] : [`${was} → ${now ? lineText(now) : '–'}`];
  });
  const [taxWas, taxNow] = [taxText(price), taxText(byMenu)];
  return { texts: taxWas === taxNow ? texts : [...texts, `${taxWas} → ${taxNow}`], menuTotal: byMenu.total };
}

/** One percent as a rate. */
const PERCENT = 1000;
const listPrice = ({ unitList, unitPrice }: PricedLine) => unitList ?? unitPrice;
const lineText = ({ name, unitPrice }: Pick<NamedLine, 'name' | 'unitPrice'>) => `${name}, ${amountText(unitPrice)}`;
const taxText = ({ taxLabel, taxRate }: Price) => `${taxLabel} ${percentText(taxRate / PERCENT)}`;

function priceLines<Line extends NamedLine>(
  lines: readonly Line[],
  { adjustments, charges }: SoldOrder,
  taxation: Taxation,
  { tip, given }: SoldTerms,
) {
  const promotions = (adjustments ?? []).map(({ label, amount, source, line = null }): Discount => ({
    on: line === null ? 'order' : { line: line - 1 },
    off: { amount: subtractCents(ZERO, amount) },
    kind: 'promo',
    source,
    label,
  }));
  const bill = applyDiscounts(lines, [...promotions, ...given], charges ?? []);
  return { ...bill, price: calculatePrice(bill.lines, taxation, { kind: 'amount', amount: tip }, bill.charges) };
}
