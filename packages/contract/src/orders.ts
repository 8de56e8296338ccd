import { z } from '@hono/zod-openapi';
import { ORDER_TEXTS, type OrderPayload } from '@tiffin/domain/order';
import type { WireItem } from '@tiffin/domain/cart';
import { call } from './call.ts';
import { order } from './order.ts';
import { moneyOut, nextCursor, pageQuery } from './wire.ts';

const area = 'Orders';

/** A field whose rules and texts live in the domain: typed for callers, read by the rules there. */
function ruled<T>(description: string, type: 'object' | 'array' | 'string' | 'number' | 'boolean' = 'object') {
  return z
    .custom<T>()
    .optional()
    .openapi({ type, description, ...(type === 'array' && { items: { type: 'object' } }) });
}

/**
 * The order payload. Its rules, with the texts people see, are `readOrder` of the domain; here only
 * its outline is kept, so that the first thing wrong is said in those words.
 */
export const orderPayload = z
  .looseObject(
    {
      customerInfo: ruled<OrderPayload['customerInfo']>('name, email, phone, firebaseId or null'),
      items: ruled<readonly (Partial<WireItem> & Pick<WireItem, 'id' | 'name' | 'price' | 'quantity'>)[]>(
        'id, name, price, quantity, category, description, selectedSpiceLevel, spiceLevelName, spiceLevelId, cartKey',
        'array',
      ),
      locationInfo: ruled<OrderPayload['locationInfo']>(
        'id, name, address, phone, postalCode; `location` is taken too',
      ),
      orderType: ruled<OrderPayload['orderType']>('pickup, delivery or dine-in', 'string'),
      paymentMethod: ruled<OrderPayload['paymentMethod']>('online or cash; cash when absent', 'string'),
      tipAmount: ruled<number>('dollars', 'number'),
      pricing: ruled<OrderPayload['pricing']>('subtotal, tax, tip, total, taxRate: compared with the menu’s prices'),
      deliveryInfo: ruled<OrderPayload['deliveryInfo']>('address, instructions; for delivery only'),
      tableInfo: ruled<OrderPayload['tableInfo']>('tableNumber, partySize; for dine-in only'),
      specialInstructions: ruled<string>('wishes for the kitchen', 'string'),
      agreesToWait: ruled<boolean>(
        'true: the location is closed now, and the order may be cooked when it opens next. Without it a closed location answers 409 `location-closed` with `nextOpening`',
        'boolean',
      ),
      welcomeCode: ruled<string>(
        'the code of the welcome mail: each dish costs less on the first order. 409 `offer-over` when it cannot be used',
        'string',
      ),
    },
    ORDER_TEXTS.body,
  )
  .openapi('OrderPayload');

export const createCustomerOrderCash = call({
  method: 'post',
  path: '/createCustomerOrderCash',
  summary: 'Place an order, to be paid in cash',
  area,
  who: 'guest',
  creating: true,
  body: orderPayload,
  answer: z.object({ orderId: z.string(), order }),
});

const priceFigures = z.object({
  subtotal: moneyOut,
  tax: moneyOut,
  tip: moneyOut,
  total: moneyOut,
  taxRate: z.number(),
});

export const validatePricing = call({
  method: 'post',
  path: '/validatePricing',
  summary: 'Are these figures right? 400 `pricing-mismatch` with the right ones when they are not',
  area,
  who: 'guest',
  body: z.looseObject({
    items: ruled<OrderPayload['items']>('as in the order payload', 'array'),
    tipAmount: ruled<number>('dollars', 'number'),
    frontendPricing: ruled<Partial<OrderPayload['pricing']>>('subtotal, tax, tip, total'),
    locationInfo: ruled<OrderPayload['locationInfo']>('whose menu; the default location when absent'),
  }),
  answer: z.object({
    valid: z.literal(true),
    pricing: priceFigures.extend({ taxLabel: z.string() }),
    items: z.array(z.object({ id: z.string(), name: z.string(), price: moneyOut, quantity: z.number() })),
  }),
});

const orderId = z.string({ error: 'orderId is required' }).trim().min(1, 'orderId is required').max(100);

export const getCustomerOrderDetails = call({
  method: 'get',
  path: '/getCustomerOrderDetails',
  summary: 'One’s own order; with its token anybody’s. An order nobody owns is read without the person’s facts',
  area,
  who: 'guest',
  query: z.object({ orderId, token: z.string().max(200).optional() }),
  answer: z.object({ orderId: z.string(), order }),
});

export const getOrderBySessionId = call({
  method: 'post',
  path: '/getOrderBySessionId',
  summary: 'The order a payment session became; 404 until the money was seen',
  area,
  who: 'guest',
  body: z.object({
    sessionId: z.string({ error: 'sessionId is required' }).trim().min(1, 'sessionId is required').max(300),
  }),
  answer: z.object({ orderId: z.string(), order }),
});

const receiptQuery = z.object({ orderId, token: z.string().max(200).default('') });

export const getOrderReceipt = call({
  method: 'get',
  path: '/getOrderReceipt',
  summary: 'The receipt: the order’s token opens it, nothing else does',
  area,
  who: 'anyone',
  query: receiptQuery,
  answer: z.object({
    order,
    receiptUrl: z.string(),
    business: z.object({ name: z.string(), phone: z.string(), email: z.string(), hstNumber: z.string().nullable() }),
    cashRounding: moneyOut.openapi({ description: 'What the coins make of the total; 0 unless paid in cash' }),
    cashDue: moneyOut,
  }),
});

export const getOrderReceiptPdf = call({
  method: 'get',
  path: '/getOrderReceiptPdf',
  summary: 'The receipt as a PDF of 80 × 200 mm',
  area,
  who: 'anyone',
  query: receiptQuery,
  answer: z.instanceof(Uint8Array),
  answersWith: 'application/pdf',
});

export const getCustomerOrders = call({
  method: 'get',
  path: '/getCustomerOrders',
  summary: 'One’s own orders, newest first',
  area,
  who: 'customer',
  query: z.object(pageQuery),
  answer: z.object({ orders: z.array(order), nextCursor }),
});

export const cancelCustomerOrder = call({
  method: 'post',
  path: '/cancelCustomerOrder',
  summary: 'Cancel one’s own order while it is pending or being prepared',
  area,
  who: 'customer',
  body: z.object({ orderId, reason: z.string().trim().max(500).optional() }),
  answer: z.object({ orderId: z.string(), message: z.string(), order }),
});

export const orderCalls = {
  createCustomerOrderCash,
  validatePricing,
  getCustomerOrderDetails,
  getOrderBySessionId,
  getOrderReceipt,
  getOrderReceiptPdf,
  getCustomerOrders,
  cancelCustomerOrder,
};
