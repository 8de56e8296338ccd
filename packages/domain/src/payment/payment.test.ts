import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cents } from '../core/money.ts';
import { type PaymentRow, type RefundRow, capturedSum, paymentStatusOf, refundableSum, refundedSum } from './ledger.ts';
import { refundsOnCancel, refundTexts } from './cancel-refund.ts';
import {
  LATE_PAYMENT_MINUTES,
  paysBill,
  SESSION_KINDS,
  SESSION_MINUTES,
  type SessionStatus,
  type SessionToSettle,
  settlementOf,
} from './payment-session.ts';
import type { TaxClass } from '../core/tax-classes.ts';
import { type ChosenLine, refundStateOfLine, type PaidBill, refundShare } from './refund-share.ts';
import {
  GUEST_PAYMENT_METHODS,
  PAYMENT_METHODS,
  PAYMENT_REDIRECT_MS,
  PAYMENT_STATUSES,
  PAYMENT_STATUS_LABELS,
  type PaymentStatus,
  REFUND_STATUSES,
  type RefundStatus,
  firstPaymentMethod,
  isCardMethod,
  isRoundedToCoins,
  changePaymentStatus,
  changeRefundStatus,
  parsePaymentMethod,
  paymentMethodWord,
  paymentStatusLabel,
  refundRouteOf,
} from './status.ts';

test('a guest pays online or in cash [C-PAY-01]', () => {
  expect(GUEST_PAYMENT_METHODS).toEqual(['online', 'cash']);
});

test('the payment dialog redirects after one second', () => {
  expect(PAYMENT_REDIRECT_MS).toBe(1000);
});

test('payment statuses have their labels [C-PAY-13]', () => {
  expect(PAYMENT_STATUS_LABELS).toEqual({
    unpaid: 'Payment Pending',
    pending: 'Payment Pending',
    paid: 'Payment Confirmed',
    failed: 'Payment Failed',
    refunded: 'Payment Refunded',
  });
});

test('the payment statuses are unpaid, pending, paid, failed and refunded [A-BOARD-23]', () => {
  expect(PAYMENT_STATUSES).toEqual(['unpaid', 'pending', 'paid', 'failed', 'refunded']);
});

test.each([
  ['online', true],
  ['card', true],
  ['stripe_checkout', true],
  ['stripe_elements', true],
  ['cash', false],
  ['manual', false],
  ['unknown', false],
] as const)('an order paid by %s counts as a card order: %s', (method, card) => {
  expect(isCardMethod(method)).toBe(card);
  expect(PAYMENT_METHODS).toContain(method);
});

test.each([
  [true, 'online'],
  [false, 'cash'],
])('with cards configured: %s, checkout starts on %s', (configured, method) => {
  expect(firstPaymentMethod(configured)).toBe(method);
});

test.each([
  ['online', 'Online', 'card'],
  ['cash', 'Cash', 'cash'],
  ['manual', 'Online', 'manual'],
  ['unknown', 'Online', 'manual'],
  // a method of a newer server, which staff must handle
  ['gift_card', 'Gift card', 'manual'],
  ['toString', 'ToString', 'manual'],
])('a payment by %s is shown as %s and refunded by %s', (method, word, way) => {
  expect(paymentMethodWord(method)).toBe(word);
  expect(refundRouteOf(method)).toBe(way);
  expect(isRoundedToCoins(method)).toBe(way === 'cash');
});

test('an unknown method or status gets a readable name', () => {
  expect(PAYMENT_METHODS.map(parsePaymentMethod)).toEqual(PAYMENT_METHODS);
  expect(parsePaymentMethod('gift_card')).toBe('unknown');
  expect([paymentStatusLabel('paid'), paymentStatusLabel('on_hold')]).toEqual(['Payment Confirmed', 'On hold']);
});

const paymentMoves: readonly (readonly [PaymentStatus, readonly PaymentStatus[]])[] = [
  ['unpaid', ['paid']],
  ['pending', ['paid', 'failed']],
  ['failed', ['paid']],
  ['paid', ['refunded']],
  ['refunded', []],
];

test.each(paymentMoves)('a payment that is %s can only become %j', (from, allowed) => {
  for (const to of PAYMENT_STATUSES) {
    expect(changePaymentStatus(from, to)).toEqual(
      from === to || allowed.includes(to)
        ? { ok: true, value: { from, to, changed: from !== to } }
        : noMove('payment', from, to),
    );
  }
});

