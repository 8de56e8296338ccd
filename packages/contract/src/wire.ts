import { z } from '@hono/zod-openapi';
import {
  type Cents,
  type FailureCode,
  failures,
  fromDollars,
  hasSupportedYear,
  say,
  toDollars,
} from '@tiffin/domain/core';
import { RESTAURANT_LANGUAGES } from '@tiffin/domain/restaurant';
import { arrayOf } from './objects.ts';

type ErrorMessage = string | { readonly error: (issue: { readonly path?: PropertyKey[] | undefined }) => string };

/**
 * Turns a rule of the domain, which returns an error message or null, into a check of a schema. The rule is skipped for
 * a value with issues, because a list is also checked when its items are invalid and were not parsed.
 */
export const toSchemaCheck =
  <T>(findProblem: (value: T) => string | null): z.core.CheckFn<T> =>
  ({ value, issues }) => {
    if (issues.length > 0) return;
    const message = findProblem(value);
    if (message !== null) issues.push({ code: 'custom', message, input: value });
  };

/** A text that people type and may not leave out. `emptyError` is the error message if they do. */
export const requiredText = (emptyError: string, maxLength: number) =>
  z.string({ error: emptyError }).trim().min(1, emptyError).max(maxLength);

const DOLLARS = 'Dollars, at most two decimals';

/** An amount in a request, which is sent in dollars and parsed to cents. `message` is the error for an invalid one. */
export function dollarsToCents(isValid: (amount: Cents) => boolean = () => true, message?: ErrorMessage) {
  const amount = z
    .number(message)
    .overwrite((value) => fromDollars(value) ?? Number.NaN)
    .refine((value) => !Number.isNaN(value) && isValid(value as Cents), message ?? 'Invalid amount')
    .describe(DOLLARS);
  // `overwrite` is faster than a transform, and every order has a dozen amounts. It keeps the type, so this is cast.
  return amount as z.ZodType<number, number> as z.ZodType<Cents, number>;
}

export const moneyInput = dollarsToCents();

/** An amount in a response, already in dollars (use `toDollars`). */
export const moneyOutput = z.number().describe(DOLLARS);
export { toDollars };

export const instant = z.string().openapi({ format: 'date-time', description: 'ISO 8601 in UTC, ending with Z' });
export const dateText = z.iso
  .date('Invalid date, expected YYYY-MM-DD')
  .refine(hasSupportedYear, say`Dates must be between the years 1900 and 2200`)
  .openapi({ format: 'date' });

/** An instant in a request, with any offset from UTC. */
export const instantInput = (message?: string) =>
  z.iso
    .datetime({ offset: true, error: message })
    .refine(hasSupportedYear, say`Times must be between the years 1900 and 2200`);

export const timeText = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, say`Invalid time, expected HH:mm`)
  .describe('HH:mm');

export const language = z.enum(RESTAURANT_LANGUAGES);

export const locationFilter = z
  .string()
  .max(50)
  .default('all')
  .describe('The id of a location, or `all` for every location where the caller works');

export const locationId = z.string().min(1, 'locationId is required').max(50);

/** Paging: `limit` (default 50, at most 200) and `cursor`. */
export const pageQuery = {
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.string().max(200).optional(),
};
export const nextCursor = z.string().nullable();

export const clientData = z
  .record(z.string(), z.union([z.string(), z.number(), z.boolean()]).nullable())
  .describe('Data that the client stores for itself');

const failureCodes = Object.keys(failures) as FailureCode[];

export const errorBody = z
  .looseObject({
    success: z.literal(false),
    error: z.string().describe('A message for people'),
    code: z.enum(failureCodes),
    timestamp: instant,
    requestId: z.string().describe('Identifies the request in the server’s log'),
    field: z.string().optional().describe('The path of the invalid field'),
    fields: arrayOf({ field: z.string(), message: z.string() })
      .optional()
      .describe('All invalid fields. `field` and `error` describe the first one'),
  })
  .openapi('Error', { description: 'Some codes have more fields, for example `nextOpening` if a location is closed' });

export const orderToken = z
  .string()
  .max(200)
  .nullish()
  .describe('The access token of the order link, which gives access without an account. A wrong token returns 404');

export const orderId = z.string({ error: 'orderId is required' }).trim().min(1, 'orderId is required').max(100);
