import type { WireOrder } from '@tiffin/contract/order/order-answer';
import {
  addCents,
  amountWithCurrency,
  cents,
  valueOrThrow,
  refuse,
  say,
  toDollars,
  type Cents,
} from '@tiffin/domain/core';
import {
  translateOrderForGuest,
  authoriseOrderChange,
  settleChange,
  type OrderChanger,
  keepsAllergies,
} from '@tiffin/domain/order';
import { authorise, hasRole, worksAt, type Actor } from '@tiffin/domain/people';
import { isWithinLimit, type DiscountLimit } from '@tiffin/domain/pricing';
import { largeOrderTotal } from '@tiffin/domain/restaurant';
import type { Context, Db, Tx } from '../../../context.ts';
import type { OrderRow } from '../../../platform/db/order-row.ts';
import type { Author } from '../../log/record-audit-entries.ts';
import type { LocationMenu } from '../../menu/dishes/location-menu.ts';
import { checkMayTakeMoney } from '../../locations/money-permission.ts';
import { readLedger, refundableAmount, sumOnAccount, toOpenBill, type Ledger } from '../../ledger/ledger.ts';
import { currentOrder, orderForLinkHolder } from '../../orders/order-answer.ts';
import { isOrderTokenValid } from '../../orders/show-order.ts';
import {
  readDiscountLimit,
  readStaffDiscounts,
  staffDiscountTotal,
  type StaffDiscountRow,
} from '../../orders/pricing/discounts.ts';
import { readSite } from '../../locations/restaurant/site.ts';
import { calculateChange, type CalculatedChange } from './calculate-change.ts';
import type { OrderChangeInput } from './change-lines.ts';
import { allergyOrderOf } from '../../orders/order-allergies.ts';

/** A calculated change with its effect on the bill. */
export interface PlannedChange extends CalculatedChange {
  readonly by: OrderChanger;
  readonly ledger: Ledger;
  /** What is left to pay after the change. */
  readonly due: Cents;
  /** What was paid more than is owed after the change, and is refunded. */
  readonly back: Cents;
  /** Set if the change raises the discounts by staff, or lifts them above the limit, which needs an approval. */
  readonly discountToApprove: { readonly subtotal: Cents; readonly sum: Cents } | null;
}

/** A placed order that its actor may change. */
export interface EditableOrder {
  readonly row: OrderRow;
  readonly by: OrderChanger;
  readonly actor: Actor;
  /** The order as the actor may see it. Someone with only the link does not see the account. */
  readonly answerFor: (order: WireOrder) => WireOrder;
}

/** The money of an order, as a change needs it. */
interface BillState {
  readonly ledger: Ledger;
  readonly discountRows: readonly StaffDiscountRow[];
  readonly limit: DiscountLimit;
  /** The highest unpaid total of an order whose contact is not confirmed. */
  readonly maxUnpaid: Cents;
}

/** Reads the payments, refunds and discounts of an order's bill, with the limits that apply to them. */
export async function readBillState(db: Db | Tx, { bill_id: billId }: OrderRow): Promise<BillState> {
  return {
    ledger: await readLedger(db, billId),
    discountRows: await readStaffDiscounts(db, billId),
    limit: await readDiscountLimit(db),
    maxUnpaid: largeOrderTotal((await readSite(db)).currency),
  };
}

/** Checks that the actor may change the order. Others get 404, staff of another location 403. */
export function requireEditableOrder(
  context: Context,
  row: OrderRow | null,
  { actor }: Author,
  input: OrderChangeInput,
): EditableOrder {
  if (!row) throw refuse('order-not-found');
  const hasToken = isOrderTokenValid(context, row, input.token ?? undefined);
  const { status, location_id: locationId, user_id: ownerId, admin_created: adminCreated } = row;
  const forReader = worksAt(actor, locationId) ? (order: WireOrder) => order : translateOrderForGuest<WireOrder>;
  const answerFor = authorise('order.read', actor, { locationId, ownerId }).ok ? forReader : orderForLinkHolder;
  const changer = authoriseOrderChange({ status, locationId, ownerId, adminCreated }, actor, hasToken);
  if (changer.ok) return { row, by: changer.value, actor, answerFor };
  const { code, message, details } = changer.error;
  if (code === 'failed-precondition')
    throw refuse(code, message, { ...details, order: answerFor(currentOrder(context, row)) });
  throw hasRole(actor, 'staff') ? refuse(code, message) : refuse('order-not-found');
}

