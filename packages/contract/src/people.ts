import { z } from '@hono/zod-openapi';
import { ROLES } from '@tiffin/domain/people';
import { callsOf } from './call.ts';
import { RATES } from './rates.ts';
import { instant, language, moneyOut } from './wire.ts';

const { get, post } = callsOf('People');

export const me = z
  .object({
    uid: z.string(),
    email: z.string(),
    emailVerified: z.boolean(),
    displayName: z.string(),
    photoURL: z.string().nullable(),
    role: z.enum(ROLES),
    isAdmin: z.boolean(),
    locationIds: z.array(z.string()),
    loyaltyPoints: z.number(),
    totalOrders: z.number(),
    totalSpent: moneyOut,
    createdAt: instant,
    lastLoginAt: instant.nullable(),
    updatedAt: instant,
    isActive: z.boolean(),
    phoneNumber: z.string().nullable(),
    countryCode: z.string(),
    preferences: z.object({ notifications: z.boolean(), marketing: z.boolean() }),
    signupMethod: z.string(),
    language: language.optional().openapi({
      description:
        'What they are written to in: of a guest what the site spoke when they last signed in, of staff what they chose',
    }),
  })
  .openapi('Me');

export const getMe = get('/getMe', {
  summary: 'Who is signed in; null when nobody is',
  who: 'anyone',
  answer: z.object({
    me: me
      .extend({
        tablet: z.string().optional().openapi({
          description: 'The shared tablet somebody works at, with the rights of staff: what is their own is left empty',
        }),
        needsSecondStep: z.literal(true).optional().openapi({
          description: 'Signed in without the second step that the role asks for: works here only after it',
        }),
      })
      .nullable(),
  }),
});

export const updateMe = post('/updateMe', {
  summary: 'Change one’s own name, phone or preferences',
  who: 'customer',
  maxKb: 16,
  rate: RATES.change,
  body: z.object({
    displayName: z.string().max(200).optional(),
    phoneNumber: z.string().max(40).nullable().optional(),
    preferences: z.object({ notifications: z.boolean().optional(), marketing: z.boolean().optional() }).optional(),
    language: language
      .optional()
      .openapi({ description: 'What the office speaks to them, and what they are written to in' }),
  }),
  answer: z.object({ me }),
});

export const sendEmailConfirmation = post('/sendEmailConfirmation', {
  deprecatedPaths: ['/sendAddressLink'],
  summary: 'The link that confirms one’s e-mail address, once more',
  who: 'customer',
  maxKb: 2,
  rate: RATES.change,
  body: z.object({}),
  answer: z.object({
    isSent: z.boolean().openapi({ description: 'false: it is confirmed, they had several, or no mail goes out' }),
  }),
});

export const getWelcomeOffer = get('/getWelcomeOffer', {
  summary: 'The code of the welcome mail and what it takes off each dish, until the first order; null afterwards',
  who: 'customer',
  answer: z.object({ offer: z.object({ code: z.string(), percentOff: z.number() }).nullable() }),
});

const token = z.string().min(1, 'token is required').max(200);
const subscription = z.object({
  email: z.string().openapi({ description: 'Not in full: the link may have been passed on' }),
  subscribed: z.boolean(),
});

export const getMailSubscription = get('/getMailSubscription', {
  deprecatedPaths: ['/getUnsubscribe'],
  summary: 'Whose link this is, and whether promotions still go there; changes nothing',
  who: 'anyone',
  rate: RATES.link,
  query: z.object({ token }),
  answer: subscription,
});

export const unsubscribe = post('/unsubscribe', {
  summary: 'No promotions any more: one press, no sign-in',
  who: 'anyone',
  maxKb: 2,
  rate: RATES.link,
  body: z.object({ token }),
  answer: subscription,
});
