import { z } from '@hono/zod-openapi';
import { recordOf } from '@tiffin/domain/core';
import { DELIVERY_STATES } from '@tiffin/domain/delivery';
import { ALLERGY_DECISIONS, mapGuestNotes, ORDER_STATUSES, ORDER_TYPES } from '@tiffin/domain/order';
import { PAYMENT_METHODS, PAYMENT_STATUSES, REFUND_ROUTES } from '@tiffin/domain/payment';
import { ADJUSTMENT_KINDS, CHARGE_KINDS } from '@tiffin/domain/pricing';
import { statedAllergies } from './allergies.ts';
import { lineOption } from '../menu/options.ts';
import { billTax } from '../locations/taxes.ts';
import { arrayOf, namedObject, nullableObject, optionalObject } from '../objects.ts';
import { instant, language, moneyOutput } from '../wire.ts';

/** Replaces the account id in responses to callers who have only the link. */
export const HIDDEN_USER_ID = 'somebody';

export const orderStatus = z.enum(ORDER_STATUSES);
export const orderType = z.enum(ORDER_TYPES);
export const paymentStatus = z.enum(PAYMENT_STATUSES);
export const paymentMethod = z.enum(PAYMENT_METHODS);

export const orderItem = z.object({
  line: z.number().describe('The number of the line, starting at 1. The kitchen and refunds refer to it'),
  id: z.string(),
  name: z.string(),
  price: moneyOutput,
  quantity: z.number(),
  category: z.string(),
  description: z.string(),
  selectedSpiceLevel: z.number().describe('1 is the mildest'),
  spiceLevelName: z.string(),
  spiceLevelId: z.string(),
  cartKey: z.string().describe('The dish and its heat level, or `default` without one'),
  doneAt: instant.nullable().describe('When a cook marked the line as done'),
  isOpen: z.boolean().optional().describe('True if it was entered by staff and is not on the menu'),
  seat: z.number().optional().describe('On a tab: who eats it. Absent if it is shared'),
  course: z.number().optional().describe('On a tab: when it is served. Absent without courses'),
  isCooked: z.boolean().optional().describe('False if the kitchen does not make it'),
  unitPrice: moneyOutput.describe('The price of one unit with its options. An alias of `price`'),
  lineTotal: moneyOutput,
  options: z
    .array(lineOption)
    .optional()
    .describe('The options that were chosen or left out. Absent if there are none'),
  note: z.string().optional().describe('The guest’s note. Absent if there is none'),
  allergies: statedAllergies.optional().describe('The allergies of the person who eats this dish. Absent if none'),
  allergyCheck: optionalObject({
    allergies: statedAllergies.describe('The allergies that the dish contains or may contain'),
    contains: z.array(z.string()).describe('The codes of those that it is known to contain'),
    by: z.string().nullable().describe('Who confirmed it; null until somebody has'),
    at: instant.nullable().describe('When it was confirmed'),
    decision: z.enum(ALLERGY_DECISIONS).optional().describe('What was decided about a dish that contains one of them'),
  }).describe('For a dish affected by an allergy: who confirmed it as it is now. Absent for others'),
  said: optionalObject({
    name: z.string(),
    description: z.string().optional(),
    options: arrayOf({
      name: z.string(),
      groupName: z.string(),
      of: z.string().optional().describe('The name of the combo part'),
    }).optional(),
    heat: z.string().optional(),
  }).describe('For staff: the names in the guest’s language. Absent if they are the same'),
  stationId: z
    .string()
    .optional()
    .describe('The kitchen station that keeps the line although its rules changed. Absent if the rules decide'),
  refundedQuantity: z
    .number()
    .optional()
    .describe('The number of units that need not be cooked because they were or will be refunded. Absent if none'),
});

export const orderPricing = z.object({
  subtotal: moneyOutput,
  tax: moneyOutput,
  tip: moneyOutput,
  total: moneyOutput,
  taxRate: z.number().describe('Of all taxes together: 0.14 for 14 %'),
  taxLabel: z.string(),
  refunded: moneyOutput.describe('The amount refunded so far'),
  discount: nullableObject({ code: z.string(), amount: moneyOutput }).describe(
    'The reduction by an offer. The prices of dishes and the subtotal already include it',
  ),
  off: moneyOutput
    .optional()
    .describe('The reduction of the subtotal: total = subtotal − off + charges + tax + tip. Absent if there is none'),
  charges: moneyOutput.optional().describe('Charges added to the total. Absent if there are none'),
});

