import { z } from '@hono/zod-openapi';
import { say } from '@tiffin/domain/core';
import { MAX_HOURLY_RATE, MAX_REASON_LENGTH, MAX_TIP_POINTS, TIP_DECIDERS, TIP_RULES } from '@tiffin/domain/day';
import { PIN_LENGTH, PIN_PATTERN } from '@tiffin/domain/people';
import { defineCalls } from '../call.ts';
import { arrayOf, namedObject, nullableObject } from '../objects.ts';
import { dateText, dollarsToCents, instant, instantInput, locationId, moneyOutput, requiredText } from '../wire.ts';

/** Hours of work, and how tips are shared. */
const { get, post } = defineCalls('Tips and hours');

const userId = z.string().min(1).max(100);
const period = z.object({ locationId, from: dateText, to: dateText });

const clocking = {
  access: 'staff',
  creating: true,
  colleaguesPin: true,
  body: z.object({
    pin: z
      .string()
      .regex(PIN_PATTERN, { error: () => say`A PIN has ${PIN_LENGTH} digits` })
      .optional()
      .describe('The caller’s PIN. May be left out'),
    userId: userId.optional().describe('Refused if another person has signed in on the device since'),
    locationId: locationId.optional().describe('May be left out by people who work at one location'),
  }),
  response: z.object({
    userId: z.string(),
    name: z.string(),
    at: instant,
    minutes: z.number().nullable().describe('null when the work begins'),
  }),
} as const;

export const clockIn = post('/clockIn', {
  summary: 'Begins the work of a person. Fails with 409 if they are at work',
  ...clocking,
});

export const clockOut = post('/clockOut', {
  summary: 'Ends the work of a person, and returns how many minutes it was. Fails with 409 if they are not at work',
  ...clocking,
});

const shift = namedObject('WorkShift', {
  shiftId: z.string(),
  userId: z.string(),
  name: z.string(),
  date: dateText.describe('The business day on which it began'),
  from: instant,
  to: instant.nullable().describe('null while the person works, or forgot to clock out'),
  minutes: z.number().describe('Minutes that passed, correct also when the clocks change during the shift'),
  isForgotten: z.boolean().describe('True if nobody clocked out for a day. It has no minutes until it is corrected'),
  correction: nullableObject({ reason: z.string(), by: z.string() }),
});

export const getHours = get('/getHours', {
  summary: 'Lists the shifts of work of a period. Staff see their own',
  access: 'staff',
  forAccountants: true,
  query: period,
  response: z.object({
    shifts: z.array(shift),
    people: arrayOf({
      userId: z.string(),
      name: z.string(),
      hasPin: z.boolean(),
      atWorkSince: instant.nullable(),
      hourlyRate: moneyOutput.nullable(),
      tipPoints: z.number(),
    }).describe('Who works there. Staff see no rates of others'),
  }),
});

export const correctHours = post('/correctHours', {
  summary: 'Corrects a shift, or adds one. What was clocked is kept; equal `from` and `to` remove the shift',
  access: 'manager',
  creating: true,
  body: z.object({
    locationId,
    userId,
    shiftId: z.string().min(1).max(100).nullish().describe('Leave out to add a shift'),
    from: instantInput(say`Please enter the start.`),
    to: instantInput(say`Please enter the end.`),
    reason: requiredText(say`Please say why.`, MAX_REASON_LENGTH),
  }),
  response: z.object({ shiftId: z.string() }),
});

export const savePayTerms = post('/savePayTerms', {
  summary: 'Saves the hourly rate and the tip points of a person. Both count from the next clocking in',
  access: 'manager',
  body: z.object({
    locationId,
    userId,
    hourlyRate: dollarsToCents(
      (amount) => amount >= 0 && amount <= MAX_HOURLY_RATE,
      say`Please enter an hourly rate.`,
    ).nullable(),
    tipPoints: z.number().int().min(0).max(MAX_TIP_POINTS).default(0),
  }),
  response: z.object({}),
});

const percent = z.number().int().min(0).max(100).describe('How much of each tip goes into the pool');
const tipRule = z.object({
  rule: z.enum(TIP_RULES).describe('`own` has no pool'),
  percent,
  decidedBy: z.enum(TIP_DECIDERS).describe('Who decided the rule: `staff`, or `house` for the restaurant'),
});
const datedTipRule = tipRule.extend({ from: dateText, setBy: z.string() });

export const saveTipRule = post('/saveTipRule', {
  summary: 'Sets how tips are shared from tomorrow. Earlier days keep their rule',
  access: 'manager',
  body: tipRule.extend({
    percent: percent.default(100),
    locationId,
    from: dateText.optional().describe('Defaults to tomorrow'),
  }),
  response: z.object({ rule: datedTipRule }),
});

const share = z.object({
  userId: z.string(),
  name: z.string(),
  minutes: z.number(),
  weight: z.number().describe('Minutes, points or 1, by the rule'),
  own: moneyOutput.describe('What the person keeps of their own tips'),
  fromPool: moneyOutput,
  takenBack: moneyOutput.describe('What refunds took back of both'),
  gets: moneyOutput,
});

export const getTipShares = get('/getTipShares', {
  summary: 'Returns who gets which tips, per business day, with how each share was calculated. Staff see their own',
  access: 'staff',
  forAccountants: true,
  queue: 'slow',
  query: period,
  response: z.object({
    days: arrayOf({
      date: dateText,
      rule: datedTipRule.nullable().describe('null without a rule: each keeps their own tips'),
      tips: moneyOutput,
      refunded: moneyOutput,
      pool: moneyOutput,
      weights: z.number().describe('The sum of all weights'),
      undivided: moneyOutput.describe('What nobody gets: no pool, or nobody to share it'),
      shares: z.array(share),
    }),
    rules: z.array(datedTipRule).describe('The rules of all days, the earliest first'),
    today: dateText.describe('The business day of the location'),
  }),
});
