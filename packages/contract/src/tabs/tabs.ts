import { z } from '@hono/zod-openapi';
import { say } from '@tiffin/domain/core';
import { tooLongText } from '@tiffin/domain/order';
import { PARTY_PROBLEM, isPartySize } from '@tiffin/domain/reservation';
import { SPLITS, TAB_LIMITS } from '@tiffin/domain/tabs';
import { allergyNote, requestedAllergies, statedAllergies } from '../order/allergies.ts';
import { bill, billId, billParts } from '../payment/bills.ts';
import { defineCalls } from '../call.ts';
import { order } from '../order/order-answer.ts';
import { roundItems, sellAnyway } from '../order/order-items.ts';
import { chargeReasons, withoutCharges } from '../order/charge-request.ts';
import { getOrderReceipt } from '../order/orders.ts';
import { arrayOf, namedObject } from '../objects.ts';
import { instant, locationId, moneyOutput } from '../wire.ts';

/** Tabs: bills that stay open and take several orders. */
const { get, post } = defineCalls('Tabs');

const round = z.object({
  orderId: z.string(),
  status: order.shape.status,
  orderTime: instant,
  course: z.number().nullable(),
  heldAt: instant.nullable().describe('Since when its course is held. null once the kitchen makes it'),
  itemCount: z.number(),
  total: moneyOutput,
});

const tab = namedObject('Tab', {
  billId: z.string(),
  locationId: z.string(),
  label: z.string().describe('The name of the guest or party; empty for a table without a name'),
  isNamed: z
    .boolean()
    .optional()
    .describe('True for a tab with a name. At a table it is not the own bill of the party'),
  sittingId: z.string().nullable(),
  tableId: z.string().nullable().describe('The table at which its sitting sits'),
  tableName: z.string(),
  openedAt: instant,
  openedBy: z.string(),
  state: z.enum(['open', 'settled', 'void', 'closed']).describe('`closed`: merged, or closed without dishes'),
  takesRounds: z.boolean().describe('False after it was split or paid. A round then lands on a bill that continues it'),
  billOutAt: instant.nullable().describe('When its bill was printed last'),
  isPrintOutdated: z.boolean().optional().describe('True if its dishes changed after its bill was printed'),
  continues: z.string().nullable().describe('The bill whose later rounds it takes'),
  mergedInto: z.string().nullable(),
  total: moneyOutput,
  paid: moneyOutput,
  due: moneyOutput,
  allergies: statedAllergies.optional().describe('What its rounds stated, also for dishes that were voided'),
  heldCourses: z.array(z.number()).describe('The courses that wait to be fired, in their order'),
  rounds: z.array(round).describe('Its orders, oldest first'),
});

export const getTabs = get('/getTabs', {
  summary:
    'Lists the tabs of a location that are not paid or closed, and those of parties that still sit, oldest first',
  access: 'staff',
  query: z.object({ locationId }),
  response: z.object({
    tabs: z.array(tab),
    tableOrders: arrayOf({
      orderId: z.string(),
      name: z.string(),
      tableId: z.string(),
      tableName: z.string(),
      due: moneyOutput,
    })
      .optional()
      .describe('Unpaid orders of the last hours that are eaten at a table of the plan and are on no tab'),
  }),
});

const senders = z.record(z.string(), z.string()).optional().describe('The names of phones that sent orders, by order');
export const getTab = get('/getTab', {
  summary: 'Returns a tab with its bill and its orders',
  access: 'staff',
  query: z.object({ billId }),
  response: z.object({ tab, bill, orders: z.array(order).describe('Its rounds, oldest first'), senders }),
});

const sittingId = z.string().trim().min(1).max(100);
const label = z
  .string()
  .trim()
  .min(1, say`Please enter a name for the tab.`)
  .max(TAB_LIMITS.label, { error: () => tooLongText(say`Name`, TAB_LIMITS.label) });

const tableId = z.string().trim().min(1).max(100);
const partySize = z.number().refine(isPartySize, PARTY_PROBLEM);

