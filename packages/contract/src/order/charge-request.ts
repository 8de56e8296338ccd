import { z } from '@hono/zod-openapi';
import { RULE_KINDS } from '@tiffin/domain/order';

export const withoutCharges = z
  .array(z.enum(RULE_KINDS))
  .max(RULE_KINDS.length)
  .nullish()
  .describe(
    'The charges of the location that the order goes without: those that are voluntary, and for staff also those that they may remove. Fails with 400 for others',
  );
