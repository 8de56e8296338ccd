import { addCents, cents, percentOf, subtractCents, ZERO, type Cents } from '../core/index.ts';
import { allocate } from './allocate.ts';
import { lineNet, lineTotal, type PricedLine } from './priced-line.ts';
import { priceAfterOffer } from './offer.ts';
import type { Charge } from './price.ts';
import { TAX_CLASSES } from '../core/tax-classes.ts';

export const ADJUSTMENT_KINDS = ['promo', 'discount', 'comp', 'price-match', 'points'] as const;
export type AdjustmentKind = (typeof ADJUSTMENT_KINDS)[number];

export interface Discount {
  /**
   * `dishes` means every line. `line` and `charge` are positions. `order` means the sum of all lines after their own
   * discounts.
   */
  readonly on: 'dishes' | 'order' | { readonly line: number } | { readonly charge: number };
  /** On `dishes`, a percentage lowers each unit price, rounded to the cent. `price` is the new unit price of a line. */
  readonly off: { readonly percent: number } | { readonly amount: Cents } | { readonly price: Cents };
  readonly kind: AdjustmentKind;
  /** The code or promotion, or the id of the discount that staff gave. */
  readonly source: string;
  readonly label: string;
}

/** The amount that one discount takes off one line or one charge. */
export interface Adjustment {
  readonly line: number | null;
  readonly charge: number | null;
  /** Negative. */
  readonly amount: Cents;
  readonly kind: AdjustmentKind;
  readonly source: string;
  readonly label: string;
}

/** What one promotion, code or discount takes off. */
export function takenOff(adjustments: readonly Pick<Adjustment, 'source' | 'amount'>[], by: string): Cents {
  const own = adjustments.filter(({ source }) => source === by);
  return subtractCents(ZERO, addCents(...own.map(({ amount }) => amount)));
}

export interface DiscountedBill<Line extends PricedLine> {
  /** `unitPrice` is the discounted unit price, `off` what else is taken off the line. */
  readonly lines: readonly (Line & { readonly unitList: Cents; readonly off: Cents })[];
  readonly charges: readonly Charge[];
  readonly adjustments: readonly Adjustment[];
}

/**
 * The first half of pricing a bill; `calculatePrice` is the second. It starts from list prices and applies discounts on
 * all dishes, on lines, on the order (spread over what is left of the lines) and on charges. Discounts of one step all
 * see the same sums and together take at most the whole sum, so the sequence of discounts or lines does not matter.
 */
export function applyDiscounts<Line extends PricedLine>(
  listedLines: readonly Line[],
  discounts: readonly Discount[],
  listedCharges: readonly Charge[] = [],
): DiscountedBill<Line> {
  // A shortcut: most orders have no discounts, and each order is priced twice.
  if (discounts.length === 0) {
    const lines = listedLines.map((line) => ({ ...line, unitList: line.unitPrice, off: ZERO }));
    return { lines, charges: listedCharges, adjustments: [] };
  }
  const adjustments: Adjustment[] = [];
  const record: RecordAdjustment = ({ kind, source, label }, { line = null, charge = null }, amount) => {
    if (amount === 0) return;
    adjustments.push({ line, charge, amount: subtractCents(ZERO, amount), kind, source, label });
  };
  const sorted = discounts.toSorted(compareDiscounts);
  const cheaperLines = listedLines.map((line, index) => discountLine(line, index, sorted, record));
  const lines = spreadOrderDiscounts(cheaperLines, sorted, record);
  const charges = listedCharges.map((charge, index) => discountCharge(charge, index, sorted, record));
  return { lines, charges, adjustments };
}

/** Records the amount that a discount takes off one line or one charge. */
type RecordAdjustment = (
  discount: Discount,
  where: { readonly line?: number; readonly charge?: number },
  amount: Cents,
) => void;

/** Promotions and points come first, so that a discount by staff neither changes them nor takes off what they did. */
function isOffer({ kind }: Discount): boolean {
  return kind === 'promo' || kind === 'points';
}

