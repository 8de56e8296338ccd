import { z } from '@hono/zod-openapi';
import { say } from '@tiffin/domain/core';
import { ALLERGY_DECISIONS, ORDER_SORT_DEFAULTS, ORDER_SORTS, ORDER_STATUSES, ORDER_TYPES } from '@tiffin/domain/order';
import { MESSAGE_MAX, MAX_SMS_LENGTH } from '@tiffin/domain/messages';
import { PAYMENT_METHODS } from '@tiffin/domain/payment';
import { defineCalls } from '../call.ts';
import { TILL_ORDER_RULES, CALL_RATE_LIMITS } from '../rate-limits.ts';
import { statedAllergies } from './allergies.ts';
import { order, orderCounts, orderItem, orderStatus, orderType } from './order-answer.ts';
import { cashTillPayload, counterPayload } from './order-request.ts';
import { arrayOf, nullableObject } from '../objects.ts';
import {
  clientData,
  dateText,
  instant,
  locationFilter,
  locationId,
  moneyOutput,
  nextCursor,
  orderId,
} from '../wire.ts';

const { get, post } = defineCalls('Service');

const placed = z.object({ orderId: z.string(), order, message: z.string() });

export const createAdminOrderCash = post('/createAdminOrderCash', {
  summary: 'Places an order at the counter that is paid in cash at once',
  ...TILL_ORDER_RULES,
  body: cashTillPayload,
  response: placed,
});

export const createAdminOrderUnpaid = post('/createAdminOrderUnpaid', {
  summary: 'Places an order at the counter that is paid later with `addPayment`',
  ...TILL_ORDER_RULES,
  body: counterPayload,
  response: placed,
});

export const nameDevice = post('/nameDevice', {
  summary: 'Gives a device the letter with which it numbers orders that it takes offline. It keeps the letter',
  access: 'staff',
  peopleOnly: true,
  body: z.object({ deviceId: z.uuid('deviceId must be a UUID') }),
  response: z.object({ letter: z.string().describe('A … Z, then AA …') }),
});

const changedStatus = z.object({
  orderId: z.string(),
  oldStatus: orderStatus,
  newStatus: orderStatus,
  message: z.string(),
  order,
});

export const updateOrderStatus = post('/updateOrderStatus', {
  summary: 'Changes the status of an order. Fails with 409 and the current order if the change is not allowed',
  access: 'staff',
  body: z.object({ orderId, status: orderStatus }),
  response: changedStatus,
});

export const MAX_STATUS_UPDATES = 100;

