import { z } from '@hono/zod-openapi';
import {
  MAX_TIP_PERCENT,
  MAX_TIP_PRESETS,
  PROVINCES,
  TAX_CLASSES,
  TIP_BASES,
  type Province,
  type TaxClass,
} from '@tiffin/domain/pricing';
import { arrayOf, namedObject, nullableObject } from '../objects.ts';
import { moneyOutput } from '../wire.ts';

const share = z.number().min(0).max(1).describe('0.14 for 14 %');
const code = z.string().trim().min(1).max(12);
const label = z.string().trim().min(1).max(40);
/** The code of a tax in force. A rate override has no code of its own, so its label stands for it. */
const codeInForce = label;
const registration = z
  .string()
  .trim()
  .max(40)
  .nullable()
  .describe('The registration number of the business for this tax');

const included = z.boolean().optional();

const rates = z
  .object(Object.fromEntries(TAX_CLASSES.map((each) => [each, share])) as Record<TaxClass, typeof share>)
  .partial();

export const tipPercents = z.array(z.number().int().min(1).max(MAX_TIP_PERCENT)).min(1).max(MAX_TIP_PRESETS);
export const tipBase = z.enum(TIP_BASES).describe('The amount from which percentage tips are calculated');

export const taxCode = namedObject('TaxCode', {
  code: codeInForce,
  label,
  registration,
  rates,
  small: nullableObject({ upTo: moneyOutput, rate: share }).describe(
    'The rate for meals that cost no more than this in total',
  ),
});

export const billTax = namedObject('BillTax', {
  code: codeInForce,
  label,
  registration,
  rate: share,
  base: moneyOutput,
  amount: moneyOutput,
  included: included.describe('True if it is included in prices and not part of `pricing.tax`'),
});

export const taxSettings = namedObject('TaxSettings', {
  follows: z
    .enum(Object.keys(PROVINCES) as [Province, ...Province[]])
    .nullable()
    .describe('The province whose legal rates apply by date; null to use the rates of `codes`'),
  codes: arrayOf({
    code,
    label,
    registration,
    rates: rates.nullable().describe('null to use the legal rates'),
  }).max(6),
  included: included.describe('True if prices include it. Only with custom rates'),
});
