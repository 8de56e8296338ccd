import { failure } from '../core/errors.ts';
import { say, sayNow } from '../core/language.ts';
import { addCents, amountWithCurrency, cents, subtractCents, ZERO, type Cents } from '../core/money.ts';
import { err, ok, type Result, fail } from '../core/result.ts';
import { entryOf, keysOf, humaniseCode } from '../core/variants.ts';
import { allocate, cashDue, cashDueAfter, cashRefund, changeDue, DEFAULT_COIN } from '../pricing/index.ts';
import { DEPOSIT, GIFT_CARD } from './gift-cards.ts';
import { refundableSum, type PaymentRow, type RefundRow } from './ledger.ts';
import { isRoundedToCoins, type PaymentMethod } from './status.ts';

interface TenderFacts {
  readonly label: string;
  /** The payment method shown on the order. */
  readonly method: PaymentMethod;
  /** True if the payment comes later through a payment page. Until then its amount is held. */
  readonly waits: boolean;
  /** Whether staff enter a reference: never, optionally or always. */
  readonly reference: 'none' | 'may' | 'must';
  readonly referenceLabel: string;
  /** True if the reference names a person. It is erased with the person. */
  readonly namesPerson: boolean;
  /** What staff should know before they take a part of a bill. */
  readonly billHint: string | null;
  /** What the till says below its name under "More…". Null: the till has a button for it. */
  readonly tillHint: string | null;
}

const TERMINAL_HINT = say`Charge the card on the terminal first. This only records the payment.`;
const NO_REFERENCE = { reference: 'none', referenceLabel: '', namesPerson: false } as const;
const SLIP = { reference: 'may', referenceLabel: say`Number on the slip`, namesPerson: false } as const;

const TENDER_FACTS = {
  cash: { label: say`Cash`, method: 'cash', waits: false, ...NO_REFERENCE, billHint: null, tillHint: null },
  terminal: {
    label: say`Card terminal`,
    method: 'manual',
    waits: false,
    ...SLIP,
    billHint: TERMINAL_HINT,
    tillHint: null,
  },
  debit: { label: say`Debit`, method: 'manual', waits: false, ...SLIP, billHint: TERMINAL_HINT, tillHint: null },
  link: {
    label: say`Payment link`,
    method: 'online',
    waits: true,
    ...NO_REFERENCE,
    billHint: say`The guest pays on their own page. Until then nothing is paid.`,
    tillHint: null,
  },
  'gift-card': {
    label: say`Gift card`,
    method: 'gift-card',
    waits: false,
    reference: 'must',
    referenceLabel: say`Code of the card`,
    namesPerson: false,
    billHint: say`It is taken off the card. What the card lacks is paid another way.`,
    tillHint: say`The kitchen starts now. You type the code of the card.`,
  },
  account: {
    label: say`House account`,
    method: 'manual',
    waits: false,
    reference: 'must',
    referenceLabel: say`Whose account`,
    namesPerson: true,
    billHint: say`No money is taken now. It is put on the account.`,
    tillHint: say`The kitchen starts now. You choose whose account it goes on.`,
  },
} as const satisfies Record<string, TenderFacts>;

export type Tender = keyof typeof TENDER_FACTS;
export const TENDERS = keysOf<Tender>(TENDER_FACTS);
/**
 * What lists of payments can be filtered by: a tender, or the method of payments without one. A function, because a list
 * that is spread here would be in the files of guests.
 */
export const tenderFilters = () => ['all', ...TENDERS, 'online', 'card'] as const;
export const TENDER_PROPERTIES: Readonly<Record<Tender, TenderFacts>> = TENDER_FACTS;

/** Payments from the website have a method and no tender. */
const METHOD_LABELS: Readonly<Record<string, string>> = {
  online: say`Card online`,
  card: say`Card`,
  stripe_checkout: say`Card online`,
  stripe_elements: say`Card online`,
  deposit: say`Deposit`,
  'taken-over': say`Taken over`,
};