function noMove(what: string, from: string, to: string) {
  const message = `Cannot change ${what} from ${from} to ${to}`;
  return { ok: false, error: { code: 'invalid-transition', message, details: { from, to } } };
}

const refundMoves: readonly (readonly [RefundStatus, readonly RefundStatus[]])[] = [
  ['requested', ['succeeded', 'failed']],
  ['succeeded', ['failed']],
  ['failed', []],
];

test.each(refundMoves)('a refund that is %s can only become %j', (from, allowed) => {
  for (const to of REFUND_STATUSES) {
    expect(changeRefundStatus(from, to)).toEqual(
      from === to || allowed.includes(to)
        ? { ok: true, value: { from, to, changed: from !== to } }
        : noMove('refund', from, to),
    );
  }
});

test('no sequence of status changes leaves refunded', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...PAYMENT_STATUSES)), (requests) => {
      const course: PaymentStatus[] = ['pending'];
      for (const request of requests) {
        const moved = changePaymentStatus(course.at(-1) ?? 'pending', request);
        if (moved.ok) course.push(moved.value.to);
      }
      const end = course.indexOf('refunded');
      expect(end < 0 || course.slice(end).every((status) => status === 'refunded')).toBe(true);
    }),
  );
});

const paid = (amount: number, status: PaymentRow['status'] = 'succeeded'): PaymentRow => ({
  status,
  amount: cents(amount),
});
const back = (amount: number, status: RefundStatus = 'succeeded'): RefundRow => ({ status, amount: cents(amount) });

test.each([
  [[], [], 'unpaid', 0],
  [[paid(7255, 'pending')], [], 'pending', 0],
  [[paid(7255, 'failed')], [], 'failed', 0],
  [[paid(7255, 'failed'), paid(7255, 'pending')], [], 'pending', 0],
  [[paid(7255, 'failed'), paid(7255)], [], 'paid', 7255],
  [[paid(2421)], [], 'pending', 2421],
  [[paid(2421), paid(2421), paid(2413, 'pending')], [], 'pending', 4842],
  [[paid(2421), paid(2421), paid(2413)], [], 'paid', 7255],
  [[paid(2421), paid(2421), paid(2413)], [back(2421)], 'paid', 4834],
  [[paid(2421)], [back(2421)], 'refunded', 0],
  [[paid(7255)], [back(7255, 'requested')], 'paid', 0],
  [[paid(7255)], [back(7255, 'failed')], 'paid', 7255],
  [[paid(7255)], [back(2000)], 'paid', 5255],
  [[paid(7255)], [back(2000), back(5255, 'requested')], 'paid', 0],
  [[paid(7255)], [back(2000), back(5255)], 'refunded', 0],
  [[paid(7255)], [back(7255, 'failed'), back(7255)], 'refunded', 0],
  [[paid(7255)], [back(9000)], 'refunded', 0],
])('payments %j and refunds %j make an order %s with %d refundable', (payments, refunds, status, refundable) => {
  expect(paymentStatusOf(cents(7255), payments, refunds, 'online')).toBe(status);
  expect(refundableSum(payments, refunds)).toBe(refundable);
});

test('an unpaid link does not fail an order that is paid at pickup', () => {
  expect(paymentStatusOf(cents(7255), [paid(7255, 'failed')], [], 'cash')).toBe('unpaid');
  expect(paymentStatusOf(cents(7255), [paid(7255, 'failed'), paid(1000)], [], 'cash')).toBe('pending');
});

test('an order that costs nothing is paid, and one whose payments a change returned is unpaid', () => {
  expect(paymentStatusOf(cents(0), [], [], 'cash')).toBe('paid');
  expect(paymentStatusOf(cents(0), [paid(7255, 'failed')], [], 'online')).toBe('paid');
  const ofChange = { ...back(1000), ofChange: true };
  expect(paymentStatusOf(cents(7255), [paid(1000)], [ofChange], 'online')).toBe('unpaid');
  expect(paymentStatusOf(cents(7255), [paid(1000, 'failed')], [], 'online')).toBe('failed');
});

