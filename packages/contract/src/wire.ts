import { z } from '@hono/zod-openapi';
import { fromDollars, toDollars, type Cents } from '@tiffin/domain/core';

/** Dollars on the wire, cents inside: converted here and nowhere else. */
export const moneyIn = z
  .number()
  .finite()
  .transform((value, context): Cents => {
    const amount = fromDollars(value);
    if (amount === null) {
      context.addIssue({ code: 'custom', message: 'Invalid amount' });
      return z.NEVER;
    }
    return amount;
  })
  .openapi({ type: 'number', description: 'Dollars, at most two decimals' });

/** An amount in an answer: already dollars (use `toDollars`). */
export const moneyOut = z.number().openapi({ description: 'Dollars, at most two decimals' });
export { toDollars };

export const instant = z.string().openapi({ format: 'date-time', description: 'ISO 8601 with Z' });
export const dateText = z.iso.date('Invalid date, expected YYYY-MM-DD').openapi({ format: 'date' });
export const timeText = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Invalid time, expected HH:mm')
  .openapi({ description: 'HH:mm' });

/** Which places a list is about. */
export const place = z.string().max(50).default('all').openapi({
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

export const errorBody = z
  .object({
    success: z.literal(false),
    error: z.string(),
    code: z.string(),
    timestamp: instant,
    requestId: z.string(),
  })
  .openapi('Error');