/**
 * The name of a tender, or of the method of a payment without one, wherever it is shown. Unknown codes get a readable
 * name, because a browser tab can be older than the server.
 */
export function tenderLabel(tender: string): string {
  const label = entryOf<TenderFacts>(TENDER_FACTS, tender)?.label ?? entryOf<string>(METHOD_LABELS, tender);
  return sayNow(label ?? humaniseCode(tender));
}

/** The state of a bill before a payment. */
export interface OpenBill {
  readonly total: Cents;
  readonly paid: Cents;
  /** The amount held by open payment pages. */
  readonly held: Cents;
  /** The cash rounding of the payments so far; of a part, that of the whole bill. */
  readonly rounding?: Cents;
}

/** The unpaid amount, including held amounts. */
export function dueOfBill({ total, paid }: Pick<OpenBill, 'total' | 'paid'>): Cents {
  return cents(Math.max(0, total - paid));
}

/** The amount that can be paid now. */
export function payableAmountOfBill(bill: OpenBill): Cents {
  return cents(Math.max(0, dueOfBill(bill) - bill.held));
}

/** A payment offered for part of a bill. The tip is added to the amount. */
export interface BillPaymentRequest {
  readonly tender: Tender;
  readonly amount: Cents;
  readonly tip: Cents;
  /** The cash that the guest handed over; null means the exact amount. */
  readonly given: Cents | null;
  readonly reference: string;
  /** The smallest coin of the restaurant's currency; Canada's by default. */
  readonly coin?: number | undefined;
}

export interface BillPaymentAmounts {
  readonly amount: Cents;
  readonly tip: Cents;
  readonly rounding: Cents;
  /** The collected sum: amount, tip and rounding. */
  readonly due: Cents;
  readonly change: Cents;
}

/**
 * Checks a payment for part of a bill and calculates rounding and change. The payment never exceeds what is neither paid
 * nor reserved by another payment. Each cash part is rounded, but all parts of a bill together by less than a coin:
 * many small parts could otherwise settle a bill without money. What would reach a coin is refused, but the rest of a bill
 * or of a part can always be paid: it is rounded the other way.
 */
export function checkBillPayment(bill: OpenBill, offered: BillPaymentRequest): Result<BillPaymentAmounts> {
  const { amount, tip, given: provided } = offered;
  const tender = TENDER_PROPERTIES[offered.tender];
  const free = payableAmountOfBill(bill);
  if (amount > free) {
    const left = amountWithCurrency(free);
    const text =
      bill.held > 0
        ? say`Only ${left} is left to pay. The rest is part of an open payment.`
        : say`Only ${left} is left to pay.`;
    return fail('more-than-due', text, {
      due: dueOfBill(bill) / 100,
      held: bill.held / 100,
      free: free / 100,
    });
  }
  if (tender.reference === 'must' && offered.reference === '') {
    const what = sayNow(tender.referenceLabel);
    return fail('invalid-argument', say`${what}: please write it down.`, { field: 'reference' });
  }
  const exact = addCents(amount, tip);
  if (!isRoundedToCoins(tender.method)) return ok({ amount, tip, rounding: ZERO, due: exact, change: ZERO });
  const roundingBefore = bill.rounding ?? ZERO;
  // The rest of a bill may round to nothing, because otherwise a bill of two cents could not be closed.
  const isRest = amount === dueOfBill(bill);
  const nearest = cashDue(exact, offered.coin);
  const isRoundedAway =
    nearest.due === 0 || Math.abs(addCents(roundingBefore, nearest.rounding)) >= (offered.coin ?? DEFAULT_COIN);
  if (!isRest && isRoundedAway) return err(noCoinsFailure(exact, offered.coin));
  const { due, rounding } = cashDueAfter(exact, roundingBefore, offered.coin);
  const change = changeDue(provided ?? due, due);
  if (change === null) return fail('invalid-argument', say`That is less than is due.`, { field: 'given' });
  return ok({ amount, tip, rounding, due, change });
}

