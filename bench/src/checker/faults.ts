/** One line of the server's sources, and the same line with a mistake. */
export interface Fault {
  readonly file: string;
  readonly line: string;
  readonly faulty: string;
}

const PRICING = 'packages/domain/src/pricing';
const PAYMENT = 'packages/domain/src/payment';
const MODULES = 'apps/server/src/modules';

/** Mistakes with money, points and stock that a person could make. The checker must find each in an export. */
export const FAULTS: readonly Fault[] = [
  {
    file: `${PAYMENT}/tenders.ts`,
    line: 'const tip = share === left ? tipLeft : ZERO;',
    faulty: 'const tip = cents(Math.floor(tipLeft / 2));',
  },
  {
    file: `${PAYMENT}/tenders.ts`,
    line: 'const [refund] = splitRefund([payment], refunds, payment.amount);',
    faulty: 'const [refund] = splitRefund([payment], refunds, cents(payment.amount - 1));',
  },
  {
    file: `${MODULES}/people/person-totals.ts`,
    line: 'loyalty_points = loyalty_points + ${points},',
    faulty: 'loyalty_points = ${points},',
  },
  {
    file: `${PRICING}/price.ts`,
    line: 'const dishes = lines.flatMap(taxedParts);',
    faulty:
      'const dishes = lines.map((line) => ({ taxClass: line.taxClass ?? ("meal" as const), net: subtotalOf([line]) }));',
  },
  {
    file: `${PRICING}/tax-codes.ts`,
    line: 'if (!included) return { ...line, base: sum, amount: applyRate(sum, rate) };',
    faulty: 'if (!included) return { ...line, base: sum, amount: cents(Math.floor((sum * rate) / 100_000)) };',
  },
  {
    file: `${PRICING}/tax-codes.ts`,
    line: 'const isWholeBill = paying.length === classes.length;',
    faulty: 'const isWholeBill = true;',
  },
  {
    file: `${PRICING}/tax-codes.ts`,
    line: 'rate: rateOf([...highest.values()].reduce((sum, rate) => sum + rate, 0)),',
    faulty: 'rate: rateOf(Math.max(0, ...highest.values())),',
  },
  {
    file: `${PRICING}/tax-codes.ts`,
    line: 'return addCents(...taxes.filter(({ included }) => !included).map(({ amount }) => amount));',
    faulty: 'return taxes[0]?.amount ?? ZERO;',
  },
  {
    file: 'packages/domain/src/core/rates.ts',
    line: 'return sign * ((2n * n + d) / (2n * d));',
    faulty: 'return sign * (n / d);',
  },
  {
    file: `${PRICING}/taxed-parts.ts`,
    line: 'const extras = parts.map(({ extra }) => multiplyCents(extra, quantity));',
    faulty: 'const extras = parts.map(({ extra }) => multiplyCents(extra, 1));',
  },
  { file: `${PRICING}/taxed-parts.ts`, line: 'parts.map(({ list }) => list),', faulty: 'parts.map(() => 1),' },
  {
    file: `${PRICING}/taxed-parts.ts`,
    line: "return allocate(lineNet(line), shares).map((net, part) => ({ taxClass: parts[part]?.taxClass ?? 'meal', net }));",
    faulty: "return allocate(lineNet(line), shares).map((net) => ({ taxClass: 'meal', net }));",
  },
  {
    file: `${PRICING}/discounts.ts`,
    line: "if ('percent' in off) return percentOf(sum, off.percent);",
    faulty: "if ('percent' in off) return percentOf(sum, off.percent + 1);",
  },
  {
    file: `${PRICING}/discounts.ts`,
    line: 'const ofClass = allocate(amount, sums);',
    faulty: 'const ofClass = allocate(amount, sums.map((each) => Math.sign(each)));',
  },
  {
    file: `${PRICING}/discounts.ts`,
    line: 'parts.forEach((amount, line) => record(discount, { line }, amount));',
    faulty: 'parts.forEach((amount) => record(discount, { line: 0 }, amount));',
  },
  {
    file: `${PRICING}/discounts.ts`,
    line: 'const left = addCents(...lines.map(lineNet));',
    faulty: 'const left = addCents(...lines.map(lineTotal));',
  },
  {
    file: `${PRICING}/allocate.ts`,
    line: 'for (const { index } of shares.toSorted((a, b) => Number(b.remainder - a.remainder))) {',
    faulty: 'for (const { index } of shares.toSorted((a, b) => Number(a.remainder - b.remainder))) {',
  },
  {
    file: `${MODULES}/people/person-totals.ts`,
    line: 'total_spent_cents = total_spent_cents + ${spent},',
    faulty: 'total_spent_cents = total_spent_cents + ${orders},',
  },
  {
    file: `${PRICING}/cash.ts`,
    line: 'return { due, rounding: subtractCents(due, total) };',
    faulty: 'return { due, rounding: subtractCents(total, due) };',
  },
  {
    file: `${PRICING}/staff-discounts.ts`,
    line: 'if (price !== null) return { ...common, off: { price } };',
    faulty: 'if (price !== null) return { ...common, off: { amount: price } };',
  },
  {
    file: `${PAYMENT}/refund-share.ts`,
    line: 'const tip = goingBack(allocate(bill.tip, nets));',
    faulty: 'const tip = goingBack(allocate(addCents(), nets));',
  },
  {
    file: `${PAYMENT}/refund-share.ts`,
    line: 'amount: goingBack(allocate(amount, pays)), included };',
    faulty: 'amount: goingBack(allocate(addCents(), pays)), included };',
  },
  {
    file: `${PAYMENT}/refund-share.ts`,
    line: 'goesBack: n >= refunded && n < refunded + quantityOf(chosen, at, part),',
    faulty: 'goesBack: n < refunded + quantityOf(chosen, at, part),',
  },
  {
    file: `${PAYMENT}/tenders.ts`,
    line: 'const due = isRoundedToCoins(payment.method)',
    faulty: 'const due = !isRoundedToCoins(payment.method)',
  },
  {
    file: `${PAYMENT}/ledger.ts`,
    line: "if (paid > 0 && refundedSum(refunds) >= paid) return 'refunded';",
    faulty: "if (paid > 0 && refundedSum(refunds) > paid) return 'refunded';",
  },
  {
    file: `${PAYMENT}/ledger.ts`,
    line: "if (paid > 0) return paid >= total ? 'paid' : 'pending';",
    faulty: "if (paid > 0) return 'paid';",
  },
  {
    file: `${PAYMENT}/ledger.ts`,
    line: "return sum(refunds.filter((row) => row.status === 'succeeded' && !isOfChange(row)));",
    faulty: "return sum(refunds.filter((row) => row.status === 'succeeded'));",
  },
  {
    file: 'packages/domain/src/people/loyalty.ts',
    line: 'return Math.floor(discountedSubtotal / CENTS_PER_POINT);',
    faulty: 'return Math.round(discountedSubtotal / CENTS_PER_POINT);',
  },
  {
    file: 'packages/domain/src/people/loyalty.ts',
    line: 'const spent = subtractCents(order.total, order.refunded);',
    faulty: 'const spent = order.total;',
  },
  {
    file: `${MODULES}/people/person-totals.ts`,
    line: 'pointsFor(cents(order.subtotal_cents - order.discount_cents))',
    faulty: 'pointsFor(cents(order.subtotal_cents))',
  },
  {
    file: `${MODULES}/orders/order-parts.ts`,
    line: 'line: line === null ? null : line + 1,\n',
    faulty: 'line,\n',
  },
  {
    file: `${MODULES}/orders/order-parts.ts`,
    line: 'net_cents: off === 0 ? null : unitPrice * quantity - off,',
    faulty: 'net_cents: null,',
  },
  {
    file: `${MODULES}/orders/order-parts.ts`,
    line: "tax_class: taxClass === 'meal' ? null : taxClass,",
    faulty: 'tax_class: null,',
  },
  {
    file: `${MODULES}/orders/order-parts.ts`,
    line: 'base_cents: base,',
    faulty: 'base_cents: amount,',
  },
  {
    file: `${MODULES}/orders/recalculate-bill.ts`,
    line: 'return { ...item, net_cents: line?.off ? lineNet(line) : null };',
    faulty: 'return { ...item, net_cents: line?.off ? item.net_cents : null };',
  },
  {
    file: `${MODULES}/menu/stock/take-portions.ts`,
    line: "select c.location_id, c.item_id, -p.quantity, 'sale', p.order_id, p.line, 1, p.at",
    faulty: "select c.location_id, c.item_id, -1, 'sale', p.order_id, p.line, 1, p.at",
  },
  {
    file: `${MODULES}/menu/stock/take-portions.ts`,
    line: 'update stock s set left_count = s.left_count - c.quantity from locked_stock c',
    faulty: 'update stock s set left_count = s.left_count - 1 from locked_stock c',
  },
  {
    file: `${MODULES}/ledger/record-payment.ts`,
    line: 'cash_rounding_cents: payment.rounding,',
    faulty: 'cash_rounding_cents: 0,',
  },
  {
    file: `${MODULES}/ledger/ledger.ts`,
    line: 'return { payment_id: paymentId, amount_cents: amount, tip_cents: tip, cash_rounding_cents: rounding };',
    faulty: 'return { payment_id: paymentId, amount_cents: amount, tip_cents: 0, cash_rounding_cents: rounding };',
  },
  {
    file: `${MODULES}/orders/new-order.ts`,
    line: 'item_count: itemCount(items),',
    faulty: 'item_count: items.length,',
  },
];
