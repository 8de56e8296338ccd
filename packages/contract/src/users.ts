import { z } from '@hono/zod-openapi';
import { ACTIVITY_FILTERS, ROLE_FILTERS, ROLES } from '@tiffin/domain/people';
import { READ_LIMITS, say } from '@tiffin/domain/core';
import { callsOf } from './call.ts';
import { RATES } from './rates.ts';
import { instant, moneyIn, moneyOut, nextCursor, pageQuery } from './wire.ts';

const { get, post } = callsOf('Users');

/** A person as User Management shows them. */
export const user = z
  .object({
    id: z.string(),
    uid: z.string(),
    email: z.string(),
    emailVerified: z.boolean(),
    displayName: z.string(),
    phoneNumber: z.string().nullable(),
    role: z.enum(ROLES),
    locationIds: z.array(z.string()).openapi({ description: 'Where staff and managers work' }),
    isActive: z.boolean(),
    isDeleted: z.boolean(),
    deletedAt: instant.nullable(),
    totalOrders: z.number(),
    totalSpent: moneyOut,
    loyaltyPoints: z.number(),
    photoURL: z.string().nullable(),
    createdAt: instant,
    lastLoginAt: instant.nullable(),
    lastOrderDate: instant.nullable(),
    updatedAt: instant,
    signupMethod: z.string(),
    promotions: z.boolean().openapi({ description: 'Agreed to receive promotions' }),
    version: z.number().openapi({ description: 'To be sent with a change, so that nobody writes over another' }),
  })
  .openapi('User');

export const USER_SORTS = [
  'createdAt',
  'displayName',
  'lastLoginAt',
  'totalOrders',
  'totalSpent',
  'loyaltyPoints',
] as const;

export const userFilter = {
  search: z.string().max(200).default(''),
  role: z.enum(ROLE_FILTERS).default('all'),
  status: z.enum(ACTIVITY_FILTERS).default('all'),
  sortBy: z.enum(USER_SORTS).default('createdAt'),
  sortOrder: z.enum(['asc', 'desc']).default('desc'),
};

export const getUsers = get('/getUsers', {
  summary: 'People, newest first, found by name, email or phone',
  who: 'admin',
  query: z.object({
    ...pageQuery,
    limit: z.coerce.number().int().min(1).max(READ_LIMITS.users).default(50),
    ...userFilter,
  }),
  answer: z.object({
    users: z.array(user),
    total: z.number().openapi({ description: 'How many match, on all pages' }),
    nextCursor,
  }),
});

const userId = z.string().min(1, 'userId is required').max(100);

export const getUser = get('/getUser', {
  summary:
    'One person, with their consent to promotions, the latest of their points, and whether they sign in with codes',
  who: 'admin',
  query: z.object({ userId }),
  answer: z.object({
    user,
    consent: z
      .object({ agreedAt: instant, source: z.string(), withdrawnAt: instant.nullable() })
      .nullable()
      .openapi({ description: 'The latest word on promotions; null when never asked' }),
    welcomeCode: z.string().nullable(),
    hasCodes: z.boolean().openapi({ description: 'Signs in with codes from their phone' }),
    hasPasskeys: z.boolean().openapi({ description: 'Signs in with a passkey' }),
    points: z.array(
      z.object({
        points: z.number(),
        reason: z.enum(['order-completed', 'order-refunded', 'adjustment']),
        orderId: z.string().nullable(),
        note: z.string().nullable(),
        at: instant,
      }),
    ),
  }),
});

const count = z.number().int().min(0).max(1_000_000);

/** What may be changed; every other field is dropped. */
const updates = z.object({
  displayName: z.string().max(200).optional(),
  phoneNumber: z.string().max(40).nullable().optional(),
  role: z.enum(ROLES).optional(),
  isActive: z.boolean().optional(),
  totalOrders: count.optional(),
  totalSpent: moneyIn.refine((amount) => amount >= 0, say`Invalid amount`).optional(),
  loyaltyPoints: z.number().int().min(0).max(1_000_000_000).optional(),
  locationIds: z.array(z.string().max(50)).max(200).optional(),
});

export const updateUser = post('/updateUser', {
  summary:
    'Change a person; a new role, or being inactive, acts on their very next request. 409 with the present `user` when they were changed since `version`',
  who: 'admin',
  maxKb: 16,
  rate: RATES.work,
  body: z.object({
    userId,
    updates,
    version: z.number().int().optional().openapi({ description: 'The version the change was made on' }),
    note: z.string().max(200).optional().openapi({ description: 'Why the points were changed' }),
  }),
  answer: z.object({ user, message: z.string() }),
});

export const updateUsers = post('/updateUsers', {
  summary: 'The same change to up to 100 people: all of them or none',
  who: 'admin',
  maxKb: 64,
  rate: RATES.work,
  body: z.object({ userIds: z.array(z.string().max(100)), updates }),
  answer: z.object({ users: z.array(user), updated: z.number() }),
});

export const deactivateUser = post('/deactivateUser', {
  summary: 'Shut somebody out: sessions end at once, their orders stay',
  who: 'admin',
  maxKb: 2,
  rate: RATES.work,
  body: z.object({ userId }),
  answer: z.object({ user, message: z.string() }),
});

export const resetSecondStep = post('/resetSecondStep', {
  deprecatedPaths: ['/switchCodesOff'],
  summary:
    'The codes and passkeys of a colleague who lost their phone go, and so do their sessions; they hear of it by mail',
  who: 'admin',
  maxKb: 2,
  rate: RATES.work,
  body: z.object({ userId }),
  answer: z.object({ message: z.string() }),
});

export const getUserAnalytics = get('/getUserAnalytics', {
  summary: 'How many people, how many are new, what they ordered',
  who: 'admin',
  answer: z.object({
    analytics: z.object({
      totalUsers: z.number(),
      activeUsers: z.number(),
      customers: z.number(),
      admins: z.number(),
      newThisMonth: z.number(),
      totalRevenue: moneyOut,
      totalOrders: z.number(),
      averageOrderValue: moneyOut,
    }),
  }),
});

export const getUsersCsv = get('/getUsersCsv', {
  summary: 'The filtered list as a CSV file (users-export-{date}.csv); x-row-count says how many',
  who: 'admin',
  query: z.object(userFilter),
  answer: z.string(),
  answersWith: 'text/csv',
});

const regular = z.object({
  firebaseId: z.string(),
  id: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  totalOrders: z.number(),
  totalSpent: moneyOut,
  isActive: z.boolean(),
  role: z.enum(ROLES),
  createdAt: instant.nullable(),
  lastOrderDate: instant.nullable(),
});

export const lookupUserByPhone = get('/lookupUserByPhone', {
  summary: 'The regular with this number, however it was written; null when there is none',
  who: 'staff',
  rate: RATES.lookUp,
  query: z.object({ phone: z.string().min(1, 'phone is required').max(40) }),
  answer: z.object({
    user: regular.nullable().openapi({ description: 'The likeliest of `people`' }),
    people: z.array(
      regular.extend({
        isConfirmed: z.boolean().openapi({
          description:
            'An order of theirs with this number was handed over; anybody can write any number into a profile',
        }),
      }),
    ),
  }),
});
