import { z } from '@hono/zod-openapi';
import { PROVINCES, TAX_CLASSES, TIP_BASES, type Province, type TaxClass } from '@tiffin/domain/pricing';
import { moneyOut } from './wire.ts';

const share = z.number().min(0).max(1);
const code = z.string().trim().min(1).max(12);
const label = z.string().trim().min(1).max(40);
const registration = z.string().trim().max(40).nullable();

const included = z.boolean().optional();

/** A share of one for each class that pays. */
const rates = z
  .object(Object.fromEntries(TAX_CLASSES.map((each) => [each, share])) as Record<TaxClass, typeof share>)
  .partial();

/** What tips in per cent are reckoned on. */
export const tipBase = z.enum(TIP_BASES).openapi({ description: 'What tips in per cent are reckoned on' });

/** A tax in force at a location. */
export const taxCode = z
  .object({
    code,
    label,
    registration: registration.openapi({ description: 'The number the business pays it under' }),
    rates,
    small: z
      .object({ upTo: moneyOut, rate: share })
      .nullable()
      .openapi({ description: 'What meals pay that cost no more than this all together' }),
  })
  .openapi('TaxCode');

/** A tax of a bill. */
export const taxOfBill = z
  .object({
    code,
    label,
    registration,
    rate: share,
    base: moneyOut,
    amount: moneyOut,
    included: included.openapi({ description: 'true: it is in the prices, and no part of `pricing.tax`' }),
  })
  .openapi('TaxOfBill');

/** The taxes a location carries. */
export const taxSettings = z
  .object({
    follows: z
      .enum(Object.keys(PROVINCES) as [Province, ...Province[]])
      .nullable()
      .openapi({ description: 'The province whose law says the rates, by the day; null: the rates of `codes`' }),
    codes: z
      .array(
        z.object({
          code,
          label,
          registration,
          rates: rates.nullable().openapi({ description: 'null: the law’s' }),
        }),
      )
      .max(6),
    included: included.openapi({ description: 'true: prices have them in them; only with rates of its own' }),
  })
  .openapi('TaxSettings');
