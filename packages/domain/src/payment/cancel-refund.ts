import { addCents, centsOf, say, sayNow, subtractCents, ZERO, type Cents } from '../core/index.ts';
import { cashDue } from '../pricing/index.ts';
import { refundRouteOf, type PaymentStatus, type RefundRoute } from './status.ts';

/** How long a card refund takes to show on the guest's statement. */
export const CARD_REFUND_TIME = say`5-10 business days`;

/** An amount in dollars that goes back to the guest, and how. */
export interface RefundPart {
  readonly method: RefundRoute;
  readonly amount: number;
  /** The gift card, masked. */
  readonly giftCard?: string | undefined;
}

/** What an order from the API says about its refunds. */
export interface RefundedOrder {
  readonly paymentStatus: PaymentStatus;
  readonly paymentMethod: string;
  readonly due: number;
  readonly pricing: { readonly total: number; readonly refunded: number };
  readonly refunds: readonly (Omit<RefundPart, 'method'> & { readonly method?: RefundRoute | undefined })[];
  readonly goesBack?: readonly RefundPart[] | undefined;
}

/**
 * What cancelling an order refunds, or what a cancelled order has not refunded yet. The server plans it from the
 * payments. An order that was just placed or comes from an older server has one payment, by its method.
 */
export function refundsOnCancel({ goesBack, ...order }: RefundedOrder, coin?: number): readonly RefundPart[] {
  if (goesBack) return goesBack;
  const method = refundRouteOf(order.paymentMethod);
  const paid = paidAmount(order);
  const received = method === 'cash' ? cashDue(paid, coin).due : paid;
  const rest = received - Math.max(centsOf(order.pricing.refunded), refundedAmount(order));
  return rest > 0 && centsOf(order.pricing.refunded) < paid ? [{ method, amount: rest / 100 }] : [];
}

/** What was paid of an order from one payment. */
function paidAmount({ paymentStatus, due, pricing }: RefundedOrder): Cents {
  if (paymentStatus === 'paid') return centsOf(pricing.total);
  return paymentStatus === 'pending' && due > 0 ? subtractCents(centsOf(pricing.total), centsOf(due)) : ZERO;
}

const refundedAmount = ({ refunds }: RefundedOrder): Cents => addCents(...refunds.map(({ amount }) => centsOf(amount)));

const PLANNED_TEXTS: RefundTexts = {
  card: (money) => {
    const days = sayNow(CARD_REFUND_TIME);
    return say`${money} goes to the card you paid with and shows there within ${days}.`;
  },
  cash: (money) => say`The restaurant hands you ${money} back.`,
  'gift-card': (money, card) => say`${money} goes back to the gift card ${card} at once.`,
  manual: (money) => say`The restaurant will return ${money} the way you paid. Please ask there.`,
};

const MADE_TEXTS: RefundTexts = {
  card: (money) => {
    const days = sayNow(CARD_REFUND_TIME);
    return say`${money} went to the card you paid with and shows there within ${days}.`;
  },
  cash: (money) => say`${money} was handed back in cash.`,
  'gift-card': (money, card) => say`${money} is on the gift card ${card} again.`,
  manual: (money) => say`${money} went back the way you paid.`,
};

type RefundTexts = Readonly<Record<RefundRoute, (money: string, card: string) => string>>;

/** What a guest reads about each refund that is still to be made, and about those that were made. */
export function refundTexts(
  planned: readonly RefundPart[],
  made: RefundedOrder['refunds'],
  moneyText: (amount: Cents) => string,
): readonly string[] {
  const textsOf = (parts: RefundedOrder['refunds'], texts: RefundTexts) =>
    parts.map(({ method = 'manual', amount, giftCard = '' }) => texts[method](moneyText(centsOf(amount)), giftCard));
  return [...textsOf(planned, PLANNED_TEXTS), ...textsOf(made, MADE_TEXTS)];
}