test('only successful payments and refunds count', () => {
  expect(capturedSum([paid(100), paid(50, 'pending'), paid(25, 'failed'), paid(10)])).toBe(110);
  expect(refundedSum([back(100), back(50, 'requested'), back(25, 'failed'), back(10)])).toBe(110);
});

test.each([
  ['paid', 'online', 0, 0, [{ method: 'card', amount: 72.57 }]],
  ['paid', 'card', 0, 0, [{ method: 'card', amount: 72.57 }]],
  ['paid', 'stripe_checkout', 0, 0, [{ method: 'card', amount: 72.57 }]],
  ['paid', 'cash', 0, 0, [{ method: 'cash', amount: 72.55 }]],
  ['paid', 'cash', 0, 10, [{ method: 'cash', amount: 62.55 }]],
  ['paid', 'manual', 0, 0, [{ method: 'manual', amount: 72.57 }]],
  ['paid', 'unknown', 0, 0, [{ method: 'manual', amount: 72.57 }]],
  ['unpaid', 'cash', 72.57, 0, []],
  ['pending', 'online', 72.57, 0, []],
  // A partial payment is refunded.
  ['pending', 'cash', 52.56, 0, [{ method: 'cash', amount: 20 }]],
  ['pending', 'online', 52.56, 0, [{ method: 'card', amount: 20.01 }]],
  ['failed', 'online', 52.56, 0, []],
  ['paid', 'online', 0, 72.57, []],
  ['refunded', 'online', 0, 72.57, []],
] as const)(
  'an order of one payment that is %s by %s with %d due and %d refunded gets back %j',
  (paymentStatus, paymentMethod, due, refunded, parts) => {
    const refunds = refunded > 0 ? [{ amount: refunded }] : [];
    const order = { paymentStatus, paymentMethod, due, pricing: { total: 72.57, refunded }, refunds };
    expect(refundsOnCancel(order)).toEqual(parts);
    const goesBack = [{ method: 'gift-card' as const, amount: 25, giftCard: '•••• 7KQ4' }];
    expect(refundsOnCancel({ ...order, goesBack })).toBe(goesBack);
  },
);

test('each refund has its own sentence, whether it is on its way or was made', () => {
  const coming = [
    { method: 'card', amount: 8.72 },
    { method: 'gift-card', amount: 25, giftCard: '•••• 7KQ4' },
    { method: 'cash', amount: 5 },
    { method: 'manual', amount: 1 },
  ] as const;
  const money = (amount: number) => `$${(amount / 100).toFixed(2)}`;
  expect(refundTexts(coming, [...coming, { amount: 2 }], money)).toEqual([
    '$8.72 goes to the card you paid with and shows there within 5-10 business days.',
    '$25.00 goes back to the gift card •••• 7KQ4 at once.',
    'The restaurant hands you $5.00 back.',
    'The restaurant will return $1.00 the way you paid. Please ask there.',
    '$8.72 went to the card you paid with and shows there within 5-10 business days.',
    '$25.00 is on the gift card •••• 7KQ4 again.',
    '$5.00 was handed back in cash.',
    '$1.00 went back the way you paid.',
    '$2.00 went back the way you paid.',
  ]);
});

const now = new Date('2026-11-20T22:00:00Z');
const open: SessionToSettle = {
  kind: 'customer',
  status: 'open',
  amount: cents(45_67),
  closedAt: null,
  order: null,
  isCartOrdered: false,
  takesOrders: true,
  mayTakeMoney: true,
};
const wasPaid = { status: 'paid' as const, amount: cents(45_67) };
const minutesAgo = (minutes: number): Date => new Date(now.getTime() - minutes * 60_000);

test('a paid open session becomes an order without a notice to staff', () => {
  expect(settlementOf(open, wasPaid, now)).toEqual({ do: 'order', attention: null });
});

test.each<SessionStatus>(['open', 'paid', 'failed', 'expired', 'cancelled'])(
  'a paid session stays paid, whatever the provider reports (%s)',
  (status) => {
    expect(settlementOf({ ...open, status: 'paid' }, { status, amount: cents(1) }, now)).toEqual({ do: 'nothing' });
  },
);

test.each(['failed', 'expired', 'cancelled'] as const)('without a payment an open session is closed: %s', (status) => {
  expect(settlementOf(open, { status, amount: null }, now)).toEqual({ do: 'close', as: status });
  expect(settlementOf({ ...open, status }, { status: 'expired', amount: null }, now)).toEqual({ do: 'nothing' });
});