/** Calculates what the change does to the order and its bill, or refuses it. */
export function planChange(
  context: Context,
  { row, by, actor, answerFor }: EditableOrder,
  menu: LocationMenu,
  input: OrderChangeInput,
  { ledger, discountRows, limit, maxUnpaid }: BillState,
): PlannedChange {
  if (row.version !== input.version) {
    throw refuse('conflict', say`This order changed in the meantime. Please check it again.`, {
      order: answerFor(currentOrder(context, row)),
    });
  }
  const calculated = valueOrThrow(calculateChange(row, menu, input, { by, now: context.clock.now(), discountRows }));
  if (actor.kind === 'machine') refuseRemovedAllergies(row, calculated.row);
  const { lines } = calculated;
  if (lines.length > 0 && ledger.refunds.some(({ status, of_change: ofChange }) => status !== 'failed' && !ofChange)) {
    throw refuse(
      'failed-precondition',
      say`Part of this order was already refunded. Please place what you add as a separate order.`,
    );
  }
  const onAccount = sumOnAccount(ledger);
  const discountsBefore = addCents(staffDiscountTotal(row), onAccount);
  const discounts = addCents(staffDiscountTotal(calculated.row), onAccount);
  const subtotal = cents(calculated.row.subtotal_cents);
  const wasWithinLimit = isWithinLimit(limit, cents(row.subtotal_cents), discountsBefore);
  // On a tab a discount is an amount on a dish: it leaves with the dish, and no change raises it.
  const needsApproval =
    !row.tab && (discounts > discountsBefore || (wasWithinLimit && !isWithinLimit(limit, subtotal, discounts)));
  if (needsApproval && by === 'guest') {
    throw refuse('failed-precondition', say`This order has a discount. Please call us to change it.`);
  }
  const total = cents(calculated.row.total_cents);
  if (input.total != null && input.total !== total) {
    throw refuse('pricing-mismatch', say`The order now costs ${amountWithCurrency(total)}. Please check it again.`, {
      total: toDollars(total),
    });
  }
  // A discount may hide what is added, so the sums before discounts are compared too.
  const isRaised = total > row.total_cents || subtotal > row.subtotal_cents;
  if (isRaised) {
    valueOrThrow(checkMayTakeMoney(menu.location, context.clock.now(), by === 'guest' ? 'guest' : 'staff'));
  }
  if (by === 'guest' && isRaised && row.contact_unproven && total > maxUnpaid) {
    throw refuse(
      'failed-precondition',
      say`This is too much for a cash order without an account. Please call us, or place what you add as a separate order.`,
    );
  }
  const { total: billed, paid } = toOpenBill(ledger);
  // The bill of a tab contains its other rounds too.
  const { due, back } = settleChange({ total: row.tab ? cents(billed - row.total_cents + total) : total, paid });
  // The type may change after a refund of dishes, but there must be enough left of the payments.
  if (back > refundableAmount(ledger)) {
    throw refuse('failed-precondition', say`Too much of this order was already refunded for it to become cheaper.`);
  }
  const discountToApprove = needsApproval ? { subtotal, sum: discounts } : null;
  return { ...calculated, by, ledger, due, back, discountToApprove };
}

/**
 * An API key is no named person, so it cannot confirm a dish for an allergy. It must not get around that by removing the
 * allergy, or a dish that was ordered with one, and ordering the dish again without it.
 */
function refuseRemovedAllergies(before: OrderRow, after: OrderRow): void {
  if (keepsAllergies(allergyOrderOf(before), allergyOrderOf(after))) return;
  throw refuse(
    'permission-denied',
    say`An API key cannot remove or rewrite an allergy, or remove a dish that was ordered with one. Ask somebody of the restaurant to change this order.`,
  );
}
