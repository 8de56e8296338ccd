import { z } from '@hono/zod-openapi';
import { say } from '@tiffin/domain/core';
import { TABLE_CALLS, TABLE_LIMITS, TAB_LIMITS } from '@tiffin/domain/tabs';
import { defineCalls } from '../call.ts';
import { arrayOf } from '../objects.ts';
import { allergyNote, requestedAllergies } from '../order/allergies.ts';
import { order } from '../order/order-answer.ts';
import { tableItems } from '../order/order-items.ts';
import { giftCardCode } from '../order/order-offers.ts';
import { CALL_RATE_LIMITS } from '../rate-limits.ts';
import { dollarsToCents, instant, locationId, moneyOutput } from '../wire.ts';
import { exactlyOneOf, lineQuantity } from './tabs.ts';

/** Guests who order and pay at their table by phone. */
const { get, post } = defineCalls('Tabs');

const id = z.string().trim().min(1).max(100);
const token = z.string().trim().min(1).max(200).describe('What `joinTable` returned. It ends with the sitting');
const about = z.enum(TABLE_CALLS);
const calls = arrayOf({ about, at: instant }).describe('For what the party calls a waiter, oldest first');
const atTable = { access: 'anyone', rate: CALL_RATE_LIMITS.atTable } as const;

export const getTable = get('/getTable', {
  summary: 'Returns the table of a printed code, and whether somebody sits there',
  access: 'anyone',
  query: z.object({ tableId: id }),
  response: z.object({
    tableName: z.string(),
    locationId: z.string(),
    isSeated: z.boolean(),
    isOn: z.boolean().describe('True if guests of this location order by phone'),
  }),
});

export const joinTable = post('/joinTable', {
  summary:
    'Lets a phone order for the party at a table. Fails with 409 `table-code` if it is not the code of the party, and with 409 `table-free` if nobody sits there',
  access: 'anyone',
  creating: true,
  rate: CALL_RATE_LIMITS.joinTable,
  body: z.object({
    tableId: id,
    code: z.string().trim().max(20),
    name: z
      .string()
      .trim()
      .max(TABLE_LIMITS.name)
      .nullish()
      .describe(
        'Without a name, the phone gets one of a spice. A number follows where another phone of the party has it',
      ),
  }),
  response: z.object({
    token: z.string(),
    billId: z.string().optional().describe('The bill of the party, once it has one'),
    guestId: z.string(),
    name: z.string(),
  }),
});

const tableLine = {
  orderId: z.string(),
  line: z.number(),
  menuItemId: z.string().optional().describe('Its dish, if the menu still has it'),
  name: z.string().describe('In the language of the restaurant'),
  quantity: z.number(),
  total: moneyOutput.describe('With options and discounts, before tax'),
  withTax: moneyOutput.optional().describe('With its shares of taxes and charges; missing before the kitchen has it'),
  guestId: z.string().nullable(),
  paidQuantity: z.number().describe('How many portions were paid by a phone, or are on an open payment page'),
  isPaid: z.boolean().describe('True once all portions were paid; an open page is not enough'),
  course: z.number().optional(),
};

export const getTableTab = get('/getTableTab', {
  summary:
    'Returns what the party of a phone ordered, paid and owes. It has no allergies. Fails with 409 `tab-closed` when the party has left',
  ...atTable,
  queue: 'none',
  query: z.object({ token }),
  response: z.object({
    tableName: z.string(),
    locationId: z.string(),
    billId: z.string().nullable().describe('The bill that the next payment pays'),
    isOver: z.boolean().describe('True once the party has left'),
    guests: arrayOf({ guestId: z.string(), name: z.string(), isYou: z.boolean() }),
    rounds: arrayOf({
      roundId: z.string(),
      guestId: z.string().nullable().describe('null for a round of staff'),
      at: instant,
      state: z.enum(['waits-for-staff', 'refused', 'sent']),
      status: order.shape.status.nullable().describe('The status of its order. null until the kitchen has it'),
      isHeld: z.boolean().describe('True for a later course that waits until staff send it'),
      orderId: z.string().nullable(),
      why: z.string().optional().describe('Why staff refused it'),
      items: arrayOf(tableLine),
    }).describe('Oldest first'),
    due: z.object({
      total: moneyOutput,
      paid: moneyOutput,
      reserved: moneyOutput.describe('On open payment pages'),
      due: moneyOutput.describe('What nobody has paid or is paying'),
    }),
    payments: arrayOf({
      name: z.string().describe('The name of the phone; empty for a payment to staff'),
      amount: moneyOutput,
      tip: moneyOutput,
      state: z.enum(['paid', 'open']),
      until: instant.optional().describe('Until when an open payment page holds its amount'),
      of: z.number().optional().describe('It is one of so many equal shares of `billId`'),
    }),
    amounts: z.object({ mine: moneyOutput, rest: moneyOutput }).describe('What a payment of `billId` would pay now'),
    mine: arrayOf(lineQuantity.shape).describe('The unpaid dishes of this phone on `billId`, to pay as `lines`'),
    calls,
    tipChoices: z.array(z.number()).describe('Percentages, as at checkout. Empty where tips are not asked for'),
    tipOnShare: z.number().describe('The share of an amount on which they are reckoned: 1, or less without tax'),
  }),
});