export const updateMultipleOrderStatuses = post('/updateMultipleOrderStatuses', {
  summary: 'Changes the status of several orders, one after the other. A failure does not undo the others',
  access: 'staff',
  maxKb: 64,
  body: z.object({
    updates: arrayOf({
      orderId,
      newStatus: orderStatus,
      additionalData: clientData.optional(),
      timestamp: z.union([z.string().max(50), z.number()]).optional(),
    })
      .min(1, 'updates are required')
      .max(MAX_STATUS_UPDATES, { error: () => say`Cannot update more than ${MAX_STATUS_UPDATES} orders at once` }),
    locationId: locationId.optional().describe('Orders of other locations are refused'),
    batchId: z.string().max(100).optional(),
  }),
  response: z.object({
    results: arrayOf({
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
    summary: z.object({
      total: z.number(),
      successful: z.number(),
      failed: z.number(),
      successRate: z.number().describe('Percent'),
    }),
    batchId: z.string(),
  }),
});

export const correctOrderStatus = post('/correctOrderStatus', {
  summary: 'Undoes the last status change within 10 seconds, by the same person or a manager',
  access: 'staff',
  body: z.object({ orderId }),
  response: changedStatus,
});

export const strikeOrderItem = post('/strikeOrderItem', {
  summary: 'Marks a line as done in the kitchen, or removes the mark',
  access: 'staff',
  body: z.object({ orderId, line: z.number().int().min(1), done: z.boolean() }),
  response: z.object({ orderId: z.string(), order }),
});

export const confirmAllergies = post('/confirmAllergies', {
  summary:
    'Records that a person checked the dishes affected by an allergy: the caller, or on a shared tablet the colleague whose PIN is sent. API keys cannot confirm',
  access: 'staff',
  colleaguesPin: true,
  maxKb: 4,
  body: z.object({
    orderId,
    lines: z
      .array(z.number().int().min(1))
      .min(1)
      .max(200)
      .nullish()
      .describe('The numbers of the checked lines. Leave out for all that are affected'),
    version: z
      .number()
      .int()
      .min(1)
      .nullish()
      .describe('The version of the order that the person saw. Fails with 409 `conflict` if its dishes changed since'),
    decision: z
      .enum(ALLERGY_DECISIONS)
      .nullish()
      .describe(
        'For dishes that contain a stated allergen: they are made without it, or the guest was asked and agrees',
      ),
  }),
  response: z.object({ orderId: z.string(), order }),
});

/** `open` includes all orders that the kitchen still has to make. */
export const ORDER_STATUS_FILTERS = ['all', 'open', ...ORDER_STATUSES] as const;
/** The days searched by lists that are not sorted by time, unless the caller gives dates. */
export const UNSORTED_SEARCH_DAYS = 30;
/** Searches with more results return only a lower bound of the total. */
export const MAX_COUNTED_RESULTS = 1000;

export const getLocationOrders = get('/getLocationOrders', {
  summary: 'Lists the orders of a location, newest first',
  access: 'staff',
  query: z.object({
    locationId: locationFilter,
    status: z.enum(ORDER_STATUS_FILTERS).default('all'),
    orderType: z.enum(['all', ...ORDER_TYPES]).default('all'),
    paymentMethod: z.enum(['all', ...PAYMENT_METHODS]).default('all'),
    search: z.string().max(200).default(''),
    sortBy: z
      .enum(ORDER_SORTS)
      .default(ORDER_SORT_DEFAULTS.sortBy)
      .openapi({
        description: `Except for \`orderTime\` only the last ${UNSORTED_SEARCH_DAYS} days are searched unless dates are given`,
      }),
    sortOrder: z.enum(['asc', 'desc']).default(ORDER_SORT_DEFAULTS.sortOrder),
    limit: z.coerce.number().int().min(1).max(500).default(50),
    offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
    cursor: z.string().max(200).optional().describe('For lists sorted by time, where it is faster than an offset'),
    startDate: dateText.optional().describe('The first business day, in the location’s time zone'),
    endDate: dateText.optional().describe('The last business day, inclusive'),
  }),
  response: z.object({
    orders: z.array(order),
    total: z.number().describe('The number of matches on all pages'),
    nextCursor,
    metadata: z.object({
      locationId: z.string(),
      limit: z.number(),
      offset: z.number(),
      totalIsExact: z.boolean().describe('False if there may be more'),
      serverTime: instant.describe('For devices with a wrong clock'),
    }),
  }),
});

export const getLocationOrderCounts = get('/getLocationOrderCounts', {
  summary: 'Returns the number of orders by status',
  access: 'staff',
  query: z.object({ locationId: locationFilter, startDate: dateText.optional(), endDate: dateText.optional() }),
  response: orderCounts.extend({
    counts: orderCounts.describe('An alias of the same object'),
    later: z
      .number()
      .optional()
      .describe('Pending orders that are scheduled for later, so that the kitchen need not start yet'),
    lastUpdated: instant,
  }),
});

export const getOrderDetails = get('/getOrderDetails', {
  summary: 'Returns an order to staff of its location',
  access: 'staff',
  query: z.object({ orderId }),
  response: z.object({ order }),
});

const lastOrder = z.object({
  orderId: z.string(),
  orderTime: instant,
  orderType,
  total: moneyOutput,
  items: z.array(
    orderItem.pick({
      line: true,
      id: true,
      name: true,
      quantity: true,
      spiceLevelId: true,
      spiceLevelName: true,
      cartKey: true,
      isOpen: true,
      options: true,
      note: true,
      allergies: true,
    }),
  ),
});

export const lookupGuestByPhone = get('/lookupGuestByPhone', {
  summary: 'Finds what a guest with this phone number ordered at the location, with or without an account',
  access: 'staff',
  rate: CALL_RATE_LIMITS.lookUp,
  query: z.object({ phone: z.string().min(1, 'phone is required').max(40), locationId }),
  response: z.object({
    guest: nullableObject({
      name: z.string(),
      orders: z.number().describe('The number of orders that were handed over or taken at the till'),
      lastOrder: lastOrder.describe('The last order, as far as it takes to order it again'),
      allergies: statedAllergies.describe('The allergies stated last'),
      allergiesAt: instant.nullable().describe('When they were stated'),
      delivery: nullableObject({ address: z.string(), instructions: z.string(), postalCode: z.string() }).describe(
        'The address of the last delivery',
      ),
    }).describe('null if nobody ordered with this number within the time that guests are remembered'),
  }),
});

const sent = z.boolean().describe('False if no provider is connected. Then the message stays in the outbox');

export const sendCustomSMS = post('/sendCustomSMS', {
  summary: 'Sends a text message to the guest of an order',
  access: 'staff',
  creating: true,
  maxKb: 16,
  body: z.object({
    phoneNumber: z.string().max(40).optional().describe('Must be the phone number of the order'),
    message: z
      .string()
      .trim()
      .min(1, 'message is required')
      .max(MAX_SMS_LENGTH, { error: () => say`Message too long. Maximum ${MAX_SMS_LENGTH} characters allowed` }),
    orderId,
  }),
  response: z.object({ message: z.string(), to: z.string(), sent }),
});

export const sendCustomEmail = post('/sendCustomEmail', {
  summary: 'Sends a mail to the guest of an order, with the same text',
  access: 'staff',
  creating: true,
  maxKb: 16,
  body: z.object({
    message: z
      .string()
      .trim()
      .min(1, 'message is required')
      .max(MESSAGE_MAX, { error: () => say`Message too long. Maximum ${MESSAGE_MAX} characters allowed` }),
    orderId,
  }),
  response: z.object({ message: z.string(), sent }),
});

export const getSMSTemplates = get('/getSMSTemplates', {
  summary: 'Lists the templates for text messages. Placeholders in braces are filled in when a message is sent',
  access: 'staff',
  response: z.object({ templates: arrayOf({ id: z.string(), name: z.string(), message: z.string() }) }),
});
