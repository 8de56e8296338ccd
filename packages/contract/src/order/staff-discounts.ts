import { z } from '@hono/zod-openapi';
import { fromDollars, say } from '@tiffin/domain/core';
import {
  checkStaffDiscount,
  STAFF_DISCOUNT_KINDS,
  MAX_DISCOUNT_NOTE_LENGTH,
  DISCOUNT_REASONS,
  type StaffDiscount,
} from '@tiffin/domain/pricing';
import { instant, moneyOutput, orderId, requiredText } from '../wire.ts';

const REQUESTED_KINDS = ['amount', 'percent', 'comp', 'price'] as const;

const requestFields = {
  kind: z.enum(REQUESTED_KINDS),
  value: z
    .number()
    .min(0, 'value must be zero or more')
    .max(100_000)
    .nullish()
    .describe('Dollars off, percent off, or the new price of one unit of the line. Left out for a free dish'),
  line: z
    .int()
    .min(1)
    .max(1000)
    .nullish()
    .describe('The number of the line, starting at 1. Leave out for the whole bill'),
  reason: requiredText(say`Please give a reason.`, MAX_DISCOUNT_NOTE_LENGTH).describe(
    `${DISCOUNT_REASONS.join(', ')}, or free text`,
  ),
  note: z.string().trim().max(MAX_DISCOUNT_NOTE_LENGTH).nullish().describe('Free text that guests do not see'),
};
type StaffDiscountInput = z.output<z.ZodObject<typeof requestFields>>;

function toStaffDiscount({ kind, value, line, reason, note }: StaffDiscountInput, context: z.RefinementCtx) {
  const knownReason = DISCOUNT_REASONS.find((each) => each === reason);
  const money = kind === 'percent' || value == null ? null : fromDollars(value);
  const discount: Omit<StaffDiscount, 'id'> = {
    kind: kind === 'comp' ? 'comp' : kind === 'price' ? 'price-match' : 'discount',
    line: line ?? null,
    percent: kind === 'percent' ? (value ?? null) : null,
    amount: kind === 'amount' ? money : null,
    price: kind === 'price' ? money : null,
    reason: knownReason ?? 'other',
    note: [knownReason ? '' : reason, note ?? ''].filter(Boolean).join(', '),
  };
  const checked = checkStaffDiscount(discount);
  if (!checked.ok) {
    const field = String(checked.error.details?.['field']);
    context.addIssue({ code: 'custom', message: checked.error.message, path: [field] });
  }
  return discount;
}

/** A discount given by staff. `line` is the number of the line on the order. */
export const staffDiscountRequest = z.object(requestFields).transform(toStaffDiscount).openapi('StaffDiscountRequest');

/** Names a bill, or an order on it. A whole bill may have several orders, such as the rounds of a tab. */
export const adjustedBill = {
  orderId: orderId.nullish().describe('An order of the bill. Required with `line`, which is a line of this order'),
  billId: orderId.nullish().describe('The bill, instead of `orderId`'),
};

/** The id in `adjustedBill`. */
export function adjustedId(
  { orderId: ofOrder, billId }: { readonly [Field in keyof typeof adjustedBill]?: string | null | undefined },
  context: z.RefinementCtx,
): string {
  const id = billId ?? ofOrder ?? '';
  if (id === '') context.addIssue({ code: 'custom', message: 'orderId is required', path: ['orderId'] });
  return id;
}

/** A discount for an order or a bill that is already placed. */
export const orderDiscountRequest = z
  .object({
    ...adjustedBill,
    version: z
      .int()
      .min(1)
      .nullish()
      .describe('The version of the order as it was read. Fails with 409 and the current order if it has changed'),
    ...requestFields,
  })
  .transform(({ orderId: ofOrder, billId, version, ...discount }, context) => ({
    billId: adjustedId({ orderId: ofOrder, billId }, context),
    version: version ?? null,
    give: toStaffDiscount(discount, context),
  }))
  .openapi('Discount');

export const staffDiscountResponse = z.object({
  id: z.string().describe('Needed to remove the discount. Adjustments refer to it as their source'),
  kind: z.enum(STAFF_DISCOUNT_KINDS),
  line: z.number().nullable(),
  label: z.string().describe('The text that the guest sees'),
  percent: z.number().nullable(),
  amount: moneyOutput.nullable(),
  price: moneyOutput.nullable(),
  off: moneyOutput.describe('The discount before tax'),
  reason: z.string(),
  note: z.string(),
  by: z.string(),
  approvedBy: z.string().nullable(),
  at: instant,
});