export const adjustment = z.object({
  line: z.number().nullable().describe('The number of the line; null for a charge'),
  kind: z.enum(ADJUSTMENT_KINDS),
  label: z.string(),
  source: z.string().describe('Adjustments from the same action have the same source'),
  amount: moneyOutput.describe('A negative amount'),
});

export const orderCharge = z.object({
  kind: z.enum(CHARGE_KINDS),
  label: z.string().optional().describe('Its name in the language of the reader. Older servers do not send it'),
  percent: z.number().optional().describe('15 for 15 % of the dishes; absent for a fixed amount'),
  amount: moneyOutput,
  isVoluntary: z.boolean().optional().describe('True if the guest chose to pay it. Older servers do not send it'),
});

const giftCard = z.string().optional().describe('The last characters of the gift card. Absent for other tenders');

const refundPart = { method: z.enum(REFUND_ROUTES), amount: moneyOutput, giftCard };

const refund = z.object({
  ...refundPart,
  method: refundPart.method.optional().describe('How it went back. Older servers do not send it'),
  amount: moneyOutput.describe('The amount that was returned'),
  at: instant.nullable(),
  items: arrayOf({ line: z.number(), quantity: z.number(), part: z.number().optional() }).describe(
    'The refunded dishes; empty if the whole order was refunded',
  ),
});

const statusChange = z.object({
  status: orderStatus,
  from: orderStatus.nullable(),
  at: instant,
  by: z.string().describe('A name, or the kind of actor'),
  note: z.string().nullable(),
});

/** The window of the promise, as all screens and messages show it. */
export const promisedWindow = z
  .object({ from: instant, to: instant })
  .describe(
    'When the guest gets the order: ready at the counter or table, or delivered at the door. Where one time is shown, it is `to`',
  );

/** The changed lines of an order. `by` is the change of the quantity; if it is 0, the heat level changed. */
export const lineChanges = arrayOf({
  line: z.number(),
  name: z.string(),
  by: z.number(),
  spice: z.string(),
  stationId: z.string().nullish().describe('Of a removed line: the kitchen station that made it; null for the pass'),
});

const change = z.object({
  at: instant,
  by: z.string().describe('A name, or Guest'),
  lines: lineChanges,
  facts: z.array(z.string()).describe('Other changed values: time, orderType, address, table, name, note or allergies'),
  was: moneyOutput.describe('The total before the change'),
  now: moneyOutput.describe('The total after the change'),
  ready: optionalObject({
    was: instant,
    now: instant,
    wasFrom: instant.optional(),
    nowFrom: instant.optional(),
  }).describe('The end of the promised window before and after the change, and its start where it is stored'),
  why: z.string().optional().describe('The reason shown to the guest'),
});

/**
 * An order as returned by calls, lists and events. Fields without a value are null. `deliveryInfo` and `tableInfo`
 * exist only for their order type.
 */
