import { z } from '@hono/zod-openapi';
import { say } from '@tiffin/domain/core';
import { ORDER_SORT_DEFAULTS, ORDER_SORTS, ORDER_STATUSES, ORDER_TYPES } from '@tiffin/domain/order';
import { MESSAGE_MAX, SMS_MOST } from '@tiffin/domain/messages';
import { PAYMENT_METHODS } from '@tiffin/domain/payment';
import { callsOf } from './call.ts';
import { OF_THE_TILL, RATES } from './rates.ts';
import { order, orderCounts, orderStatus } from './order-answer.ts';
import { cashTillPayload, tillPayload } from './order-request.ts';
import { dateText, instant, locationId, nextCursor, orderId, ownFacts, whichLocations } from './wire.ts';

const { get, post } = callsOf('Service');

const placed = z.object({ orderId: z.string(), order, message: z.string() });

export const createAdminOrderCash = post('/createAdminOrderCash', {
  summary: 'The till takes an order and its money: placed and paid at once',
  ...OF_THE_TILL,
  body: cashTillPayload,
  answer: placed,
});

export const createAdminOrderUnpaid = post('/createAdminOrderUnpaid', {
  summary: 'The till takes an order that is paid when it is fetched: placed at once, paid by addPayment',
  ...OF_THE_TILL,
  body: tillPayload,
  answer: placed,
});

export const updateOrderStatus = post('/updateOrderStatus', {
  summary: 'One step of an order. A step that is not possible answers 409 with the order as it stands',
  who: 'staff',
  maxKb: 2,
  rate: RATES.work,
  body: z.object({ orderId, status: orderStatus }),
  answer: z.object({
    orderId: z.string(),
    oldStatus: orderStatus,
    newStatus: orderStatus,
    message: z.string(),
    order,
  }),
});

export const BATCH_MOST = 100;

export const updateMultipleOrderStatuses = post('/updateMultipleOrderStatuses', {
  summary: 'Steps of several orders in the given order, each on its own: one that fails undoes no other',
  who: 'staff',
  maxKb: 64,
  rate: RATES.work,
  body: z.object({
    updates: z
      .array(
        z.object({
          orderId,
          newStatus: orderStatus,
          additionalData: ownFacts.optional(),
          timestamp: z.union([z.string().max(50), z.number()]).optional(),
        }),
      )
      .min(1, 'updates are required')
      .max(BATCH_MOST, { error: () => say`Cannot update more than ${BATCH_MOST} orders at once` }),
    locationId: locationId.optional().openapi({ description: 'Orders of another location are refused' }),
    batchId: z.string().max(100).optional(),
  }),
  answer: z.object({
    results: z.array(
      z.object({
        orderId: z.string(),
        newStatus: orderStatus,
        result: z.object({
          success: z.boolean(),
          oldStatus: orderStatus.nullable(),
          message: z.string(),
          error: z.string().nullable(),
          code: z.string().nullable(),
        }),
      }),
    ),
    summary: z.object({
      total: z.number(),
      successful: z.number(),
      failed: z.number(),
      successRate: z.number().openapi({ description: 'Percent' }),
    }),
    batchId: z.string(),
  }),
});

export const correctOrderStatus = post('/correctOrderStatus', {
  summary: 'Take back the last step within 10 seconds: by a manager, or by whoever made it',
  who: 'staff',
  maxKb: 2,
  rate: RATES.work,
  body: z.object({ orderId }),
  answer: z.object({ orderId: z.string(), oldStatus: orderStatus, newStatus: orderStatus, message: z.string(), order }),
});

export const strikeOrderItem = post('/strikeOrderItem', {
  summary: 'A cook strikes a line through, or takes the stroke back',
  who: 'staff',
  maxKb: 2,
  rate: RATES.work,
  body: z.object({ orderId, line: z.number().int().min(1), done: z.boolean() }),
  answer: z.object({ orderId: z.string(), order }),
});

