import { z } from '@hono/zod-openapi';
import { RULE_KINDS } from '@tiffin/domain/order';
import { reasonText } from '../payment/ledger.ts';

export const chargeReasons = z
  .partialRecord(z.enum(RULE_KINDS), reasonText)
  .nullish()
  .describe('Why staff take each of `withoutCharges` off. The audit log has it');

export const withoutCharges = z
  .array(z.enum(RULE_KINDS))
  .max(RULE_KINDS.length)
  .nullish()
  .describe(
    'The charges of the location that the order goes without: those that are voluntary, and for staff also those that they may remove. Fails with 400 for others',
  );
