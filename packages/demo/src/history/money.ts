import { addCents, cents, ZERO, type Cents, type Random } from '@tiffin/domain/core';
import { orderTypeGoesTo, type OrderType } from '@tiffin/domain/order';
import {
  applyDiscounts,
  cashDue,
  NO_TIP,
  calculatePrice,
  toDiscount,
  type Charge,
  type Price,
  type TipChoice,
} from '@tiffin/domain/pricing';
import type { Taxation } from '@tiffin/domain/pricing';
import { WeightedRandom, pickRandom } from './random.ts';
import type { Guest } from './people.ts';
import type { PastDiscount, PastLine, PastOrder, PastPaymentMethod, PastRefund } from './record.ts';
import type { OrderProgress } from './order-progress.ts';

/** How guests without an account tip, at a table and at the counter. */
const TABLE_TIPS = new WeightedRandom<TipChoice>([
  [{ kind: 'none' }, 12],
  [{ kind: 'percent', percent: 10 }, 17],
  [{ kind: 'percent', percent: 15 }, 40],
  [{ kind: 'percent', percent: 18 }, 20],
  [{ kind: 'percent', percent: 20 }, 11],
]);
const COUNTER_TIPS = new WeightedRandom<TipChoice>([
  [{ kind: 'none' }, 71],
  [{ kind: 'percent', percent: 10 }, 15],
  [{ kind: 'percent', percent: 15 }, 6],
  [{ kind: 'amount', amount: cents(100) }, 4],
  [{ kind: 'amount', amount: cents(200) }, 4],
]);

const CASH_AT_TILL_SHARE = 0.4;
const FULL_REFUND_SHARE = 0.006;
const PART_REFUND_SHARE = 0.005;
const REFUND_REASONS = ['Wrong dish', 'Arrived cold', 'Too long a wait', 'Spilled on the way'] as const;
const PART_REFUND_REASONS = ['Missing from the bag', 'Wrong dish', 'Not as hot as ordered'] as const;
const MINUTE = 60_000;

/** Prices an order. Its discount needs no id, because no order of the demo has a second one. */
export function priceWithTip(
  random: Random,
  listed: { readonly lines: readonly PastLine[]; readonly charges: readonly Charge[] },
  discount: PastDiscount | null,
  tax: Taxation,
  guest: Guest,
  source: PastOrder['source'],
  orderType: OrderType,
): Pick<PastOrder, 'lines' | 'charges' | 'discount' | 'adjustments' | 'price'> {
  const tip =
    source === 'web' ? guest.tip : (orderTypeGoesTo(orderType, 'table') ? TABLE_TIPS : COUNTER_TIPS).draw(random);
  const discounts = discount === null ? [] : [toDiscount({ ...discount, id: '' })];
  const { lines, charges, adjustments } = applyDiscounts(listed.lines, discounts, listed.charges);
  return { lines, charges, discount, adjustments, price: calculatePrice(lines, tax, tip, charges) };
}

export type Payment = Pick<PastOrder, 'paymentMethod' | 'paymentStatus' | 'paidAt' | 'paid' | 'refunds'>;

/**
 * Card payments are made before the order exists, cash at the counter together with the order, and cash for online
 * orders at pickup. A cancelled paid order is refunded in full.
 */
export function simulatePayment(
  random: Random,
  price: Price,
  lines: readonly PastLine[],
  tax: Taxation,
  guest: Guest,
  source: PastOrder['source'],
  placedAt: number,
  progress: OrderProgress,
  until: number,
): Payment {
  const paymentMethod = methodOf(random, guest, source);
  const paidAt = source === 'web' && paymentMethod === 'cash' ? progress.completedAt : placedAt;
  if (paidAt === null) return { paymentMethod, paymentStatus: 'unpaid', paidAt, paid: ZERO, refunds: [] };
  const paid = inCoins(price.total, paymentMethod);
  const refund = refundOf(random, paid, paymentMethod, lines, tax, progress);
  const refunds = refund && refund.succeededAt <= until ? [refund] : [];
  const back = addCents(...refunds.map(({ amount }) => amount));
  return { paymentMethod, paymentStatus: back === paid ? 'refunded' : 'paid', paidAt, paid, refunds };
}

function methodOf(random: Random, guest: Guest, source: PastOrder['source']): PastPaymentMethod {
  if (source === 'till') return random() < CASH_AT_TILL_SHARE ? 'cash' : 'card';
  return guest.paysCash ? 'cash' : 'online';
}

function inCoins(amount: Cents, method: PastPaymentMethod): Cents {
  return method === 'cash' ? cashDue(amount).due : amount;
}

function refundOf(
  random: Random,
  paid: Cents,
  method: PastPaymentMethod,
  lines: readonly PastLine[],
  tax: Taxation,
  progress: OrderProgress,
): PastRefund | null {
  const refundMs = method === 'cash' ? 0 : Math.round(800 + 3_000 * random());
  const back = (amount: Cents, reason: string, requestedAt: number): PastRefund => ({
    amount,
    reason,
    requestedAt,
    succeededAt: requestedAt + refundMs,
  });
  if (progress.cancelledAt !== null) return back(paid, progress.cancelReason ?? '', progress.cancelledAt);
  if (progress.completedAt === null) return null;
  const complaintAt = progress.completedAt + Math.round((10 + 80 * random()) * MINUTE);
  const draw = random();
  if (draw < FULL_REFUND_SHARE) return back(paid, pickRandom(random, REFUND_REASONS), complaintAt);
  if (draw < FULL_REFUND_SHARE + PART_REFUND_SHARE && lines.length > 1 && lines.every(({ off = ZERO }) => off === 0)) {
    const { total } = calculatePrice([pickRandom(random, lines)], tax, NO_TIP);
    return back(inCoins(total, method), pickRandom(random, PART_REFUND_REASONS), complaintAt);
  }
  return null;
}
