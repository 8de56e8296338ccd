import { z } from '@hono/zod-openapi';
import { amountWithCurrency, say } from '@tiffin/domain/core';
import {
  JOB_TITLES,
  MAX_DECLARED_CASH,
  MAX_HOURLY_RATE,
  MAX_REASON_LENGTH,
  MAX_TIP_POINTS,
  TIP_DECIDERS,
  TIP_RULES,
  UNDIVIDED_RECEIVERS,
} from '@tiffin/domain/day';
import { PIN_LENGTH, PIN_PATTERN } from '@tiffin/domain/people';
import { CSV_FILE, defineCalls, FIGURES_ACCESS } from '../call.ts';
import { arrayOf, namedObject, nullableObject } from '../objects.ts';
import { dateText, dollarsToCents, instant, instantInput, locationId, moneyOutput, requiredText } from '../wire.ts';

/** Hours of work, and how tips are shared. */
const { get, post } = defineCalls('Tips and hours');

const userId = z.string().min(1).max(100);
const period = z.object({ locationId, from: dateText, to: dateText });
const jobTitle = z.enum(JOB_TITLES).describe('What a person works as');

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
  body: clocking.body.extend({
    declaredCash: dollarsToCents((amount) => amount >= 0 && amount <= MAX_DECLARED_CASH, {
      error: () => say`Please enter cash tips of at most ${amountWithCurrency(MAX_DECLARED_CASH)}.`,
    })
      .nullish()
      .describe('The cash tips that the person declares'),
  }),
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
  declaredCash: moneyOutput.nullish().describe('The cash tips that the person declared at the end'),
  enteredLater: z
    .boolean()
    .optional()
    .describe('True if a device sent its start or end later, and no manager approved it with a correction'),
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
      jobTitle: jobTitle.nullish(),
      sharesTips: z.boolean().optional().describe('False for managers and admins, who get no part of a pool'),
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
  summary: 'Saves the hourly rate, the tip points and the job of a person. They count from the next clocking in',
  access: 'manager',
  body: z.object({
    locationId,
    userId,
    hourlyRate: dollarsToCents((amount) => amount >= 0 && amount <= MAX_HOURLY_RATE, {
      error: () => say`Please enter an hourly rate of at most ${amountWithCurrency(MAX_HOURLY_RATE)}.`,
    }).nullable(),
    tipPoints: z.number().int().min(0).max(MAX_TIP_POINTS).default(0),
    jobTitle: jobTitle.nullish().describe('Leave out to keep it'),
  }),
  response: z.object({}),
});

const percent = z.number().int().min(0).max(100).describe('How much of each tip goes into the pool');
const jobs = z
  .array(
    z.object({
      jobTitle,
      points: z
        .number()
        .int()
        .min(0)
        .max(MAX_TIP_POINTS)
        .describe('In the pool. If any job has points, others get none'),
      givesPercent: z
        .number()
        .int()
        .min(0)
        .max(100)
        .describe('How much of each tip goes to `givesTo`, before the pool'),
      givesTo: jobTitle.nullable().describe('People of this job share it by hours'),
    }),
  )
  .max(JOB_TITLES.length)
  .refine((list) => new Set(list.map((job) => job.jobTitle)).size === list.length, say`Each job can be there once.`)
  .describe('Pools by job, and tips that a job gives to another. Empty: points are those of each person');
const tipRule = z.object({
  rule: z.enum(TIP_RULES).describe('`own` has no pool'),
  percent,
  decidedBy: z.enum(TIP_DECIDERS).describe('Who decided the rule: `staff`, or `house` for the restaurant'),
});
const datedTipRule = tipRule.extend({ jobs: jobs.optional(), from: dateText, setBy: z.string() });

export const saveTipRule = post('/saveTipRule', {
  summary: 'Sets how tips are shared from tomorrow. Earlier days keep their rule',
  access: 'manager',
  body: tipRule.extend({
    percent: percent.default(100),
    jobs: jobs.optional().describe('Leave out to keep those of the latest rule'),
    locationId,
    from: dateText.optional().describe('Defaults to tomorrow'),
  }),
  response: z.object({ rule: datedTipRule }),
});

const receiver = z.enum(UNDIVIDED_RECEIVERS).describe('`hours`: everybody who worked that day, by their hours');

export const giveUndividedTips = post('/giveUndividedTips', {
  summary: 'Decides who gets the tips of a day that belong to nobody',
  access: 'manager',
  body: z.object({
    locationId,
    date: dateText,
    receiver,
    userId: userId.nullish().describe('The person, for `person`'),
  }),
  response: z.object({}),
});

const share = z.object({
  userId: z.string(),
  name: z.string(),
  minutes: z.number(),
  weight: z.number().describe('Minutes, points or 1, by the rule'),
  own: moneyOutput.describe('What the person keeps of their own tips'),
  fromPool: moneyOutput,
  fromTipOuts: moneyOutput.optional().describe('What colleagues of other jobs gave'),
  takenBack: moneyOutput.describe('What refunds took back of all of these'),
  fromCharges: moneyOutput.optional().describe('The share of service charges that go to staff, after refunds'),
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
      charges: moneyOutput.optional().describe('Service charges that go to staff, shared like tips, after refunds'),
      pool: moneyOutput,
      weights: z.number().describe('The sum of all weights'),
      undivided: moneyOutput.describe('What nobody gets: no pool, or nobody to share it'),
      undividedTo: nullableObject({
        receiver,
        userId: z.string().nullable(),
        name: z.string(),
        setBy: z.string(),
      })
        .optional()
        .describe('Who gets the pool of this day if the rule gives it to nobody'),
      shares: z.array(share),
    }),
    rules: z.array(datedTipRule).describe('The rules of all days, the earliest first'),
    today: dateText.describe('The business day of the location'),
  }),
});

export const getPay = get('/getPay', {
  summary: 'Sums hours, overtime, tips and declared cash of a period for each person. Staff see their own',
  access: 'staff',
  forAccountants: true,
  queue: 'slow',
  query: period,
  response: z.object({
    people: arrayOf({
      userId: z.string(),
      name: z.string(),
      jobTitles: z.array(jobTitle).describe('What the person worked as in the period'),
      minutes: z.number().describe('The minutes of all shifts of the period at this location'),
      overtimeMinutes: z.number().describe('Those of them that are overtime by the limits of the location'),
      tips: moneyOutput.describe('What the person gets of the tips that were paid to the restaurant'),
      serviceCharges: moneyOutput.optional().describe('The shares of service charges. By law they are no tips'),
      declaredCash: moneyOutput.describe('The cash tips that the person declared'),
    }),
    undivided: moneyOutput.describe('The tips of the period that belong to nobody'),
  }),
});

export const getPayCsv = get('/getPayCsv', {
  summary: 'Exports the sums of `getPay` for the bookkeeper as a CSV file, with a line for each person',
  ...FIGURES_ACCESS,
  query: period,
  ...CSV_FILE,
});
