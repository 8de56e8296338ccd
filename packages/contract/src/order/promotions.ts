import { z } from '@hono/zod-openapi';
import { say } from '@tiffin/domain/core';
import { WEEKDAYS } from '@tiffin/domain/hours';
import { EFFECT_TARGETS, EVERY_LIMITS, ORDER_TYPES, promoCodeOf, TEXT_LIMITS } from '@tiffin/domain/order';
import { defineCalls } from '../call.ts';
import { CALL_RATE_LIMITS } from '../rate-limits.ts';
import { arrayOf, namedObject, optionalObject } from '../objects.ts';
import {
  dateText,
  dollarsToCents,
  instant,
  locationId,
  moneyOutput,
  nextCursor,
  pageQuery,
  timeText,
} from '../wire.ts';

const { get, post } = defineCalls('Promotions');

const AMOUNT_ERROR = say`Enter an amount above zero, up to 100,000.`;
const amount = dollarsToCents((value) => value > 0 && value <= 100_000, AMOUNT_ERROR);
const PERCENT_ERROR = say`Enter a percentage from 1 to 100.`;
const percent = z.int(PERCENT_ERROR).min(1, PERCENT_ERROR).max(100, PERCENT_ERROR);
const ids = z
  .array(z.string().min(1).max(100))
  .min(1, say`Choose at least one.`)
  .max(200)
  .readonly();
const count = z.int().min(1).max(100).optional().describe('At least so many of them; 1 if left out');

const otherKinds = [
  z.object({ kind: z.literal('dishes'), ids, count, label: z.string().max(200).optional() }),
  z.object({ kind: z.literal('categories'), ids, count, label: z.string().max(200).optional() }),
  z.object({
    kind: z.literal('service'),
    services: z
      .array(z.enum(ORDER_TYPES))
      .min(1, say`Choose at least one.`)
      .readonly(),
  }),
  z.object({ kind: z.literal('location'), ids }),
  z.object({ kind: z.literal('daypart'), from: timeText, until: timeText }),
  z.object({
    kind: z.literal('weekday'),
    days: z
      .array(z.enum(WEEKDAYS))
      .min(1, say`Choose at least one day.`)
      .max(7)
      .readonly(),
  }),
  z.object({ kind: z.literal('first-order') }),
] as const;

const conditionInput = z.discriminatedUnion('kind', [z.object({ kind: z.literal('minimum'), amount }), ...otherKinds]);
const condition = z
  .discriminatedUnion('kind', [z.object({ kind: z.literal('minimum'), amount: moneyOutput }), ...otherKinds])
  .openapi('PromotionCondition');

const of = z
  .enum(EFFECT_TARGETS)
  .describe('`dishes` and `cheapest` are those that the conditions name; without such a condition, all');
const every = z
  .int()
  .min(EVERY_LIMITS.least)
  .max(EVERY_LIMITS.most)
  .optional()
  .describe(
    'Only for `cheapest`: reduces one of every so many dishes, such as one in four, instead of one in the order',
  );
const effectInput = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('percent'), of, every, percent }),
  z.object({ kind: z.literal('amount'), of, every, amount }),
]);
const effect = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('percent'), of, every, percent: z.number() }),
    z.object({ kind: z.literal('amount'), of, every, amount: moneyOutput }),
  ])
  .openapi('PromotionEffect');

/** A promotion as it is applied to carts. */
export const promotion = namedObject('Promotion', {
  id: z.string(),
  name: z.string(),
  code: z.string().nullable().describe('null if it applies by itself'),
  conditions: z.array(condition).readonly(),
  effect,
  from: dateText.nullable(),
  until: dateText.nullable().describe('The last day'),
  isLimited: z.boolean().describe('True if it has limits or is for first orders, so that only the server can decide'),
});

const managedPromotion = promotion
  .extend({
    limit: z.number().nullable(),
    perPerson: z.number().nullable(),
    isActive: z.boolean(),
    version: z.number(),
    uses: z.number().describe('Orders and open payment pages with it'),
    cost: moneyOutput.describe('What guests paid less'),
    newGuests: z.number().describe('Uses by people who had not ordered before'),
    sales: moneyOutput
      .optional()
      .describe('What the dishes of the orders with it cost after discounts. Missing in older answers'),
  })
  .openapi('ManagedPromotion');

/** A day, or a time whose day counts. */
const day = z
  .string()
  .transform((text) => text.slice(0, 10))
  .pipe(dateText)
  .nullish();
const limitOfUses = z
  .int()
  .min(1, say`A limit is at least 1.`)
  .max(1_000_000)
  .nullish();
