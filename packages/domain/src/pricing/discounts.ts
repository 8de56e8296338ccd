import { addCents, cents, subtractCents, ZERO, type Cents } from '../core/money.ts';
import { percentOf } from '../core/rates.ts';
import { allocate } from './allocate.ts';
import { lineNet, lineTotal, type PricedLine } from './line.ts';
import { priceAfterOffer } from './offer.ts';
import type { Charge } from './price.ts';
import { TAX_CLASSES } from '../core/tax-classes.ts';

export const ADJUSTMENT_KINDS = ['promo', 'discount', 'comp', 'price-match', 'points'] as const;
export type AdjustmentKind = (typeof ADJUSTMENT_KINDS)[number];

/** Something that makes a bill cheaper. */
export interface Discount {
  /** `dishes` is every line; a line or a charge goes by its position; `order` is what is left of all lines together. */
  readonly on: 'dishes' | 'order' | { readonly line: number } | { readonly charge: number };
  /** On `dishes`, so many per cent make each one cheaper, to the cent. A price is what one of a line costs then. */
  readonly off: { readonly percent: number } | { readonly amount: Cents } | { readonly price: Cents };
  readonly kind: AdjustmentKind;
  /** The code or promotion it comes of, or the deed of somebody of the house. */
  readonly source: string;
  readonly label: string;
}

/** What one discount took off one line or one charge. */
export interface Adjustment {
  readonly line: number | null;
  readonly charge: number | null;
  /** Below zero. */
  readonly amount: Cents;
  readonly kind: AdjustmentKind;
  readonly source: string;
  readonly label: string;
}

export interface Discounted<Line extends PricedLine> {
  /** With the price that is left of each dish, and what else is taken off the line. */
  readonly lines: readonly (Line & { readonly unitList: Cents; readonly off: Cents })[];
  readonly charges: readonly Charge[];
  readonly adjustments: readonly Adjustment[];
}

/**
 * The first half of the order of reckoning: from list prices, discounts on all dishes, those on lines, those on
 * the order spread over what is left of the lines, those on charges. Discounts of one step all see the
 * same sums and take no more than there is, so their sequence, and that of the lines, changes nothing.
 */
export function discounted<Line extends PricedLine>(
  listed: readonly Line[],
  discounts: readonly Discount[],
  charged: readonly Charge[] = [],
): Discounted<Line> {
  // Most orders have none, and each is reckoned twice.
  if (discounts.length === 0) {
    const lines = listed.map((line) => ({ ...line, unitList: line.unitPrice, off: ZERO }));
    return { lines, charges: charged, adjustments: [] };
  }
  const adjustments: Adjustment[] = [];
  const sorted = discounts.toSorted(bySource);
  const note = ({ kind, source, label }: Discount, where: { line?: number; charge?: number }, amount: Cents) => {
    if (amount === 0) return;
    const { line = null, charge = null } = where;
    adjustments.push({ line, charge, amount: subtractCents(ZERO, amount), kind, source, label });
  };

  const cheaper = listed.map((line, index) => {
    const onDishes = sorted.filter(({ on }) => on === 'dishes');
    const perDish = within(
      line.unitPrice,
      onDishes.map(({ off }) =>
        'percent' in off ? subtractCents(line.unitPrice, priceAfterOffer(line.unitPrice, off.percent)) : ZERO,
      ),
    );
    const unitPrice = subtractCents(line.unitPrice, addCents(...perDish));
    const sum = lineTotal({ ...line, unitPrice });
    const onLine = sorted.filter(({ on }) => typeof on === 'object' && 'line' in on && on.line === index);
    const offs = within(sum, [
      ...onDishes.map(({ off }) => ('amount' in off ? off.amount : ZERO)),
      ...onLine.map(({ off }) =>
        'price' in off ? cents(Math.max(0, unitPrice - off.price) * line.quantity) : offSum(off, sum),
      ),
    ]);
    [...onDishes, ...onLine].forEach((discount, i) =>
      note(discount, { line: index }, cents((perDish[i] ?? 0) * line.quantity + (offs[i] ?? 0))),
    );
    return { ...line, unitList: line.unitPrice, unitPrice, off: addCents(...offs) };
  });

  const onOrder = sorted.filter(({ on }) => on === 'order');
  const left = addCents(...cheaper.map(lineNet));
  const shares = within(
    left,
    onOrder.map(({ off }) => offSum(off, left)),
  );
  // All of them together are spread once, and then told apart: the lines' sums hang on no discount's turn.
  const together = spread(addCents(...shares), cheaper);
  const lines = cheaper.map((line, i) => ({ ...line, off: addCents(line.off, together[i] ?? ZERO) }));
  let rest = together;
  onOrder.forEach((discount, i) => {
    const parts = allocate(shares[i] ?? ZERO, rest);
    parts.forEach((amount, line) => note(discount, { line }, amount));
    rest = rest.map((amount, line) => subtractCents(amount, parts[line] ?? ZERO));
  });

  const charges = charged.map((charge, index) => {
    const own = sorted.filter(({ on }) => typeof on === 'object' && 'charge' in on && on.charge === index);
    const offs = within(
      charge.amount,
      own.map(({ off }) => offSum(off, charge.amount)),
    );
    own.forEach((discount, i) => note(discount, { charge: index }, offs[i] ?? ZERO));
    return { ...charge, off: addCents(...offs) };
  });
  return { lines, charges, adjustments };
}