/** `open` is whatever the kitchen still works on. */
export const STATUS_FILTERS = ['all', 'open', ...ORDER_STATUSES] as const;
/** How far lists go back that are sorted by something else than time, unless they say so. */
export const OTHER_SORTS_DAYS = 30;
/** Beyond this many, a search says how many there are at least. */
export const SEARCH_COUNTED = 1000;

export const getLocationOrders = get('/getLocationOrders', {
  summary: 'Orders of a location, newest first',
  who: 'staff',
  query: z.object({
    locationId: whichLocations,
    status: z.enum(STATUS_FILTERS).default('all'),
    orderType: z.enum(['all', ...ORDER_TYPES]).default('all'),
    paymentMethod: z.enum(['all', ...PAYMENT_METHODS]).default('all'),
    search: z.string().max(200).default(''),
    sortBy: z
      .enum(ORDER_SORTS)
      .default(ORDER_SORT_DEFAULTS.sortBy)
      .openapi({
        description: `Others than orderTime look at the last ${OTHER_SORTS_DAYS} days unless dates are given`,
      }),
    sortOrder: z.enum(['asc', 'desc']).default(ORDER_SORT_DEFAULTS.sortOrder),
    limit: z.coerce.number().int().min(1).max(500).default(50),
    offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
    cursor: z.string().max(200).optional().openapi({ description: 'For lists by time: cheaper than an offset' }),
    startDate: dateText.optional().openapi({ description: 'The first business day, by the location’s clock' }),
    endDate: dateText.optional().openapi({ description: 'The last one, itself included' }),
  }),
  answer: z.object({
    orders: z.array(order),
    total: z.number().openapi({ description: 'How many match, on all pages' }),
    nextCursor,
    metadata: z.object({
      locationId: z.string(),
      limit: z.number(),
      offset: z.number(),
      totalIsExact: z.boolean().openapi({ description: 'false: at least so many' }),
      serverTime: instant.openapi({ description: 'For boards whose own clock is wrong' }),
    }),
  }),
});

export const getLocationOrderCounts = get('/getLocationOrderCounts', {
  summary: 'How many orders are in each state',
  who: 'staff',
  query: z.object({ locationId: whichLocations, startDate: dateText.optional(), endDate: dateText.optional() }),
  answer: orderCounts.extend({
    counts: orderCounts.openapi({ description: 'The same once more' }),
    later: z
      .number()
      .optional()
      .openapi({ description: 'Of the pending ones: ordered for a time the kitchen need not think of yet' }),
    lastUpdated: instant,
  }),
});

export const getOrderDetails = get('/getOrderDetails', {
  summary: 'One order, for the people who work at its location',
  who: 'staff',
  query: z.object({ orderId }),
  answer: z.object({ order }),
});

export const sendCustomSMS = post('/sendCustomSMS', {
  summary: 'A text to the guest of an order',
  who: 'staff',
  creating: true,
  maxKb: 16,
  rate: RATES.work,
  body: z.object({
    phoneNumber: z.string().max(40).optional().openapi({ description: 'The order’s own number; no other is texted' }),
    message: z
      .string()
      .trim()
      .min(1, 'message is required')
      .max(SMS_MOST, { error: () => say`Message too long. Maximum ${SMS_MOST} characters allowed` }),
    orderId,
  }),
  answer: z.object({ message: z.string(), to: z.string() }),
});

export const sendCustomEmail = post('/sendCustomEmail', {
  summary: 'A mail to the guest of an order, in the same words a text begins with',
  who: 'staff',
  creating: true,
  maxKb: 16,
  rate: RATES.work,
  body: z.object({
    message: z
      .string()
      .trim()
      .min(1, 'message is required')
      .max(MESSAGE_MAX, { error: () => say`Message too long. Maximum ${MESSAGE_MAX} characters allowed` }),
    orderId,
  }),
  answer: z.object({ message: z.string() }),
});

export const getSMSTemplates = get('/getSMSTemplates', {
  summary: 'Texts to start from; what stands in braces is filled in when it is sent',
  who: 'staff',
  answer: z.object({ templates: z.array(z.object({ id: z.string(), name: z.string(), message: z.string() })) }),
});
