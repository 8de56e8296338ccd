import { z } from '@hono/zod-openapi';
import { toDollars } from '@tiffin/domain/core';
import { chargeRuleFromWire, MAX_ORDER_TOTAL, ORDER_TYPES, RULE_KINDS } from '@tiffin/domain/order';
import { TAX_CLASSES } from '@tiffin/domain/pricing';
import { PARTY_MAX, PARTY_MIN } from '@tiffin/domain/reservation';
import { arrayOf, namedObject } from '../objects.ts';

const dollars = z.number().min(0).max(toDollars(MAX_ORDER_TOTAL));

/** A charge that a location adds to its orders. */
export const chargeRule = namedObject('ChargeRule', {
  kind: z.enum(RULE_KINDS),
  orderTypes: z.array(z.enum(ORDER_TYPES)).max(ORDER_TYPES.length).readonly(),
  percent: z
    .number()
    .min(0)
    .max(100)
    .optional()
    .describe('For `service`: 15 for 15 % of the dishes after discounts and points'),
  fromPartySize: z
    .number()
    .int()
    .min(PARTY_MIN)
    .max(PARTY_MAX)
    .optional()
    .describe('For `service` at a table: the smallest party that pays it. Absent for any party'),
  amount: dollars.optional().describe('For `bag` and `small-order`: in dollars, once per order'),
  below: dollars.optional().describe('For `small-order`: charged if the dishes cost less than this'),
  taxClass: z.enum(TAX_CLASSES),
  isVoluntary: z.boolean().describe('True if the guest decides. Pages start without it'),
  staffMayRemove: z.boolean().describe('True if staff may take it off an order, with a reason'),
  goesToStaff: z.boolean().optional().describe('For `service`: true if it is shared like tips'),
});

/** The charges of a location, in the units of the domain. */
export const chargeRulesInput = arrayOf(chargeRule.shape)
  .max(RULE_KINDS.length)
  .transform((rules) => rules.map(chargeRuleFromWire));