/** What is taken off a sum; only one of a line has a price. */
function offSum(off: Discount['off'], sum: Cents): Cents {
  if ('percent' in off) return percentOf(sum, off.percent);
  return 'amount' in off ? off.amount : ZERO;
}

/** Wanted sums that together take no more than there is: cut in proportion when they would. */
function within(most: Cents, requested: readonly Cents[]): Cents[] {
  const sum = addCents(...requested);
  return sum <= most ? [...requested] : allocate(most, requested);
}

/**
 * A sum over lines by what is left of them: first over the classes of tax, so that the tax hangs on
 * neither sequence nor splitting of lines, then within each.
 */
function spread(amount: Cents, lines: readonly PricedLine[]): Cents[] {
  const shares = lines.map(() => ZERO);
  const classes = TAX_CLASSES.map((each) =>
    lines.flatMap((line, i) => ((line.taxClass ?? 'meal') === each ? [i] : [])),
  );
  const nets = lines.map(lineNet);
  const sums = classes.map((indexes) => addCents(...indexes.map((i) => nets[i] ?? ZERO)));
  const ofClass = allocate(amount, sums);
  classes.forEach((indexes, c) => {
    const parts = allocate(
      ofClass[c] ?? ZERO,
      indexes.map((i) => nets[i] ?? ZERO),
    );
    indexes.forEach((line, i) => (shares[line] = parts[i] ?? ZERO));
  });
  return shares;
}

function bySource(a: Discount, b: Discount): number {
  return key(a).localeCompare(key(b), 'en');
}

function key({ kind, source, label, off }: Discount): string {
  return JSON.stringify([kind, source, label, off]);
}

/**
 * What made a placed bill cheaper, to be reckoned anew with other lines: `at` says where a line of before stands now,
 * `percents` which sources are per cent of every dish, and so of new ones too. Whatever else came off a line goes on
 * coming off it, and goes with it.
 */
export function standingDiscounts(
  adjustments: readonly Adjustment[],
  at: (line: number) => number | undefined,
  percents: Readonly<Record<string, number>>,
): Discount[] {
  const existing = new Map<string, Discount>();
  const rest = adjustments.flatMap(({ line, charge, amount, kind, source, label }): Discount[] => {
    const text = { kind, source, label };
    const percent = percents[source];
    if (percent !== undefined && line !== null) {
      existing.set(source, { on: 'dishes', off: { percent }, ...text });
      return [];
    }
    const off: { readonly amount: Cents } = { amount: subtractCents(ZERO, amount) };
    if (charge !== null) return [{ on: { charge }, off, ...text }];
    const position = line === null ? undefined : at(line);
    return position === undefined ? [] : [{ on: { line: position }, off, ...text }];
  });
  return [...existing.values(), ...rest];
}