/** Some portions of a line of an order. */
export const lineQuantity = z.object({
  orderId: z.string().trim().min(1).max(100),
  line: z.int().min(1),
  quantity: z.int().min(1).max(1000),
});

/** Requires exactly one of the fields. */
export const exactlyOneOf =
  (...fields: readonly string[]): z.core.CheckFn<Readonly<Record<string, unknown>>> =>
  ({ value, issues }) => {
    if (fields.filter((field) => value[field] != null).length === 1) return;
    issues.push({ code: 'custom', message: `Send one of ${fields.join(', ')}`, input: value, path: [fields[0] ?? ''] });
  };

export const openTab = post('/openTab', {
  summary: 'Opens a tab for a sitting or a name. A sitting that has a tab which takes rounds keeps it',
  access: 'staff',
  creating: true,
  body: z
    .object({ locationId, sittingId: sittingId.nullish(), label: label.nullish() })
    .check(exactlyOneOf('sittingId', 'label')),
  response: z.object({ billId: z.string(), tab }),
});

export const addRound = post('/addRound', {
  summary:
    'Sends a round of dishes to the kitchen. Dishes of later courses are held until `fireCourse`. If the bill was split or paid, the round lands on a new bill that continues the tab, which the response names',
  access: 'staff',
  creating: true,
  maxKb: 64,
  body: z
    .object({
      billId: billId.nullish(),
      sittingId: sittingId.nullish(),
      tableId: tableId
        .nullish()
        .describe('The tab of the party at this table. Seats a party and opens a tab if needed'),
      label: label.nullish().describe('The open tab with this name at `locationId`, which is opened if needed'),
      locationId: locationId.nullish().describe('Required with `label`. With another target it saves a look-up'),
      partySize: partySize.nullish().describe('For a table where nobody sits. Defaults to its seats'),
      items: roundItems(say`Add a dish to the round first.`),
      specialInstructions: z.string().trim().max(500).nullish(),
      allergies: requestedAllergies
        .nullish()
        .describe('Allergies at the table. They stay with its tab: later rounds have them without stating them again'),
      allergyNote: allergyNote.nullish(),
      withoutCharges,
      chargeReasons,
      sellAnyway,
    })
    .check(exactlyOneOf('billId', 'sittingId', 'tableId', 'label'))
    .check(({ value, issues }) => {
      if (value.label == null || value.locationId != null) return;
      issues.push({ code: 'custom', message: 'locationId is required', input: value, path: ['locationId'] });
    }),
  response: z.object({
    orderId: z.string(),
    orderIds: z.array(z.string()).describe('One order for what is cooked now, and one for each held course'),
    billId: z.string().describe('The bill on which the round landed'),
    continues: z.string().nullable().describe('Set if the tab took no more rounds: the bill that this one continues'),
    order,
    tab,
  }),
});

export const stateAllergies = post('/stateAllergies', {
  summary:
    'Adds allergies, of everybody or of a seat, to a tab that has ordered: to its orders that are not served, and to every later round. Stating one again has no effect',
  access: 'staff',
  maxKb: 64,
  body: z.object({ billId, allergies: requestedAllergies }),
  response: z.object({ tab }),
});

export const fireCourse = post('/fireCourse', {
  summary: 'Sends the held dishes of a course to the kitchen. Calling it again has no effect',
  access: 'staff',
  body: z.object({
    billId,
    course: z.int().min(1).max(TAB_LIMITS.course).nullish().describe('Leave out for the next course that is held'),
  }),
  response: z.object({ tab, orders: z.array(order).describe('The orders that the kitchen makes now') }),
});

export const mergeTabs = post('/mergeTabs', {
  summary:
    'Moves all rounds of a tab to another one and closes it. Nothing is sent to the kitchen again. Fails with 409 `bill-has-payments` if a bill has a payment or is split',
  access: 'staff',
  body: z.object({ from: billId, to: billId }),
  response: z.object({ billId: z.string(), tab }),
});