const rules = {
  conditions: z
    .array(conditionInput)
    .max(10)
    .refine((all) => new Set(all.map(({ kind }) => kind)).size === all.length, say`Each condition can be set once.`),
  effect: effectInput.refine((value) => value.every === undefined || value.of === 'cheapest', {
    message: 'every needs `of: cheapest`',
    path: ['every'],
  }),
};
const areInOrder = ({ from, until }: { from?: string | null | undefined; until?: string | null | undefined }) =>
  !from || !until || from <= until;

export const getPromotions = get('/getPromotions', {
  summary: 'Lists the promotions with their results, and the offer of the welcome mail',
  access: 'admin',
  response: z.object({
    promotions: z.array(managedPromotion),
    welcome: z
      .object({
        percentOff: z.number(),
        isActive: z.boolean().optional().describe('Missing in older answers, where it cannot be stopped'),
        uses: z.number(),
        cost: moneyOutput,
      })
      .describe('The offer that new customers get by mail, for their first order'),
  }),
});

export const getPromotionOrders = get('/getPromotionOrders', {
  summary: 'Lists the orders that used a promotion, newest first. Cancelled orders are left out',
  access: 'admin',
  query: z.object({ ...pageQuery, promotionId: z.string().max(100) }),
  response: z.object({
    orders: arrayOf({
      orderId: z.string(),
      at: instant,
      locationId: z.string(),
      total: moneyOutput,
      off: moneyOutput.describe('What the guest paid less'),
    }),
    nextCursor,
  }),
});

export const savePromotion = post('/savePromotion', {
  summary:
    'Creates or changes a promotion. Orders already placed stay as they are. Fails with 409 and the current `promotion` if it was changed since `version`, and with `already-exists` if another promotion has the code',
  access: 'admin',
  creating: true,
  maxKb: 16,
  body: z
    .object({
      promotionId: z.string().max(100).optional().describe('Leave out to create a new one'),
      version: z.int().optional(),
      name: z
        .string({ error: say`Name is required` })
        .trim()
        .min(1, say`Name is required`)
        .max(60)
        .describe('Guests see it on their bill'),
      code: z
        .string()
        .overwrite(promoCodeOf)
        .regex(/^[A-Z0-9][A-Z0-9-]{2,19}$/, say`A code has 3 to 20 letters and digits.`)
        .nullish()
        .describe('Leave out for a promotion that applies by itself'),
      ...rules,
      limit: limitOfUses.describe('How many orders in all can use it'),
      perPerson: limitOfUses.describe('How many orders of one person can use it'),
      from: day,
      until: day.describe('The last day'),
      isActive: z.boolean(),
    })
    .refine(areInOrder, { message: say`The last day is before the first.`, path: ['until'] }),
  response: z.object({ promotion: managedPromotion }),
});

export const deletePromotion = post('/deletePromotion', {
  summary: 'Deletes a promotion. Orders keep what they got',
  access: 'admin',
  body: z.object({ promotionId: z.string().max(100) }),
  response: z.object({ promotionId: z.string() }),
});

export const previewPromotion = post('/previewPromotion', {
  summary:
    'Calculates what a promotion would have cost in the last eight weeks if nobody had ordered more. A code counts as if everybody had used it',
  access: 'admin',
  isRead: true,
  queue: 'slow',
  maxKb: 16,
  body: z.object({ ...rules, code: z.string().nullish(), limit: limitOfUses, perPerson: limitOfUses }),
  response: z.object({
    cost: moneyOutput,
    orders: z.number().describe('The orders that would have been cheaper'),
    weeks: arrayOf({ from: dateText, cost: moneyOutput }).describe('The same by week, oldest first'),
  }),
});

export const getOffers = get('/getOffers', {
  summary:
    'Returns which promotions of a location the caller cannot use any more, and checks a typed code. Fails with 409 `promo-unknown`, `promo-over` or `offer-over` and says why',
  access: 'anyone',
  rate: CALL_RATE_LIMITS.change,
  query: z.object({
    locationId,
    code: z.string().trim().max(TEXT_LIMITS.id).optional().describe('A code that a guest typed'),
  }),
  response: z.object({
    over: z.array(z.string()).describe('Ids of promotions that apply by themselves, but not to the caller'),
    promotion: promotion.optional().describe('The promotion of the code. Its conditions are not checked yet'),
    welcome: optionalObject({ code: z.string(), percentOff: z.number() }).describe('The code is of the welcome mail'),
  }),
});
