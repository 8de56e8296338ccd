import { z } from '@hono/zod-openapi';
import { say, sayNow } from '@tiffin/domain/core';
import { MAX_CART_QUANTITY } from '@tiffin/domain/cart';
import { SPICE_LEVEL_MAX, SPICE_LEVEL_MIN } from '@tiffin/domain/menu';
import {
  addressProblem,
  MAX_CHANGE_REASON_LENGTH,
  CHANGED_FIELD_LABELS,
  customerNameProblem,
  GUEST_NOTES,
  ORDER_TYPES,
  TEXT_LIMITS,
  tooLongText,
  type ChangedField,
} from '@tiffin/domain/order';
import { REFUND_ROUTES } from '@tiffin/domain/payment';
import { allAllergies, allergyNote, requestedAllergies } from './allergies.ts';
import { defineCalls } from '../call.ts';
import { postalCode, zoneName } from '../delivery/delivery.ts';
import { lineChanges, order, promisedWindow } from './order-answer.ts';
import { checkOpenItem, toOpenItem, openItemRequest } from './open-item.ts';
import { requestedOptions, lineNote, sellAnyway, optionalText } from './order-items.ts';
import { CALL_RATE_LIMITS } from '../rate-limits.ts';
import { arrayOf, namedObject } from '../objects.ts';
import { dollarsToCents, instantInput, moneyOutput, orderId, orderToken, toSchemaCheck } from '../wire.ts';

const { post } = defineCalls('Orders');

const lineNumber = z.int().min(1).max(10_000).describe('The number of the line in the order');
const quantity = z.int().min(1).max(MAX_CART_QUANTITY);
const heat = z.int().min(SPICE_LEVEL_MIN).max(SPICE_LEVEL_MAX).nullish();

/** A dish at its current price, or, for staff, an item that is not on the menu. */
const addedLine = z
  .object({
    id: z.string().trim().min(1, 'id is required').max(TEXT_LIMITS.id),
    quantity,
    selectedSpiceLevel: heat.describe(`Defaults to ${SPICE_LEVEL_MIN}`),
    options: requestedOptions,
    note: lineNote,
    allergies: requestedAllergies.nullish().describe('The allergies of the person who eats this dish'),
    name: z.string().trim().max(TEXT_LIMITS.itemName).nullish().describe('For an item that is not on the menu'),
    price: dollarsToCents((amount) => amount > 0, 'price must be a number above 0')
      .nullish()
      .describe('The price of one unit before tax. The prices of dishes come from the menu'),
    open: openItemRequest,
  })
  .superRefine(({ open, name, price }, context) => {
    if (!open) return;
    const missing = !name ? 'name' : price == null ? 'price' : null;
    if (missing) context.addIssue({ code: 'custom', message: `${missing} is required`, path: [missing] });
    else if (name && price != null) checkOpenItem({ name, price }, context);
  })
  .transform(({ open, name, price, ...dish }) =>
    open && name && price != null
      ? { ...dish, typed: { name, open: toOpenItem(open, price) } }
      : { ...dish, typed: null },
  );

const money = z.object({
  subtotal: moneyOutput,
  tax: moneyOutput,
  total: moneyOutput,
  charges: moneyOutput.optional().describe('The delivery fee and other charges'),
});

export const changeOrder = post('/changeOrder', {
  summary: 'Changes a placed order: its dishes, and for staff also its time, type, address, table and name',
  access: 'guest',
  byLink: true,
  managersPin: true,
  maxKb: 64,
  rate: CALL_RATE_LIMITS.changeOrder,
  body: namedObject('OrderChange', {
    orderId,
    version: z
      .int()
      .min(1)
      .describe(
        'The version of the order as it was read. Fails with 409 `conflict` and the current order if it has changed',
      ),
    token: orderToken,
    add: z.array(addedLine).max(MAX_CART_QUANTITY).nullish().describe('New lines at current prices'),
    remove: z.array(lineNumber).max(MAX_CART_QUANTITY).nullish().describe('Lines to remove'),
    change: arrayOf({
      line: lineNumber,
      quantity: quantity.nullish(),
      selectedSpiceLevel: heat,
      options: requestedOptions.describe('All options of the line, at current prices. Leave out to keep them'),
      note: lineNote,
      allergies: requestedAllergies.nullish().describe('All allergies of this dish. Leave out to keep them'),
    })
      .max(MAX_CART_QUANTITY)
      .nullish()
      .describe('Lines with a new quantity, heat level or options. Other lines do not change'),
    note: optionalText(GUEST_NOTES.specialInstructions.name, GUEST_NOTES.specialInstructions.most).describe(
      'The special instructions',
    ),
    allergies: allAllergies.nullish().describe('All allergies of the order. Leave out to keep them'),
    allergyNote: allergyNote.nullish().describe('The note about the allergies'),
    wantedFor: instantInput().nullish().describe('When the order should be ready'),
    why: optionalText(say`Reason`, MAX_CHANGE_REASON_LENGTH).describe(
      'The reason for the new time, shown to the guest',
    ),
    orderType: z
      .enum(ORDER_TYPES)
      .nullish()
      .describe('For staff: pickup or delivery, until the order is handed over. A delivery needs `deliveryInfo`'),
    deliveryInfo: z
      .object({
        address: z
          .string()
          .trim()
          .max(TEXT_LIMITS.address, { error: () => tooLongText(sayNow(say`Delivery address`), TEXT_LIMITS.address) })
          .check(toSchemaCheck(addressProblem)),
        instructions: optionalText(say`Delivery instructions`, TEXT_LIMITS.instructions),
        leaveAtDoor: z.boolean().nullish().describe('True to leave it at the door. Leave out to keep it'),
        postalCode: postalCode.nullish(),
        zoneName: zoneName.nullish().describe('The name of the zone, if the postal code does not tell it'),
      })
      .nullish()
      .describe('For staff: where a delivery goes. Fails with 409 `outside-delivery`'),
    tableInfo: z.object({ tableNumber: optionalText(say`Table number`, TEXT_LIMITS.tableNumber) }).nullish(),
    customerName: z.string().trim().check(toSchemaCheck(customerNameProblem)).nullish(),
    sellAnyway,
    total: dollarsToCents((amount) => amount >= 0, 'total must be zero or more')
      .nullish()
      .describe('The total that the caller saw. Fails with 400 `pricing-mismatch` if it differs'),
    preview: z.boolean().nullish().describe('If true, returns the result without changing anything'),
  }),
  response: z.object({
    orderId: z.string(),
    message: z.string(),
    saved: z.boolean(),
    difference: moneyOutput.describe('The change of the total; negative if it is lower'),
    change: z.object({
      lines: lineChanges,
      amounts: arrayOf({ line: z.number(), difference: moneyOutput })
        .optional()
        .describe(
          'What each changed line adds to the subtotal or takes from it, before discounts. New lines follow the sequence of `add`',
        ),
      facts: z.array(z.enum(Object.keys(CHANGED_FIELD_LABELS) as ChangedField[])),
      was: money,
      now: money,
      promised: promisedWindow.optional(),
      due: moneyOutput.describe('The amount due after the change'),
      back: moneyOutput.describe('The amount to refund'),
      ways: arrayOf({ method: z.enum(REFUND_ROUTES), amount: moneyOutput }).describe(
        'How the amount is refunded. Cash is rounded',
      ),
    }),
    order,
  }),
});
