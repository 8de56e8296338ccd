import { z } from '@hono/zod-openapi';
import { type Cents, type FailureCode, failures, fromDollars, say, toDollars } from '@tiffin/domain/core';
import { RESTAURANT_LANGUAGES } from '@tiffin/domain/house';

type Wrong = string | { readonly error: (issue: { readonly path?: PropertyKey[] | undefined }) => string };

/** Dollars on the wire, cents inside: converted here and nowhere else. `wrong` is said of whatever is not right. */
export function dollars(isRight: (amount: Cents) => boolean = () => true, wrong?: Wrong): z.ZodType<Cents, number> {
  const amount = z
    .number(wrong)
    .overwrite((value) => fromDollars(value) ?? Number.NaN)
    .refine((value) => !Number.isNaN(value) && isRight(value as Cents), wrong ?? 'Invalid amount')
    .openapi({ description: 'Dollars, at most two decimals' });
  // One number for the other, and cheaper than a transform: every order has a dozen of them.
  return amount as z.ZodType<number, number> as z.ZodType<Cents, number>;
}

export const moneyIn = dollars();

/** An amount in an answer: already dollars (use `toDollars`). */
export const moneyOut = z.number().openapi({ description: 'Dollars, at most two decimals' });
export { toDollars };

export const instant = z.string().openapi({ format: 'date-time', description: 'ISO 8601 with Z' });
export const dateText = z.iso.date('Invalid date, expected YYYY-MM-DD').openapi({ format: 'date' });
export const timeText = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, say`Invalid time, expected HH:mm`)
  .openapi({ description: 'HH:mm' });

/** One that the house can speak. */
export const language = z.enum(RESTAURANT_LANGUAGES);

/** Which locations a list is about. */
export const whichLocations = z.string().max(50).default('all').openapi({
  description: 'A location, or `all`: every location one works at',
});

export const locationId = z.string().min(1, 'locationId is required').max(50);

/** A flag in a query string. */
export const flag = z.enum(['true', 'false']).transform((value) => value === 'true');

/** Lists: `limit` (50, at most 200) and `cursor`. */
export const pageQuery = {
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.string().max(200).optional(),
};
export const nextCursor = z.string().nullable();

/** Facts of the sender's own, which nobody here reads. */
export const ownFacts = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]).nullable());

const failureCodes = Object.keys(failures) as FailureCode[];

export const errorBody = z
  .looseObject({
    success: z.literal(false),
    error: z.string().openapi({ description: 'As a person reads it' }),
    code: z.enum(failureCodes),
    timestamp: instant,
    requestId: z.string(),
    field: z.string().optional().openapi({ description: 'What was wrong, as a path into what was sent' }),
    fields: z
      .array(z.object({ field: z.string(), message: z.string() }))
      .optional()
      .openapi({ description: 'All that was wrong; the first of it is `field` and `error`' }),
  })
  .openapi('Error', { description: 'Some codes carry more, such as `nextOpening` of a location that is closed' });

/** The key in an order’s link. */
export const orderToken = z.string().max(200).nullish().openapi({
  description: 'The key in the order’s link, which opens it without an account. A wrong one answers 404',
});

export const orderId = z.string({ error: 'orderId is required' }).trim().min(1, 'orderId is required').max(100);
