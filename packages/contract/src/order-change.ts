import { z } from '@hono/zod-openapi';
import { MAX_CART_QUANTITY } from '@tiffin/domain/cart';
import { SPICE_LEVEL_MAX, SPICE_LEVEL_MIN } from '@tiffin/domain/menu';
import {
  CHANGED_FACTS,
  customerNameProblem,
  GUEST_NOTES,
  TEXT_LIMITS,
  tooLongText,
  type ChangedFact,
} from '@tiffin/domain/order';
import { call } from './call.ts';
import { lineChanges, order } from './order-answer.ts';
import { RATES } from './rates.ts';
import { dollars, moneyOut } from './wire.ts';

const area = 'Orders';

const text = (what: string, most: number) => z.string().trim().max(most, tooLongText(what, most)).nullish();

const line = z.object({
  line: z.int().min(1).max(10_000).nullish().openapi({ description: 'Of the order; a new one when absent' }),
  id: z.string().trim().min(1, 'id is required').max(TEXT_LIMITS.id),
  quantity: z.int().min(1).max(MAX_CART_QUANTITY),
  selectedSpiceLevel: z
    .int()
    .min(SPICE_LEVEL_MIN)
    .max(SPICE_LEVEL_MAX)
    .nullish()
    .openapi({ description: `As it is, or ${SPICE_LEVEL_MIN}, when absent` }),
});

const money = z.object({
  subtotal: moneyOut,
  tax: moneyOut,
  total: moneyOut,
});

export const changeOrder = call({
  method: 'post',
  path: '/changeOrder',
  summary: 'Change an order that is placed: its dishes, and by the house its time, table and name',
  area,
  who: 'guest',
  managersPin: true,
  maxKb: 64,
  rate: RATES.change,
  body: z
    .object({
      orderId: z.string({ error: 'orderId is required' }).trim().min(1, 'orderId is required').max(100),
      version: z.int().min(1).openapi({ description: 'As the order was read; 409 `conflict` with it when it moved' }),
      token: z.string().max(200).nullish().openapi({ description: 'The order’s, of a guest without an account' }),
      items: z
        .array(line)
        .max(MAX_CART_QUANTITY)
        .nullish()
        .openapi({ description: 'All lines as they shall be: what is left out is taken off. Absent: as they are' }),
      specialInstructions: text(GUEST_NOTES.specialInstructions.name, GUEST_NOTES.specialInstructions.most),
      readyAt: z.iso.datetime({ offset: true }).nullish().openapi({ description: 'When it shall be ready' }),
      tableNumber: text('Table number', TEXT_LIMITS.tableNumber),
      customerName: z
        .string()
        .trim()
        .check(({ value, issues }) => {
          const message = customerNameProblem(value);
          if (message !== null) issues.push({ code: 'custom', message, input: value });
        })
        .nullish(),
      total: dollars((amount) => amount >= 0, 'total must be zero or more')
        .nullish()
        .openapi({
          description: 'What the order comes to as the asker saw it; 400 `pricing-mismatch` when it does not',
        }),
      preview: z.boolean().nullish().openapi({ description: 'true: what it would come to, and nothing is changed' }),
    })
    .openapi('OrderChange'),
  answer: z.object({
    orderId: z.string(),
    message: z.string(),
    saved: z.boolean(),
    change: z.object({
      lines: lineChanges,
      facts: z.array(z.enum(Object.keys(CHANGED_FACTS) as ChangedFact[])),
      was: money,
      now: money,
      due: moneyOut.openapi({ description: 'What is left to pay afterwards' }),
      back: moneyOut.openapi({ description: 'What goes back' }),
      ways: z
        .array(z.object({ method: z.enum(['card', 'cash', 'manual']), amount: moneyOut }))
        .openapi({ description: 'To what it was paid with; in cash what coins make of it' }),
    }),
    order,
  }),
});

export const orderChangeCalls = { changeOrder };
