import { z } from '@hono/zod-openapi';
import { say } from '@tiffin/domain/core';
import { looksLikeEmail, normaliseEmail, normalisePhone, ROLES } from '@tiffin/domain/people';
import { defineCalls } from '../call.ts';
import { arrayOf } from '../objects.ts';
import { instant, moneyOutput } from '../wire.ts';

const { post } = defineCalls('Privacy');

const recordId = z.string().trim().min(1).max(100);

/** Exactly one of these says who is meant. */
const person = z
  .object({
    orderId: recordId.optional(),
    reservationId: recordId.optional(),
    email: z
      .string()
      .max(320)
      .transform(normaliseEmail)
      .refine(looksLikeEmail, say`Invalid email format`)
      .optional(),
    phone: z
      .string()
      .max(60)
      .refine((text) => normalisePhone(text) !== null, say`Please enter a valid phone number`)
      .optional(),
    userId: recordId
      .optional()
      .describe('An account of a customer or of former staff. It is erased with the records of its email address'),
    dryRun: z.boolean().default(false).describe('True returns what would be erased and changes nothing'),
  })
  .refine(
    ({ orderId, reservationId, email, phone, userId }) =>
      [orderId, reservationId, email, phone, userId].filter((each) => each !== undefined).length === 1,
    say`Please name one of order, reservation, email, phone and user`,
  );

const contactOfGuest = { customerName: z.string(), email: z.string().nullable(), phone: z.string().nullable() };

/** At most this many records of a kind are listed; the counts include all. */
export const LISTED_RECORDS = 200;

const account = z.object({
  userId: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.enum(ROLES),
  isActive: z.boolean(),
  match: z.enum(['order', 'email', 'phone', 'user']).describe('Why the account is listed'),
});

export const forgetPerson = post('/forgetPerson', {
  summary:
    'Erases a guest without an account, or an account of a customer or former staff. Amounts, taxes and dates stay. Call it with `dryRun` first. Fails with 409 while the guest is expected, and if a guest has an account',
  access: 'admin',
  body: person,
  response: z.object({
    erased: z.boolean().describe('False for a dry run'),
    counts: z.object({
      orders: z.number(),
      reservations: z.number(),
      messages: z.number(),
      paymentPages: z.number(),
      consents: z.number(),
    }),
    orders: arrayOf({
      orderId: z.string(),
      orderTime: instant,
      locationId: z.string(),
      status: z.string(),
      total: moneyOutput,
      ...contactOfGuest,
    }),
    reservations: arrayOf({
      reservationId: z.string(),
      startsAt: instant,
      locationId: z.string(),
      status: z.string(),
      partySize: z.number(),
      ...contactOfGuest,
    }),
    messages: arrayOf({
      messageId: z.string(),
      createdAt: instant,
      channel: z.enum(['mail', 'sms']),
      recipient: z.string(),
      template: z.string(),
      subject: z.string().nullable(),
    }),
    accounts: z
      .array(account)
      .describe('Accounts with the same email address or phone number. They are erased only by `userId`'),
    obstacles: arrayOf({
      kind: z.enum(['order', 'reservation', 'payment', 'account']),
      id: z.string(),
      message: z.string(),
    }).describe('Why the person cannot be erased yet. Empty if they can'),
  }),
});