/** Applies the discounts on all dishes and those on this line. */
function discountLine<Line extends PricedLine>(
  line: Line,
  index: number,
  sorted: readonly Discount[],
  record: RecordAdjustment,
) {
  const onDishes = sorted.filter(({ on }) => on === 'dishes');
  const perDish = scaleDown(
    line.unitPrice,
    onDishes.map(({ off }) =>
      'percent' in off ? subtractCents(line.unitPrice, priceAfterOffer(line.unitPrice, off.percent)) : ZERO,
    ),
  );
  const unitPrice = subtractCents(line.unitPrice, addCents(...perDish));
  const sum = lineTotal({ ...line, unitPrice });
  const onLine = sorted.filter(({ on }) => typeof on === 'object' && 'line' in on && on.line === index);
  const offers = onLine.filter(isOffer);
  const offerAmounts = scaleDown(
    sum,
    offers.map(({ off }) => offSum(off, sum)),
  );
  const staffDiscounts = onLine.filter((each) => !isOffer(each));
  const left = subtractCents(sum, addCents(...offerAmounts));
  const offs = scaleDown(left, [
    ...onDishes.map(({ off }) => ('amount' in off ? off.amount : ZERO)),
    ...staffDiscounts.map(({ off }) =>
      'price' in off ? cents(Math.max(0, left - off.price * line.quantity)) : offSum(off, left),
    ),
  ]);
  [...onDishes, ...staffDiscounts].forEach((discount, i) =>
    // Staff discounts come after those on all dishes, so for them `perDish` has no amount.
    record(discount, { line: index }, cents((perDish[i] ?? 0) * line.quantity + (offs[i] ?? 0))),
  );
  offers.forEach((offer, i) => record(offer, { line: index }, offerAmounts[i] ?? ZERO));
  return { ...line, unitList: line.unitPrice, unitPrice, off: addCents(...offerAmounts, ...offs) };
}

/**
 * Order discounts are spread as one sum and then attributed to each discount, so that the lines' sums do not depend on
 * the sequence of discounts.
 */
function spreadOrderDiscounts<Line extends PricedLine & { readonly off: Cents }>(
  lines: readonly Line[],
  sorted: readonly Discount[],
  record: RecordAdjustment,
) {
  const onOrder = sorted.filter(({ on }) => on === 'order');
  const left = addCents(...lines.map(lineNet));
  const shares = scaleDown(
    left,
    onOrder.map(({ off }) => offSum(off, left)),
  );
  const together = spread(addCents(...shares), lines);
  let rest = together;
  onOrder.forEach((discount, i) => {
    const parts = allocate(shares[i] ?? ZERO, rest);
    parts.forEach((amount, line) => record(discount, { line }, amount));
    rest = rest.map((amount, line) => subtractCents(amount, parts[line] ?? ZERO));
  });
  return lines.map((line, i) => ({ ...line, off: addCents(line.off, together[i] ?? ZERO) }));
}

/** Applies the discounts on this charge. */
function discountCharge(charge: Charge, index: number, sorted: readonly Discount[], record: RecordAdjustment) {
  const own = sorted.filter(({ on }) => typeof on === 'object' && 'charge' in on && on.charge === index);
  const offs = scaleDown(
    charge.amount,
    own.map(({ off }) => offSum(off, charge.amount)),
  );
  own.forEach((discount, i) => record(discount, { charge: index }, offs[i] ?? ZERO));
  return { ...charge, off: addCents(...offs) };
}

/** What a discount takes off a sum. A discount by `price` applies to unit prices only and is zero here. */
function offSum(off: Discount['off'], sum: Cents): Cents {
  if ('percent' in off) return percentOf(sum, off.percent);
  return 'amount' in off ? off.amount : ZERO;
}

/** Scales the requested amounts down in proportion if together they exceed the limit. */
function scaleDown(most: Cents, requested: readonly Cents[]): Cents[] {
  const sum = addCents(...requested);
  return sum <= most ? [...requested] : allocate(most, requested);
}

/**
 * Spreads an amount over lines in proportion to their net amounts: first over tax classes, so that the tax does not
 * depend on how lines are sorted or split, then within each class.
 */
export function spread(amount: Cents, lines: readonly PricedLine[]): Cents[] {
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

function compareDiscounts(a: Discount, b: Discount): number {
  return sortKey(a).localeCompare(sortKey(b), 'en');
}

function sortKey({ kind, source, label, off }: Discount): string {
  return JSON.stringify([kind, source, label, off]);
}

/**
 * Rebuilds the discounts of a placed bill for changed lines. `percents` lists the sources that are a percentage of every
 * dish and so apply to new dishes too. Other discounts stay on their line as an amount and disappear with it.
 */
export function rebuildDiscounts(
  adjustments: readonly Adjustment[],
  newPositionOf: (line: number) => number | undefined,
  percents: Readonly<Record<string, number>>,
): Discount[] {
  const onDishes = new Map<string, Discount>();
  const rest = adjustments.flatMap(({ line, charge, amount, kind, source, label }): Discount[] => {
    const origin = { kind, source, label };
    const percent = percents[source];
    if (percent !== undefined && line !== null) {
      onDishes.set(source, { on: 'dishes', off: { percent }, ...origin });
      return [];
    }
    const off: { readonly amount: Cents } = { amount: subtractCents(ZERO, amount) };
    if (charge !== null) return [{ on: { charge }, off, ...origin }];
    const position = line === null ? undefined : newPositionOf(line);
    return position === undefined ? [] : [{ on: { line: position }, off, ...origin }];
  });
  return [...onDishes.values(), ...rest];
}
