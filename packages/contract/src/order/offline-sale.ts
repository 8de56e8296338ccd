import { z } from '@hono/zod-openapi';
import { rateFromPercent, say } from '@tiffin/domain/core';
import { MAX_OPEN_ITEM_PRICE, orderTypeGoesTo, TEXT_LIMITS, type OrderType } from '@tiffin/domain/order';
import { ADJUSTMENT_KINDS, CHARGE_KINDS, TAX_CLASSES, taxationFromWire } from '@tiffin/domain/pricing';
import { lineOption } from '../menu/options.ts';
import { chargeRule } from '../locations/charges.ts';
import { taxCode, tipBase } from '../locations/taxes.ts';
import { arrayOf, optionalObject } from '../objects.ts';
import { dollarsToCents, instantInput, moneyInput } from '../wire.ts';

const taxClass = z.enum(TAX_CLASSES);
const amount = dollarsToCents((value) => value >= 0);
const unitPrice = dollarsToCents((value) => value >= 0 && value <= MAX_OPEN_ITEM_PRICE);

const soldLine = {
  name: z.string().trim().min(1).max(TEXT_LIMITS.itemName),
  unitPrice: unitPrice.describe('The price of one unit with its options, before adjustments'),
  taxClass: taxClass.optional().describe('Defaults to that of the menu'),
  options: z
    .array(
      lineOption.extend({
        unitPrice: amount,
        part: optionalObject({ itemId: z.string(), list: amount, extra: amount, taxClass }),
      }),
    )
    .nullish()
    .describe('The chosen and left-out options as the order stores them. Defaults to those of the menu'),
};

const sold = z.object({
  taxation: z
    .object({
      taxRate: z.number().min(0).max(1),
      taxLabel: z.string().max(200),
      taxes: z.array(taxCode).max(10).optional(),
      tipBase: tipBase.optional(),
      pricesIncludeTax: z.boolean().optional(),
    })
    .transform(taxationFromWire)
    .describe('The taxes of the location as `getLocations` sent them to the device'),
  lines: arrayOf(soldLine).min(1).describe('In the order of `items`'),
  adjustments: arrayOf({
    kind: z.enum(ADJUSTMENT_KINDS).extract(['promo']),
    label: z.string().trim().min(1).max(200),
    amount: moneyInput.refine((value) => value < 0).describe('A negative amount'),
    source: z.string().max(TEXT_LIMITS.id).describe('The id of the promotion'),
    line: z.int().min(1).nullish().describe('The number of the line, starting at 1. Without it: spread over all lines'),
  })
    .max(1000)
    .nullish()
    .describe('What promotions without a counter took off'),
  charges: arrayOf({
    kind: z.enum(CHARGE_KINDS),
    amount,
    taxClass,
    percent: chargeRule.shape.percent.transform((percent) =>
      percent === undefined ? undefined : rateFromPercent(percent),
    ),
    isVoluntary: z.boolean().optional(),
    goesToStaff: z.boolean().optional(),
  })
    .max(CHARGE_KINDS.length)
    .nullish()
    .describe('The charges of the location that the device added'),
  total: amount.describe('What the guest paid or owes. Must be the sum of the above'),
});

/** The fields with which a device sends an order that it took without a connection. Either all are sent or none. */
export const offlineFields = {
  number: z
    .string()
    .regex(/^[A-Z]{1,3}-[1-9]\d{0,6}$/)
    .nullish()
    .describe(
      'For an order that a device took without a connection, together with `takenAt`, `deviceId` and `sold`: the letter of the device (`nameDevice`) and a count, for example `B-17`. Fails with 409 `already-taken` if the number was used for another order. Not for API keys, deliveries, codes, points and gift cards',
    ),
  takenAt: instantInput('takenAt must be a time')
    .nullish()
    .describe('When the order was taken. At most 72 hours ago. It decides the business day, the drawer and the shift'),
  deviceId: z.uuid('deviceId must be a UUID').nullish().describe('The device that took the order'),
  sold: sold.nullish().describe('What the guest was charged. The order costs this, whatever the menu says now'),
  ticketPrinted: z.boolean().nullish().describe('True if the device printed the kitchen’s ticket itself'),
};

type OfflineFields = z.output<z.ZodObject<typeof offlineFields>>;

/** What a device sold without a connection; null for an order that was taken with one. */
export function toOfflineSale({ number, takenAt, deviceId, sold: sale, ticketPrinted }: OfflineFields) {
  if (number == null || takenAt == null || deviceId == null || sale == null) return null;
  return { number, takenAt: new Date(takenAt), deviceId, ticketPrinted: ticketPrinted ?? false, ...sale };
}

export type OfflineSale = NonNullable<ReturnType<typeof toOfflineSale>>;

/** Only the server can count these. */
const COUNTED_FIELDS = ['promoCode', 'welcomeCode', 'giftCardCode', 'points'] as const;

/** Refuses an incomplete offline sale, and one with parts that only the server can count or decide. */
export function checkOfflineSale(
  provided: OfflineFields & { readonly items: readonly object[]; readonly orderType: OrderType } & {
    readonly [Field in (typeof COUNTED_FIELDS)[number]]?: unknown;
  },
  context: z.core.$RefinementCtx,
): void {
  const { number, takenAt, deviceId, sold: sale, items, orderType } = provided;
  const together = Object.entries({ number, takenAt, deviceId, sold: sale });
  if (together.every(([, value]) => value == null)) return;
  const refuse = (message: string, ...path: string[]) => context.addIssue({ code: 'custom', message, path });
  for (const [name, value] of together) {
    if (value == null) refuse(say`An order that was taken offline also needs ${name}.`, name);
  }
  if (orderTypeGoesTo(orderType, 'address')) refuse(say`Deliveries cannot be taken offline.`, 'orderType');
  for (const name of COUNTED_FIELDS) {
    if (provided[name]) refuse(say`Codes, points and gift cards need a connection.`, name);
  }
  if (sale && sale.lines.length !== items.length) {
    refuse(say`Each dish needs the price at which it was sold.`, 'sold', 'lines');
  }
}