export const addTableRound = post('/addTableRound', {
  summary:
    'Sends dishes of a phone to the kitchen, or to staff if the round waits for them. Fails with 429 if the party sends too many rounds',
  ...atTable,
  creating: true,
  maxKb: 64,
  body: z.object({
    token,
    items: tableItems(say`Choose a dish first.`),
    allergies: requestedAllergies.nullish().describe('The allergies of the guest, who eats these dishes'),
    allergyNote: allergyNote.nullish(),
    specialInstructions: z.string().trim().max(500).nullish(),
  }),
  response: z.object({ roundId: z.string(), orderId: z.string().optional(), waitsForStaff: z.boolean() }),
});

export const payAtTable = post('/payAtTable', {
  summary:
    'Opens a payment page for dishes, for an equal share, or for the rest of what the party owes, or pays with a gift card. One payment pays one bill: a party that ordered after a payment has another, and `left` is what it owes besides. Fails with 409 `more-than-due` if others paid meanwhile',
  ...atTable,
  creating: true,
  maxKb: 32,
  body: z
    .object({
      token,
      lines: z.array(lineQuantity).min(1).max(500).nullish(),
      share: z
        .object({ of: z.int().min(2).max(TAB_LIMITS.parts) })
        .nullish()
        .describe('One of so many equal parts of what is due now. The last guest pays the rest'),
      rest: z.literal(true).nullish(),
      tip: dollarsToCents((amount) => amount >= 0).nullish(),
      email: z.email().max(100).nullish().describe('Where the receipt is mailed'),
      giftCardCode: giftCardCode.nullish().describe('Pays what is on the card, at most the amount without a tip'),
    })
    .check(exactlyOneOf('lines', 'share', 'rest')),
  response: z.object({
    paymentUrl: z.string().nullable().describe('null if a gift card paid all'),
    amount: moneyOutput.describe('What the payment page asks for, with the tip, or what the gift card paid'),
    giftCardPaid: moneyOutput.optional(),
    left: moneyOutput.describe('What the party owes besides'),
  }),
});

const callBody = z.object({ token, about });

export const callWaiter = post('/callWaiter', {
  summary: 'Calls a waiter to the table of a phone. Calling again for the same changes nothing',
  ...atTable,
  body: callBody,
  response: z.object({ calls }),
});

export const takeBackCall = post('/takeBackCall', {
  summary: 'Takes back a call of the party',
  ...atTable,
  body: callBody,
  response: z.object({ calls }),
});

export const answerTableCall = post('/answerTableCall', {
  summary: 'Marks a call of a party as answered. Repeating it changes nothing',
  access: 'staff',
  body: z.object({ callId: id }),
  response: z.object({ callId: z.string() }),
});

export const answerTableRound = post('/answerTableRound', {
  summary:
    'Sends a round from a phone that waits for staff to the kitchen, or refuses it. Repeating it changes nothing. Fails as `addRound` does if a dish is sold out meanwhile',
  access: 'staff',
  body: z.object({
    roundId: id,
    isAccepted: z.boolean(),
    reason: z.string().trim().max(200).nullish().describe('Why it is refused, for the guest'),
  }),
  response: z.object({ roundId: z.string(), isAccepted: z.boolean(), orderId: z.string().optional() }),
});

export const getTableCodes = get('/getTableCodes', {
  summary: 'Returns a PDF to print: a code for each table of a location. A code names only its table',
  access: 'staff',
  queue: 'slow',
  query: z.object({ locationId }),
  response: z.instanceof(Uint8Array),
  contentType: 'application/pdf',
});
