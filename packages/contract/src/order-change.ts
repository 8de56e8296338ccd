import { z } from '@hono/zod-openapi';
import { say, sayNow } from '@tiffin/domain/core';
import { MAX_CART_QUANTITY } from '@tiffin/domain/cart';
import { SPICE_LEVEL_MAX, SPICE_LEVEL_MIN } from '@tiffin/domain/menu';
import {
  CHANGE_WHY_MOST,
  CHANGED_FACTS,
  customerNameProblem,
  GUEST_NOTES,
  TEXT_LIMITS,
  tooLongText,
  type ChangedFact,
} from '@tiffin/domain/order';
import { callsOf } from './call.ts';
import { lineChanges, order } from './order-answer.ts';
import { checkTyped, openItemOf, openMark } from './open-item.ts';
import { requestedOptions, lineNote, sellAnyway } from './order-items.ts';
import { RATES } from './rates.ts';
import { dollars, moneyOut, orderId, orderToken } from './wire.ts';

const { post } = callsOf('Orders');

const text = (what: string, most: number) =>
  z
    .string()
    .trim()
    .max(most, { error: () => tooLongText(sayNow(what), most) })
    .nullish();

const lineNumber = z.int().min(1).max(10_000).openapi({ description: 'As the order’s items name it' });
const quantity = z.int().min(1).max(MAX_CART_QUANTITY);
const heat = z.int().min(SPICE_LEVEL_MIN).max(SPICE_LEVEL_MAX).nullish();

/** A dish at the price of today; the house also adds what is on no menu, at the price that is typed. */
const addedLine = z
  .object({
    id: z.string().trim().min(1, 'id is required').max(TEXT_LIMITS.id),
    quantity,
    selectedSpiceLevel: heat.openapi({ description: `${SPICE_LEVEL_MIN} when absent` }),
    options: requestedOptions,
    note: lineNote,
    name: z.string().trim().max(TEXT_LIMITS.itemName).nullish().openapi({ description: 'Of what is on no menu' }),
    price: dollars((amount) => amount > 0, 'price must be a number above 0')
      .nullish()
      .openapi({ description: 'Of one of it, before tax; a dish costs what its menu says' }),
    open: openMark,
  })
  .superRefine(({ open, name, price }, context) => {
    if (!open) return;
    const missing = !name ? 'name' : price == null ? 'price' : null;
    if (missing) context.addIssue({ code: 'custom', message: `${missing} is required`, path: [missing] });
    else if (name && price != null) checkTyped({ name, price }, context);
  })
  .transform(({ open, name, price, ...dish }) =>
    open && name && price != null
      ? { ...dish, typed: { name, open: openItemOf(open, price) } }
      : { ...dish, typed: null },
  );

const money = z.object({
  subtotal: moneyOut,
  tax: moneyOut,
  total: moneyOut,
});

export const changeOrder = post('/changeOrder', {
  summary: 'Change an order that is placed: its dishes, and by the house its time, table and name',
  who: 'guest',
  byLink: true,
  managersPin: true,
  maxKb: 64,
  rate: RATES.changeOrder,
  body: z
    .object({
      orderId,
      version: z.int().min(1).openapi({ description: 'As the order was read; 409 `conflict` with it when it moved' }),
      token: orderToken,
      add: z
        .array(addedLine)
        .max(MAX_CART_QUANTITY)
        .nullish()
        .openapi({ description: 'New lines, at the prices of today' }),
      remove: z.array(lineNumber).max(MAX_CART_QUANTITY).nullish().openapi({ description: 'Lines taken off' }),
      change: z
        .array(
          z.object({
            line: lineNumber,
            quantity: quantity.nullish(),
            selectedSpiceLevel: heat,
            options: requestedOptions.openapi({
              description: 'All that is chosen with it now, at the prices of today. Absent: what was chosen',
            }),
            note: lineNote,
          }),
        )
        .max(MAX_CART_QUANTITY)
        .nullish()
        .openapi({
          description: 'Lines that stay, in another number, heat or make; what is not named stays as it is',
        }),
      note: text(GUEST_NOTES.specialInstructions.name, GUEST_NOTES.specialInstructions.most).openapi({
        description: 'The special instructions',
      }),
      wantedFor: z.iso.datetime({ offset: true }).nullish().openapi({ description: 'When it shall be ready' }),
      why: text(say`Reason`, CHANGE_WHY_MOST).openapi({ description: 'Why the time moves, as its guest reads it' }),
      tableInfo: z.object({ tableNumber: text(say`Table number`, TEXT_LIMITS.tableNumber) }).nullish(),
      customerName: z
        .string()
        .trim()
        .check(({ value, issues }) => {
          const message = customerNameProblem(value);
          if (message !== null) issues.push({ code: 'custom', message, input: value });
        })
        .nullish(),
      sellAnyway,
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
    difference: moneyOut.openapi({ description: 'What it costs more; below zero what it costs less' }),
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
