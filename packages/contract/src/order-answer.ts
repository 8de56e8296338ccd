import { z } from '@hono/zod-openapi';
import { recordOf } from '@tiffin/domain/core';
import { DELIVERY_STATES } from '@tiffin/domain/delivery';
import { eachNote, ORDER_STATUSES, ORDER_TYPES } from '@tiffin/domain/order';
import { PAYMENT_METHODS, PAYMENT_STATUSES } from '@tiffin/domain/payment';
import { ADJUSTMENT_KINDS, CHARGE_KINDS } from '@tiffin/domain/pricing';
import { optionOfLine } from './options.ts';
import { taxOfBill } from './taxes.ts';
import { instant, language, moneyOut } from './wire.ts';

/** Whose account it is, to whoever has no more than the link. */
export const SOMEBODYS = 'somebody';

export const orderStatus = z.enum(ORDER_STATUSES);
export const orderType = z.enum(ORDER_TYPES);
export const paymentStatus = z.enum(PAYMENT_STATUSES);
export const paymentMethod = z.enum(PAYMENT_METHODS);

const orderItem = z.object({
  /** Its line on the order, from 1: what kitchen and refunds point at. */
  line: z.number(),
  id: z.string(),
  name: z.string(),
  price: moneyOut,
  quantity: z.number(),
  category: z.string(),
  description: z.string(),
  selectedSpiceLevel: z.number(),
  spiceLevelName: z.string(),
  spiceLevelId: z.string(),
  cartKey: z.string(),
  doneAt: instant.nullable().openapi({ description: 'When a cook struck it through' }),
  isOpen: z.boolean().optional().openapi({ description: 'true: typed at the till, and on no menu' }),
  isCooked: z.boolean().optional().openapi({ description: 'false: the kitchen does not make it' }),
  unitPrice: moneyOut.openapi({ description: 'What one of it costs with its choices: `price` under its other name' }),
  lineTotal: moneyOut,
  options: z
    .array(optionOfLine)
    .optional()
    .openapi({ description: 'What was chosen, and what was left out. Absent of a dish that is sold as it is' }),
  note: z.string().optional().openapi({ description: 'What the guest wrote beside it. Absent when nothing' }),
  said: z
    .object({
      name: z.string(),
      description: z.string().optional(),
      options: z.array(z.object({ name: z.string(), groupName: z.string(), of: z.string().optional() })).optional(),
      heat: z.string().optional(),
    })
    .optional()
    .openapi({
      description: 'For the house: its names as its guest reads them. Absent where these are the house’s own',
    }),
  refundedQuantity: z.number().optional().openapi({
    description: 'How many of them nobody has to cook: their money went back or is on its way. Absent when none',
  }),
});

const pricing = z.object({
  subtotal: moneyOut,
  tax: moneyOut,
  tip: moneyOut,
  total: moneyOut,
  taxRate: z.number(),
  taxLabel: z.string(),
  refunded: moneyOut.openapi({ description: 'What went back to the guest so far' }),
  discount: z
    .object({ code: z.string(), amount: moneyOut })
    .nullable()
    .openapi({ description: 'What an offer took off; the dishes and the subtotal are without it already' }),
  off: moneyOut.optional().openapi({
    description: 'What is taken off the subtotal: total = subtotal − off + charges + tax + tip. Absent when nothing is',
  }),
  charges: moneyOut.optional().openapi({ description: 'What the house adds; absent when nothing is' }),
});

const adjustment = z.object({
  line: z.number().nullable().openapi({ description: 'Which line; null: a charge' }),
  kind: z.enum(ADJUSTMENT_KINDS),
  label: z.string(),
  source: z.string().openapi({ description: 'What is one deed has one' }),
  amount: moneyOut.openapi({ description: 'Below zero' }),
});

const refund = z.object({
  amount: moneyOut.openapi({ description: 'As it was sent back or handed over' }),
  at: instant.nullable(),
  items: z
    .array(z.object({ line: z.number(), quantity: z.number(), part: z.number().optional() }))
    .openapi({ description: 'Which dishes; none when the whole order was given back' }),
});

const statusChange = z.object({
  status: orderStatus,
  from: orderStatus.nullable(),
  at: instant,
  by: z.string().openapi({ description: 'A name, or what kind of actor it was' }),
  note: z.string().nullable(),
});

/** What of an order's dishes moved: so many more or fewer; with none of both, its heat is another. */
export const lineChanges = z.array(z.object({ line: z.number(), name: z.string(), by: z.number(), spice: z.string() }));

const change = z.object({
  at: instant,
  by: z.string().openapi({ description: 'A name, or Guest' }),
  lines: lineChanges,
  facts: z.array(z.string()).openapi({ description: 'What else: time, table, name, note' }),
  was: moneyOut.openapi({ description: 'The total before' }),
  now: moneyOut.openapi({ description: 'And after' }),
  ready: z
    .object({ was: instant, now: instant })
    .optional()
    .openapi({ description: 'Where its time moved: the one before and the one after' }),
  why: z.string().optional().openapi({ description: 'Why, as its guest reads it' }),
});