test('a session reported as open is left unchanged', () => {
  expect(settlementOf(open, { status: 'open', amount: null }, now)).toEqual({ do: 'nothing' });
});

test.each<[string, Partial<SessionToSettle>, 'order' | 'give-back']>([
  ['expired just now', { status: 'expired', closedAt: minutesAgo(LATE_PAYMENT_MINUTES) }, 'order'],
  ['failed just now', { status: 'failed', closedAt: minutesAgo(1) }, 'order'],
  ['expired long ago', { status: 'expired', closedAt: minutesAgo(LATE_PAYMENT_MINUTES + 1) }, 'give-back'],
  ['cancelled just now', { status: 'cancelled', closedAt: minutesAgo(0) }, 'give-back'],
  ['its cart was ordered meanwhile', { isCartOrdered: true }, 'give-back'],
  [
    'its cart was ordered, and its payment page had expired',
    { isCartOrdered: true, status: 'expired', closedAt: minutesAgo(1) },
    'give-back',
  ],
  ['its location was removed', { takesOrders: false }, 'give-back'],
  ['its location may take no money', { mayTakeMoney: false }, 'give-back'],
  ['another amount was charged', { amount: cents(45_68) }, 'give-back'],
])('a late or unexpected payment becomes an order or is refunded, and staff are notified: %s', (_, change, becomes) => {
  const settlement = settlementOf({ ...open, ...change }, wasPaid, now);
  expect(settlement).toEqual({ do: becomes, attention: expect.any(String) });
});

const late = { status: 'expired', closedAt: minutesAgo(LATE_PAYMENT_MINUTES + 1) } as const;
const account = { status: 'ready', paymentStatus: 'pending', free: wasPaid.amount, tip: cents(0) } as const;

test.each<[Partial<SessionToSettle>, string]>([
  [{ amount: cents(1) }, 'The amount that was charged is not the amount of the order'],
  [{ isCartOrdered: true }, 'A second payment arrived for what was ordered already'],
  [{ takesOrders: false }, 'A payment arrived for a location that is closed for good'],
  [{ mayTakeMoney: false }, 'A payment arrived for a location that cannot take money with this till'],
  [{ status: 'cancelled' }, 'A payment arrived after it had been cancelled'],
  [late, 'A payment arrived after its session had ended'],
  [{ ...late, closedAt: null }, 'A payment arrived just after its session had ended and became an order'],
  [{ kind: 'account' }, 'A payment arrived for an order that does not exist'],
  [
    { kind: 'account', order: { ...account, status: 'cancelled' } },
    'A payment arrived for an order that was cancelled',
  ],
  [
    { kind: 'reader', order: { ...account, paymentStatus: 'paid' } },
    'A payment arrived for an order that was already paid',
  ],
  [
    { kind: 'account', order: { ...account, paymentStatus: 'refunded' } },
    'A payment arrived for an order that was already paid',
  ],
  [
    { kind: 'reader', order: { ...account, free: cents(0) } },
    'A payment arrived for something that was paid another way',
  ],
])('after a payment for %j staff read: %s', (change, words) => {
  const settlement = settlementOf({ ...open, ...change }, wasPaid, now);
  expect('attention' in settlement && settlement.attention).toBe(words);
});

test('sessions of the till and of guests create an order when paid, others pay an existing bill', () => {
  expect(SESSION_KINDS.filter(paysBill)).toEqual(['account', 'reader']);
  // Readers expire first, then guests' own sessions; links that staff send last longest.
  const { reader, customer, account: bill, 'till-link': link } = SESSION_MINUTES;
  expect([reader < customer, customer < link, link === bill]).toEqual([true, true, true]);
});

test('the same amount in another currency does not count', () => {
  expect(settlementOf(open, { status: 'paid', amount: null }, now).do).toBe('give-back');
});