export const order = namedObject('Order', {
  id: z.string(),
  orderId: z.string(),
  status: orderStatus,
  paymentStatus,
  paymentMethod,
  orderType,
  orderTime: instant,
  updatedAt: instant,
  location: z.string().describe('The id of the location'),
  locationInfo: z.object({
    id: z.string(),
    name: z.string(),
    address: z.string(),
    phone: z.string(),
    postalCode: z.string(),
    timeZone: z.string(),
  }),
  customerInfo: z.object({
    name: z.string(),
    email: z.string(),
    phone: z.string(),
    firebaseId: z
      .string()
      .nullable()
      .openapi({
        description: `The account to which the order belongs; null if there is none. Callers who have only the link get \`${HIDDEN_USER_ID}\``,
      }),
    isGuest: z.boolean().describe('True if the order was placed without an account'),
  }),
  items: z.array(orderItem),
  pricing: orderPricing,
  taxes: z.array(billTax).describe('`pricing.tax` by tax code'),
  charges: z.array(orderCharge),
  adjustments: z
    .array(adjustment)
    .describe('The offer that reduced the prices. The prices of dishes already include it'),
  changes: z
    .array(change)
    .optional()
    .describe('The changes since the order was placed, oldest first. Absent if there are none'),
  refunds: z.array(refund).describe('The refunds, oldest first'),
  orderValue: moneyOutput.describe('The total'),
  billId: z.string(),
  tab: optionalObject({ label: z.string(), tableName: z.string(), sittingId: z.string().nullable() }).describe(
    'Set for a round: the tab to which it belongs. `due` is then that of the whole bill',
  ),
  course: z.number().optional().describe('On a tab: the course, if all its dishes are of one'),
  heldAt: instant
    .optional()
    .describe('Set while its course is held: the kitchen sees it and must not make it before it is fired'),
  due: moneyOutput.describe('The amount due. The payment status of a partly paid order is pending'),
  paidWith: z.array(z.string()).optional().describe('The tenders used. Absent if the payment method tells everything'),
  paidParts: arrayOf({ tender: z.string(), amount: moneyOutput, giftCard })
    .optional()
    .describe(
      'What each payment pays of the bill. Absent if the payment method tells everything, and for a tab of several rounds',
    ),
  goesBack: arrayOf(refundPart)
    .optional()
    .describe(
      'The refunds that cancelling the order would make, or those of a cancelled order that have not arrived. Absent while nothing was paid, and right after the order is placed',
    ),
  deliveryInfo: optionalObject({
    address: z.string(),
    instructions: z.string(),
    leaveAtDoor: z
      .boolean()
      .optional()
      .describe('True if it is left at the door once it is paid. Absent if it is handed over'),
    postalCode: z.string().optional(),
    courier: optionalObject({
      state: z.enum(DELIVERY_STATES),
      at: instant,
      steps: arrayOf({ state: z.enum(DELIVERY_STATES), at: instant }).optional(),
    }).describe('The progress of the driver. Absent if there is no driver'),
    zone: z.string().optional().describe('The delivery zone used for the price'),
    wayMinutes: z.number().optional().describe('The part of the preparation time that is for the way there'),
  }),
  tableInfo: optionalObject({ tableNumber: z.string(), partySize: z.number() }),
  curbside: optionalObject({ vehicle: z.string(), hereAt: instant.nullable() }).describe(
    'For a pickup that is brought to a car, and when the guest arrived',
  ),
  ...mapGuestNotes(() => z.string()),
  allergies: statedAllergies.describe('The allergies stated for the whole order'),
  allergyNote: z.string().describe('What the kitchen should know about the allergies'),
  mentionsAllergy: z.boolean().describe('True if an allergy is stated for the order or a dish, or found in a note'),
  awaitsAllergyCheck: z
    .boolean()
    .describe('True while a dish must be confirmed with `confirmAllergies` before the order can be ready'),
  promised: promisedWindow,
  estimatedReady: instant.nullable().describe('The end of `promised`'),
  promisedReady: instant.nullable().describe('The end of the promised window before the kitchen started. null before'),
  language: language
    .optional()
    .describe('The language of messages to the guest. Defaults to the restaurant’s language'),
  claimedAt: instant
    .optional()
    .describe('When the order was added to the account. Absent if it was placed with the account'),
  wantedFor: instant.optional().describe('The time the guest chose. Absent for as soon as possible'),
  firesAt: instant.optional().describe('When the kitchen should start. Absent for old orders'),
  acceptedAt: instant
    .nullable()
    .describe('When staff accepted the order. null until then, and for orders of earlier versions'),
  acceptedBy: z
    .string()
    .nullable()
    .describe('Who accepted the order: for an order taken at the till, the person who took it'),
  prepStartTime: instant.nullable(),
  readyTime: instant.nullable(),
  completedTime: instant.nullable(),
  cancelledTime: instant.nullable(),
  cancelReason: z.string().nullable(),
  paidAt: instant.nullable(),
  paymentProcessedAt: instant.nullable(),
  processedBy: z.string().nullable(),
  statusHistory: z.array(statusChange).describe('Oldest first'),
  sessionId: z.string().nullable(),
  paymentIntentId: z.string().nullable(),
  paymentUrl: z.string().nullable(),
  receiptUrl: z.string(),
  metadata: z
    .looseObject({ orderToken: z.string(), adminCreated: z.boolean() })
    .describe('`orderToken` gives access to the receipt'),
  itemCount: z.number(),
  canCancel: z.boolean(),
  needsPayment: z.boolean(),
  isOverdue: z.boolean(),
  orderAge: z.number().describe('Whole minutes since the order was placed'),
  estimatedWaitTime: z.number().describe('Whole minutes until it should be ready'),
  version: z
    .number()
    .describe('Increases with every change of the order. Other rounds of its bill change `due` without increasing it'),
  offlineNumber: z
    .string()
    .nullish()
    .describe('The number that a device gave the order without a connection, for example `B-17`; null for others'),
  ticketPrinted: z.boolean().optional().describe('True if that device printed the kitchen’s ticket itself'),
});

/** An order as it is sent, with amounts in dollars. */
export type WireOrder = z.input<typeof order>;

export const orderCounts = z.object({
  total: z.number(),
  ...recordOf(ORDER_STATUSES, () => z.number()),
});
