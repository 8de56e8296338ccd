import { z } from '@hono/zod-openapi';
import { ZERO } from '@tiffin/domain/core';
import { checkGiven, GIVEN_KINDS, GIVEN_NOTE_MOST, GIVEN_REASONS, type Given } from '@tiffin/domain/pricing';
import { dollars, instant, moneyOut } from './wire.ts';

const sum = (least: number, wrong: string) =>
  dollars((amount) => amount >= least && amount <= 10_000_000, wrong).nullish();

/** What somebody of the house takes off, and why. `line` is as the order names it. */
export const givenWish = z
  .object({
    kind: z.enum(GIVEN_KINDS),
    line: z
      .int()
      .min(1)
      .max(1000)
      .nullish()
      .openapi({ description: 'On which line, from 1; without one on the whole bill' }),
    percent: z.int('percent must be from 1 to 100').min(1).max(100).nullish(),
    amount: sum(1, 'amount must be a sum above zero'),
    price: sum(ZERO, 'price must be zero or more').openapi({ description: 'What one of the line costs from now on' }),
    reason: z.enum(GIVEN_REASONS, 'Please say why.'),
    note: z.string().trim().max(GIVEN_NOTE_MOST).nullish().openapi({ description: 'In words; guests do not read it' }),
  })
  .transform(({ kind, line, percent, amount, price, reason, note }): Omit<Given, 'id'> => ({
    kind,
    line: line ?? null,
    percent: percent ?? null,
    amount: amount ?? null,
    price: price ?? null,
    reason,
    note: note ?? '',
  }))
  .superRefine((given, context) => {
    const checked = checkGiven(given);
    if (!checked.ok) {
      const field = String(checked.error.details?.['field']);
      context.addIssue({ code: 'custom', message: checked.error.message, path: [field] });
    }
  })
  .openapi('GivenWish');

/** What was given, as the house reads it. */
export const givenOut = z.object({
  id: z.string().openapi({ description: 'With it, it is taken back; adjustments name it as their source' }),
  kind: z.enum(GIVEN_KINDS),
  line: z.number().nullable(),
  label: z.string().openapi({ description: 'As the guest reads it' }),
  percent: z.number().nullable(),
  amount: moneyOut.nullable(),
  price: moneyOut.nullable(),
  off: moneyOut.openapi({ description: 'What it takes off, before tax' }),
  reason: z.string(),
  note: z.string(),
  by: z.string(),
  approvedBy: z.string().nullable(),
  at: instant,
});