test.each<[Pick<NonNullable<SessionToSettle['order']>, 'status' | 'paymentStatus'> | null, 'order' | 'give-back']>([
  [{ status: 'pending', paymentStatus: 'pending' }, 'order'],
  [{ status: 'completed', paymentStatus: 'failed' }, 'order'],
  [{ status: 'cancelled', paymentStatus: 'pending' }, 'give-back'],
  [{ status: 'ready', paymentStatus: 'paid' }, 'give-back'],
  [{ status: 'cancelled', paymentStatus: 'refunded' }, 'give-back'],
  [null, 'give-back'],
])('an order on account (%o) is paid once: %s', (order, becomes) => {
  const bill = order && { ...order, free: wasPaid.amount, tip: cents(0) };
  expect(settlementOf({ ...open, kind: 'account', order: bill }, wasPaid, now).do).toBe(becomes);
});

test.each([
  [wasPaid.amount, 0, 'order'],
  [wasPaid.amount - 1, 0, 'give-back'],
  [wasPaid.amount - 500, 500, 'order'],
  [wasPaid.amount - 501, 500, 'give-back'],
] as const)('with %d free on the bill and a tip of %d, the payment from its page becomes: %s', (free, tip, becomes) => {
  const order = { status: 'ready', paymentStatus: 'pending', free: cents(free), tip: cents(tip) } as const;
  expect(settlementOf({ ...open, kind: 'account', order }, wasPaid, now).do).toBe(becomes);
});

test('the link of an order on account can be paid long after it expired', () => {
  const order = { status: 'ready', paymentStatus: 'failed', free: wasPaid.amount, tip: cents(0) } as const;
  const session: SessionToSettle = { ...open, kind: 'account', status: 'expired', closedAt: minutesAgo(600), order };
  expect(settlementOf(session, wasPaid, now)).toEqual({ do: 'order', attention: null });
});

test.each([
  [0, 'order'],
  [450, 'order'],
  [449, 'give-back'],
] as const)('a tip of %d entered at the card reader is added to the requested amount: %s', (tip, becomes) => {
  const order = { status: 'ready', paymentStatus: 'unpaid', free: open.amount, tip: cents(0) } as const;
  const amount = cents(open.amount + (becomes === 'order' ? tip : 450));
  const observed = { status: 'paid', amount, tip: cents(tip) } as const;
  expect(settlementOf({ ...open, kind: 'reader', order }, observed, now).do).toBe(becomes);
});

const bill: PaidBill = {
  lines: [
    { unitPrice: cents(1000), quantity: 3 },
    { unitPrice: cents(500), quantity: 1 },
  ],
  taxes: [{ label: 'HST', classes: null, amount: cents(490) }],
  tip: cents(400),
};

test.each([
  [[{ line: 0, quantity: 1 }], [], { subtotal: 1000, tax: 140, tip: 115, total: 1255 }],
  [[{ line: 0, quantity: 1 }], [{ line: 0, quantity: 1 }], { subtotal: 1000, tax: 140, tip: 114, total: 1254 }],
  [[{ line: 1, quantity: 1 }], [], { subtotal: 500, tax: 70, tip: 57, total: 627 }],
  [
    [
      { line: 0, quantity: 3 },
      { line: 1, quantity: 1 },
    ],
    [],
    { subtotal: 3500, tax: 490, tip: 400, total: 4390 },
  ],
  [
    [
      { line: 0, quantity: 1 },
      { line: 0, quantity: 2 },
    ],
    [],
    { subtotal: 3000, tax: 420, tip: 343, total: 3763 },
  ],
])('%j after %j refunds %j', (chosen, before, share) => {
  const taxes = [{ label: 'HST', amount: share.tax }];
  expect(refundShare(bill, chosen, before)).toEqual({ ok: true, value: { ...share, charges: 0, taxes } });
});

test.each([
  [[], []],
  [[{ line: 2, quantity: 1 }], []],
  [
    [
      { line: 0, quantity: 1 },
      { line: 2, quantity: 1 },
    ],
    [],
  ],
  [[{ line: -1, quantity: 1 }], []],
  [[{ line: 0.5, quantity: 1 }], []],
  [[{ line: 0, quantity: 0 }], []],
  [[{ line: 0, quantity: -1 }], []],
  [[{ line: 0, quantity: 1.5 }], []],
  [[{ line: 0, quantity: 4 }], []],
  [
    [
      { line: 0, quantity: 2 },
      { line: 0, quantity: 2 },
    ],
    [],
  ],
  [[{ line: 0, quantity: 2 }], [{ line: 0, quantity: 2 }]],
])('%j after %j cannot be refunded', (chosen, before) => {
  expect(refundShare(bill, chosen, before)).toEqual({
    ok: false,
    error: { code: 'invalid-argument', message: 'These items cannot be refunded.' },
  });
});

