import { z } from '@hono/zod-openapi';
import { TEXT_LIMITS } from '@tiffin/domain/order';
import { ROLES } from '@tiffin/domain/people';
import { OFFER_PROBLEMS } from '@tiffin/domain/pricing';
import { defineCalls } from '../call.ts';
import { CALL_RATE_LIMITS } from '../rate-limits.ts';
import { namedObject, nullableObject, optionalObject } from '../objects.ts';
import { instant, language, moneyOutput } from '../wire.ts';

const { get, post } = defineCalls('People');

export const me = namedObject('Me', {
  uid: z.string(),
  email: z.string(),
  emailVerified: z
    .boolean()
    .describe('True if a session of the account, or its sign-in provider, confirmed the address'),
  displayName: z.string(),
  photoURL: z.string().nullable(),
  role: z.enum(ROLES),
  isAdmin: z.boolean(),
  locationIds: z.array(z.string()),
  loyaltyPoints: z.number(),
  totalOrders: z.number(),
  totalSpent: moneyOutput,
  createdAt: instant,
  lastLoginAt: instant.nullable(),
  updatedAt: instant,
  isActive: z.boolean(),
  phoneNumber: z.string().nullable(),
  countryCode: z.string(),
  preferences: z.object({ notifications: z.boolean(), marketing: z.boolean() }),
  signupMethod: z.string(),
  hasWeakPassword: z
    .literal(true)
    .optional()
    .describe('Present for staff who should choose a longer or less common password'),
  hasFloor: z
    .literal(true)
    .optional()
    .describe('Present for staff if a location where they work has a plan of its tables'),
  language: language
    .optional()
    .describe('The language of messages: for guests the language of their last sign-in, for staff the one they chose'),
});

export const getMe = get('/getMe', {
  summary: 'Returns the signed-in person, or null',
  access: 'anyone',
  response: z.object({
    me: me
      .extend({
        tablet: z
          .string()
          .optional()
          .describe('The shared tablet on which the person works with staff rights. Personal fields are empty'),
        needsSecondStep: z
          .literal(true)
          .optional()
          .describe('Present if the person has or needs a second step that is missing'),
        needsNewPassword: z
          .literal(true)
          .optional()
          .describe('Present if the password is too weak for the role, which has no rights until it is changed'),
      })
      .nullable(),
  }),
});

export const updateMe = post('/updateMe', {
  summary: 'Changes the person’s name, phone number or preferences',
  access: 'customer',
  maxKb: 16,
  rate: CALL_RATE_LIMITS.change,
  body: z.object({
    displayName: z.string().max(200).optional(),
    phoneNumber: z.string().max(40).nullish(),
    preferences: optionalObject({ notifications: z.boolean().optional(), marketing: z.boolean().optional() }),
    language: language.optional().describe('The language of the back office and of messages'),
  }),
  response: z.object({ me }),
});

export const sendEmailConfirmation = post('/sendEmailConfirmation', {
  summary: 'Sends the code for confirming the email address again',
  access: 'customer',
  rate: CALL_RATE_LIMITS.change,
  body: z.object({}),
  response: z.object({
    isSent: z
      .boolean()
      .describe('False if the address is already confirmed, too many were sent, or mails are not sent'),
  }),
});

export const confirmEmail = post('/confirmEmail', {
  summary: 'Confirms the email address of the signed-in account with the code that was mailed to it',
  access: 'customer',
  rate: CALL_RATE_LIMITS.change,
  body: z.object({ code: z.string().min(1).max(20) }),
  response: z.object({ email: z.string() }),
});

export const getWelcomeOffer = get('/getWelcomeOffer', {
  summary:
    'Returns the offer of the welcome mail until the first order placed signed in, or the offer of a typed code. Fails with 409 `offer-over` and a `reason` if the typed code cannot be used',
  access: 'guest',
  query: z.object({ code: z.string().max(TEXT_LIMITS.id).optional().describe('A code that a guest typed') }),
  response: z.object({
    offer: nullableObject({ code: z.string(), percentOff: z.number() }),
    problem: optionalObject({ reason: z.enum(OFFER_PROBLEMS), message: z.string() }).describe(
      'Why an offer that was sent to this account does not apply',
    ),
  }),
});

const token = z.string().min(1, 'token is required').max(200);
const subscription = z.object({
  email: z.string().describe('Partly hidden, because the link may have been forwarded'),
  subscribed: z.boolean(),
});

export const getMailSubscription = get('/getMailSubscription', {
  summary: 'Returns the address of an unsubscribe link and whether it receives promotions. Changes nothing',
  access: 'anyone',
  rate: CALL_RATE_LIMITS.link,
  query: z.object({ token }),
  response: subscription,
});

export const unsubscribe = post('/unsubscribe', {
  summary: 'Stops promotions for the address of an unsubscribe link, without sign-in',
  access: 'anyone',
  rate: CALL_RATE_LIMITS.link,
  body: z.object({ token }),
  response: subscription,
});