const partsError = { error: () => say`Split a bill in 2 to ${TAB_LIMITS.parts} parts.` };

export const moveTab = post('/moveTab', {
  summary:
    'Moves a tab to a table. Its guests are seated at a free table; where a party sits, it becomes one more bill of that party. Allergies hold for all their rounds. Fails with 409 `table-taken` if a party sits at `tableId`',
  access: 'staff',
  body: z
    .object({
      billId,
      tableId: tableId.nullish().describe('A free table'),
      sittingId: sittingId.nullish().describe('A party that sits'),
      partySize: partySize.nullish().describe('For a free table. Defaults to its seats'),
    })
    .check(exactlyOneOf('tableId', 'sittingId')),
  response: z.object({ billId: z.string(), tab }),
});

export const moveLines = post('/moveLines', {
  summary:
    'Moves dishes of a tab to another tab, or to that of a party that sits. Nothing is cooked again, and nothing that was paid moves: fails with 409 `bill-has-payments` if a bill has a payment or is split',
  access: 'staff',
  creating: true,
  maxKb: 32,
  body: z
    .object({
      billId,
      items: z
        .array(lineQuantity)
        .min(1, say`Choose a dish first.`)
        .max(500),
      to: billId.nullish().describe('The tab that gets the dishes'),
      sittingId: sittingId.nullish().describe('The party whose tab gets them. It is opened if needed'),
    })
    .check(exactlyOneOf('to', 'sittingId')),
  response: z.object({ billId: z.string().describe('The tab that has the dishes now'), tab, from: tab }),
});

export const splitBill = post('/splitBill', {
  summary:
    'Splits a bill by seats, by dishes, or what is still due in equal parts. The parts cost together what the bill costs. Calling it again splits the bill anew; one part puts it together. Fails with 409 `bill-has-payments` for seats or dishes after a payment',
  access: 'staff',
  maxKb: 32,
  body: z
    .object({
      billId,
      by: z.enum(SPLITS),
      groups: arrayOf({
        label: z.string().trim().max(TAB_LIMITS.label).nullish(),
        items: z.array(lineQuantity).max(500),
      })
        .min(1)
        .max(TAB_LIMITS.parts, partsError)
        .nullish()
        .describe('For `items`: the dishes of each part. Dishes in none of them are one more part'),
      parts: z
        .int(partsError)
        .min(1, partsError)
        .max(TAB_LIMITS.parts, partsError)
        .nullish()
        .describe('For `parts`: how many. 1 puts the bill together again'),
    })
    .check(({ value: { by, groups, parts }, issues }) => {
      if (by === 'items' && groups == null)
        issues.push({ code: 'custom', message: 'groups are required', input: groups, path: ['groups'] });
      if (by === 'parts' && parts == null)
        issues.push({ code: 'custom', message: partsError.error(), input: parts, path: ['parts'] });
    }),
  response: z.object({ bills: billParts, bill }),
});

export const printBill = post('/printBill', {
  summary:
    'Returns what a printed bill shows, and marks the bill as printed. Later rounds land on the same bill, which is then to be printed again',
  access: 'staff',
  body: z.object({ billId }),
  response: z.object({
    tab,
    bill,
    receipt: getOrderReceipt.response,
    phoneCode: z
      .string()
      .optional()
      .describe('The code of its party for `joinTable`, where guests order by phone and while the party sits'),
  }),
});

export const closeTab = post('/closeTab', {
  summary: 'Closes a tab on which nothing was ordered or is due',
  access: 'staff',
  body: z.object({ billId }),
  response: z.object({ tab }),
});

export const recordWalkOut = post('/recordWalkOut', {
  summary:
    'Cancels all unpaid rounds of a party that left without paying, and closes its bills. Needs a manager. Fails with 409 `bill-has-payments` if part of a bill is paid',
  access: 'staff',
  managersPin: true,
  body: z.object({ billId: billId.describe('A bill of the party') }),
  response: z.object({ tabs: z.array(tab).describe('The bills that were closed') }),
});