test.each([
  ['nothing', { quantity: 3, parts: 0 }, [], { back: 0, whole: 3, ofPart: [] }],
  ['two whole dishes', { quantity: 3, parts: 0 }, [{ quantity: 2 }], { back: 2, whole: 1, ofPart: [] }],
  ['one naan of a combo', { quantity: 2, parts: 2 }, [{ quantity: 1, part: 1 }], { back: 0, whole: 1, ofPart: [2, 1] }],
  [
    'a combo whole, and a naan of another',
    { quantity: 2, parts: 2 },
    [{ quantity: 1 }, { quantity: 1, part: 1 }],
    { back: 1, whole: 0, ofPart: [1, 0] },
  ],
])('after refunding %s, reports what is left of a line', (_what, of, removed, left) => {
  expect(refundStateOfLine(of, removed)).toEqual(left);
});

test('in British Columbia a refunded beer returns its own taxes, and the rest returns exactly what is left', () => {
  const beerBill: PaidBill = {
    lines: [
      { unitPrice: cents(3200), quantity: 1 },
      { unitPrice: cents(1850), quantity: 1, taxClass: 'liquor' },
    ],
    taxes: [
      { label: 'GST', classes: null, amount: cents(253) },
      { label: 'PST', classes: ['liquor'], amount: cents(185) },
    ],
    tip: cents(0),
  };
  const beer = { line: 1, quantity: 1 };
  expect(refundShare(beerBill, [beer])).toMatchObject({
    value: {
      total: 2128,
      taxes: [
        { label: 'GST', amount: 93 },
        { label: 'PST', amount: 185 },
      ],
    },
  });
  expect(refundShare(beerBill, [{ line: 0, quantity: 1 }], [beer])).toMatchObject({ value: { total: 3360 } });
});

const anyClass = fc.constantFrom<TaxClass>('meal', 'liquor', 'untaxed');
const anyPaidLine = fc
  .record({ unitPrice: fc.nat(5000).map(cents), quantity: fc.integer({ min: 1, max: 5 }), taxClass: anyClass })
  .chain((line) => fc.nat(line.unitPrice * line.quantity).map((off) => ({ ...line, off: cents(off) })));

test('refunding a bill dish by dish, in any sequence, returns exactly what was paid, for each tax', () => {
  const anyBill = fc.record({
    lines: fc.array(anyPaidLine, { minLength: 1, maxLength: 6 }),
    taxes: fc.tuple(fc.nat(10_000), fc.nat(10_000)).map(([all, some]) => [
      { code: 'GST', label: 'GST', classes: null, amount: cents(all) },
      { code: 'PST', label: 'PST', classes: ['liquor'] as const, amount: cents(some) },
    ]),
    tip: fc.nat(10_000).map(cents),
  });
  fc.assert(
    fc.property(anyBill, fc.infiniteStream(fc.nat(1000)), (paidBill, picks) => {
      const left = paidBill.lines.flatMap((line, i) => Array.from({ length: line.quantity }, () => i));
      const before: ChosenLine[] = [];
      const sums = { subtotal: 0, gst: 0, pst: 0, tip: 0, total: 0 };
      while (left.length > 0) {
        const [line = 0] = left.splice(Number(picks.next().value) % left.length, 1);
        const share = refundShare(paidBill, [{ line, quantity: 1 }], before);
        if (!share.ok) throw new Error(share.error.message);
        before.push({ line, quantity: 1 });
        const { subtotal, taxes, tip, total } = share.value;
        sums.subtotal += subtotal;
        sums.gst += taxes[0]?.amount ?? 0;
        sums.pst += taxes[1]?.amount ?? 0;
        sums.tip += tip;
        sums.total += total;
      }
      const subtotal = paidBill.lines.reduce((sum, line) => sum + line.unitPrice * line.quantity - line.off, 0);
      const [gst = 0, pst = 0] = paidBill.taxes.map(({ amount }) => amount);
      expect(sums).toEqual({ subtotal, gst, pst, tip: paidBill.tip, total: subtotal + gst + pst + paidBill.tip });
    }),
  );
});
