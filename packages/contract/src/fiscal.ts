import { z } from '@hono/zod-openapi';
import { FISCAL_ADAPTERS, LEGAL_FORMS, MONEY_STATES } from '@tiffin/domain/law';
import { defineCalls } from './call.ts';
import { CALL_RATE_LIMITS } from './rate-limits.ts';
import { dateText, instant, locationId } from './wire.ts';

/** Where the law requires a certified till, and what the fiscal device does. */
const { get, post } = defineCalls('Fiscal device');

export const legalForm = z.enum(LEGAL_FORMS);

export const lawSource = z
  .object({
    title: z.string(),
    url: z.string().openapi({ description: 'The address of the page or act that states the rule' }),
  })
  .openapi('LawSource');

const fiscalState = z
  .object({
    locationId: z.string(),
    name: z.string(),
    state: z.enum(MONEY_STATES).openapi({
      description:
        'free: no certified till is required. ask: the law was not looked up. notice: a rule is coming. device: a fiscal device signs the bills. grace: the rule applies, and the location goes on until `refusedFrom`. refused: no orders',
    }),
    reason: z.string(),
    source: lawSource.nullable(),
    refusedFrom: dateText.nullable().openapi({ description: 'The first day without orders, if it lies ahead' }),
    legalForm: legalForm.nullable(),
    legalForms: z
      .array(z.object({ form: legalForm, refusedFrom: dateText }))
      .openapi({ description: 'The dates by legal form of the business. Empty where it makes no difference' }),
    openBills: z.number().int().openapi({ description: 'Bills that are not paid yet. They can still be settled' }),
    device: z
      .object({
        name: z.string(),
        lastNumber: z.string().nullable(),
        lastSignedAt: instant.nullable(),
        signedToday: z.number().int(),
        settledToday: z.number().int(),
        waiting: z.number().int().openapi({ description: 'Bills and refunds that wait for the device' }),
        waitingSince: instant.nullable().openapi({ description: 'When the oldest waiting bill was settled' }),
        alarmAt: instant.nullable().openapi({ description: 'When the oldest waiting bill is 48 hours old' }),
        isLate: z.boolean().openapi({ description: 'True if a bill waits longer than 48 hours' }),
      })
      .nullable(),
  })
  .openapi('FiscalState');

export const getFiscalStates = get('/getFiscalStates', {
  summary: 'Returns whether the locations where the caller works may take money, and why',
  access: 'staff',
  response: z.object({
    locations: z.array(fiscalState),
    adapters: z
      .array(z.enum(FISCAL_ADAPTERS))
      .openapi({ description: 'The kinds of fiscal devices that are connected' }),
  }),
});

export const retryFiscalReceipts = post('/retryFiscalReceipts', {
  summary: 'Sends the waiting bills of a location to the fiscal device now',
  access: 'manager',
  maxKb: 2,
  rate: CALL_RATE_LIMITS.work,
  body: z.object({ locationId }),
  response: z.object({ location: fiscalState }),
});