/**
 * An order as everybody reads it: one shape in answers, lists, events and on screens. Fields without
 * a value are null; `deliveryInfo` and `tableInfo` are only there for their type of order.
 */
export const order = z
  .object({
    id: z.string(),
    orderId: z.string(),
    status: orderStatus,
    paymentStatus,
    paymentMethod,
    orderType,
    orderTime: instant,
    updatedAt: instant,
    location: z.string().openapi({ description: 'The location’s id' }),
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
          description: `In whose account it is; null: in none. Who has only its link is told \`${SOMEBODYS}\``,
        }),
      isGuest: z.boolean(),
    }),
    items: z.array(orderItem),
    pricing,
    taxes: z.array(taxOfBill).openapi({ description: '`pricing.tax` by code' }),
    charges: z.array(z.object({ kind: z.enum(CHARGE_KINDS), amount: moneyOut })),
    adjustments: z
      .array(adjustment)
      .openapi({ description: 'What made it cheaper: the prices of dishes say so already' }),
    changes: z
      .array(change)
      .optional()
      .openapi({ description: 'What was changed since it was placed, oldest first; absent when nothing was' }),
    refunds: z.array(refund).openapi({ description: 'Money that is back with the guest, oldest first' }),
    orderValue: moneyOut.openapi({ description: 'The total' }),
    billId: z.string(),
    due: moneyOut.openapi({ description: 'What is left to pay; part-paid, the payment status is pending' }),
    paidWith: z.array(z.string()).optional().openapi({
      description: 'The tenders that were given for it; absent where the payment method says it all',
    }),
    deliveryInfo: z
      .object({
        address: z.string(),
        instructions: z.string(),
        leaveAtDoor: z
          .boolean()
          .optional()
          .openapi({ description: 'Left at the door once it is paid; absent: handed over' }),
        postalCode: z.string().optional(),
        courier: z
          .object({
            state: z.enum(DELIVERY_STATES),
            at: instant,
            steps: z.array(z.object({ state: z.enum(DELIVERY_STATES), at: instant })).optional(),
          })
          .optional()
          .openapi({ description: 'How far its driver is; absent while nobody brings it' }),
        zone: z.string().optional().openapi({ description: 'The zone it was priced by' }),
        wayMinutes: z
          .number()
          .optional()
          .openapi({ description: 'So much of the ready time it was placed with is for the way there' }),
      })
      .optional(),
    tableInfo: z.object({ tableNumber: z.string(), partySize: z.number() }).optional(),
    curbside: z
      .object({ vehicle: z.string(), hereAt: instant.nullable() })
      .optional()
      .openapi({ description: 'A pickup that is brought out to a car, and since when its guest is there' }),
    ...eachNote(() => z.string()),
    estimatedReady: instant.nullable(),
    promisedReady: instant
      .nullable()
      .openapi({ description: 'The ready time it was placed with, once the kitchen has started and counts anew' }),
    language: language
      .optional()
      .openapi({ description: 'What its guest is written to in; absent: the language of the house' }),
    claimedAt: instant
      .optional()
      .openapi({ description: 'When it was taken into the account it is in; absent where it was placed in one' }),
    readyBetween: z.object({ from: instant, to: instant }).optional().openapi({
      description: 'When such orders mostly are ready, while nobody has begun; absent: nothing was learned',
    }),
    wantedFor: instant.optional().openapi({ description: 'The time its guest chose; absent: as soon as possible' }),
    firesAt: instant.optional().openapi({
      description: 'From when on the kitchen counts; absent of an order from before this was written down',
    }),
    prepStartTime: instant.nullable(),
    readyTime: instant.nullable(),
    completedTime: instant.nullable(),
    cancelledTime: instant.nullable(),
    cancelReason: z.string().nullable(),
    paidAt: instant.nullable(),
    paymentProcessedAt: instant.nullable(),
    processedBy: z.string().nullable(),
    statusHistory: z.array(statusChange),
    sessionId: z.string().nullable(),
    paymentIntentId: z.string().nullable(),
    paymentUrl: z.string().nullable(),
    receiptUrl: z.string(),
    metadata: z
      .looseObject({ orderToken: z.string(), adminCreated: z.boolean() })
      .openapi({ description: '`orderToken` opens the receipt' }),
    itemCount: z.number(),
    canCancel: z.boolean(),
    needsPayment: z.boolean(),
    isOverdue: z.boolean(),
    orderAge: z.number().openapi({ description: 'Whole minutes since it was placed' }),
    estimatedWaitTime: z.number().openapi({ description: 'Whole minutes until it should be ready' }),
    version: z.number().openapi({ description: 'Goes up with every change' }),
  })
  .openapi('Order');

export type WireOrder = z.input<typeof order>;

/** How many orders a location has in each state. */
export const orderCounts = z.object({
  total: z.number(),
  ...recordOf(ORDER_STATUSES, () => z.number()),
});