function noCoinsFailure(exact: Cents, coin: number = DEFAULT_COIN) {
  const less = cents(Math.floor(exact / coin) * coin);
  const more = amountWithCurrency(cents(less + coin));
  const text =
    less > 0
      ? say`There are no coins for this part of the bill. Please take ${amountWithCurrency(less)} or ${more} in cash.`
      : say`There are no coins for this part of the bill. Please take ${more} or more in cash.`;
  return failure('invalid-argument', text, { field: 'amount' });
}

/** A payment of a bill, with its tip and cash rounding. */
export interface BillPayment extends PaymentRow {
  readonly id: string;
  readonly method: string;
  readonly tip: Cents;
  readonly rounding: Cents;
}

/** A refund of one payment of a bill, with the tip and cash rounding that went back with it. */
export interface BillRefund extends RefundRow {
  readonly paymentId: string;
  readonly tip: Cents;
  readonly rounding: Cents;
}

/** What is refunded of one payment, by the tender with which it was made. */
export interface RefundToTender {
  readonly paymentId: string;
  readonly amount: Cents;
  readonly tip: Cents;
  readonly rounding: Cents;
  /** The amount sent or paid out. */
  readonly due: Cents;
}

/**
 * Splits a refund over payments in proportion to what is left of each, so that none is refunded more than it paid. The
 * last refund of a payment includes its tip and the exact remainder in cents.
 */
export function splitRefund(
  payments: readonly BillPayment[],
  refunds: readonly BillRefund[],
  amount: Cents,
  coin?: number,
): readonly RefundToTender[] {
  const open = payments.map((payment) => {
    const refundsOfPayment = refunds.filter(
      ({ paymentId, status, ofChange = false }) => paymentId === payment.id && (status !== 'failed' || ofChange),
    );
    const coins = sumOf([payment]) - sumOf(refundsOfPayment);
    return {
      payment,
      left: refundableSum([payment], refundsOfPayment),
      tip: subtractCents(payment.tip, addCents(...refundsOfPayment.map((each) => each.tip))),
      coins: cents(Math.max(0, coins)),
    };
  });
  const leftOfAll = addCents(...open.map(({ left }) => left));
  const shares = allocate(
    cents(Math.min(amount, leftOfAll)),
    open.map(({ left }) => left),
  );
  return open.flatMap(({ payment, left, tip: tipLeft, coins }, index) => {
    const share = shares[index] ?? ZERO;
    if (share === 0) return [];
    const tip = share === left ? tipLeft : ZERO;
    const due = isRoundedToCoins(payment.method)
      ? cashRefund(share, { amount: left, coins }, coin).due
      : addCents(share, tip);
    return [{ paymentId: payment.id, amount: share, tip, rounding: subtractCents(due, addCents(share, tip)), due }];
  });
}

function sumOf(rows: readonly { readonly amount: Cents; readonly tip: Cents; readonly rounding: Cents }[]): number {
  return rows.reduce((sum, row) => sum + row.amount + row.tip + row.rounding, 0);
}

/** A payment with its provider. Only payments that staff recorded by hand can be undone. */
export interface RecordedBillPayment extends BillPayment {
  readonly provider: string;
}

/**
 * Undoes a payment that was recorded by mistake, including its tip and rounding; the amount is due again. `refunds` are
 * those of the bill.
 */
export function undoBillPayment(payment: RecordedBillPayment, refunds: readonly BillRefund[]): Result<RefundToTender> {
  const refused = (words: string) => fail('failed-precondition', words);
  if ((payment.provider !== 'till' && payment.provider !== GIFT_CARD) || payment.method === DEPOSIT) {
    return refused(say`This was paid by card. Please refund it instead.`);
  }
  // Refunds are shares of all payments, so removing a payment afterwards would change them.
  if (refunds.some(({ status, ofChange = false }) => status !== 'failed' && !ofChange)) {
    return refused(say`Part of this bill was already refunded. Please refund the rest.`);
  }
  const [refund] = splitRefund([payment], refunds, payment.amount);
  return refund ? ok(refund) : refused(say`Nothing is left to undo of this payment.`);
}
