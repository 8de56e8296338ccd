import { z } from '@hono/zod-openapi';
import { ACTIVITY_FILTERS, POINTS_REASONS, ROLE_FILTERS, ROLES } from '@tiffin/domain/people';
import { READ_LIMITS, say } from '@tiffin/domain/core';
import { CSV_FILE, defineCalls } from '../call.ts';
import { CALL_RATE_LIMITS } from '../rate-limits.ts';
import { arrayOf, namedObject, nullableObject } from '../objects.ts';
import { instant, moneyInput, moneyOutput, nextCursor, pageQuery } from '../wire.ts';

const { get, post } = defineCalls('Users');

/** A person as shown in Users. */
export const user = namedObject('User', {
  id: z.string(),
  uid: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  displayName: z.string(),
  phoneNumber: z.string().nullable(),
  role: z.enum(ROLES),
  locationIds: z.array(z.string()).describe('The locations where staff and managers work'),
  isActive: z.boolean(),
  isDeleted: z.boolean(),
  deletedAt: instant.nullable(),
  totalOrders: z.number(),
  totalSpent: moneyOutput,
  loyaltyPoints: z.number(),
  photoURL: z.string().nullable(),
  createdAt: instant,
  lastLoginAt: instant.nullable(),
  lastOrderDate: instant.nullable(),
  updatedAt: instant,
  signupMethod: z.string(),
  promotions: z.boolean().describe('True if the person agreed to receive promotions'),
  version: z.number().describe('Send this with a change. If someone else changed it first, the call fails with 409'),
});

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
  summary: 'Lists people, newest first. Searches names, email addresses and phone numbers',
  access: 'admin',
  query: z.object({
    ...pageQuery,
    limit: z.coerce.number().int().min(1).max(READ_LIMITS.users).default(50),
    ...userFilter,
  }),
  response: z.object({
    users: z.array(user),
    total: z.number().describe('The number of matches on all pages'),
    nextCursor,
  }),
});

const userId = z.string().min(1, 'userId is required').max(100);

export const getUser = get('/getUser', {
  summary: 'Returns a person with their consent to promotions, latest points and sign-in methods',
  access: 'admin',
  query: z.object({ userId }),
  response: z.object({
    user,
    consent: nullableObject({ agreedAt: instant, source: z.string(), withdrawnAt: instant.nullable() }).describe(
      'The latest answer about promotions; null if never asked',
    ),
    welcomeCode: z.string().nullable(),
    hasCodes: z.boolean().describe('True if the person signs in with codes from their phone'),
    hasPasskeys: z.boolean().describe('True if the person signs in with a passkey'),
    points: arrayOf({
      points: z.number(),
      reason: z.enum(POINTS_REASONS),
      orderId: z.string().nullable(),
      note: z.string().nullable(),
      at: instant,
    }),
  }),
});

const count = z.number().int().min(0).max(1_000_000);

/** The fields that can be changed. Other fields are ignored. */
const updates = z.object({
  displayName: z.string().max(200).optional(),
  phoneNumber: z.string().max(40).nullish(),
  role: z.enum(ROLES).optional(),
  isActive: z.boolean().optional(),
  totalOrders: count.optional(),
  totalSpent: moneyInput.refine((amount) => amount >= 0, say`Invalid amount`).optional(),
  loyaltyPoints: z.number().int().min(0).max(1_000_000_000).optional(),
  locationIds: z.array(z.string().max(50)).max(200).optional(),
});

export const updateUser = post('/updateUser', {
  summary:
    'Changes a person. A new role or deactivation applies from their next request. Fails with 409 and the current `user` if they were changed since `version`',
  access: 'admin',
  maxKb: 16,
  body: z.object({
    userId,
    updates,
    version: z.number().int().optional().describe('The version on which the change is based'),
    note: z.string().max(200).optional().describe('The reason for changing points'),
  }),
  response: z.object({ user, message: z.string() }),
});

export const updateUsers = post('/updateUsers', {
  summary: 'Makes the same change to up to 100 people, all of them or none',
  access: 'admin',
  maxKb: 64,
  body: z.object({ userIds: z.array(z.string().max(100)), updates }),
  response: z.object({ users: z.array(user), updated: z.number() }),
});

export const deactivateUser = post('/deactivateUser', {
  summary: 'Deactivates a person. Their sessions end immediately, and their orders stay',
  access: 'admin',
  body: z.object({ userId }),
  response: z.object({ user, message: z.string() }),
});

export const endUserSessions = post('/endUserSessions', {
  summary: 'Signs a person out on all devices. Their password and passkeys stay',
  access: 'admin',
  body: z.object({ userId }),
  response: z.object({ ended: z.number() }),
});

export const resetSecondStep = post('/resetSecondStep', {
  summary:
    'Removes the codes and passkeys of a colleague who lost their phone and ends their sessions. They are notified by mail',
  access: 'admin',
  body: z.object({ userId }),
  response: z.object({ message: z.string() }),
});

export const getUserAnalytics = get('/getUserAnalytics', {
  summary: 'Returns the number of people, of new people and of their orders',
  access: 'admin',
  response: z.object({
    analytics: z.object({
      totalUsers: z.number(),
      activeUsers: z.number(),
      customers: z.number(),
      admins: z.number(),
      newThisMonth: z.number(),
      totalRevenue: moneyOutput,
      totalOrders: z.number(),
      averageOrderValue: moneyOutput,
    }),
  }),
});

export const getUsersCsv = get('/getUsersCsv', {
  summary:
    'Exports the filtered list as a CSV file (users-export-{date}.csv). The header x-row-count has the number of rows',
  access: 'admin',
  query: z.object(userFilter),
  ...CSV_FILE,
});

const regularGuest = z.object({
  firebaseId: z.string(),
  id: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  totalOrders: z.number(),
  totalSpent: moneyOutput,
  loyaltyPoints: z.number().optional(),
  isActive: z.boolean(),
  role: z.enum(ROLES),
  createdAt: instant.nullable(),
  lastOrderDate: instant.nullable(),
});

export const lookupUserByPhone = get('/lookupUserByPhone', {
  summary: 'Finds a regular guest by phone number in any format; null if there is none',
  access: 'staff',
  rate: CALL_RATE_LIMITS.lookUp,
  query: z.object({ phone: z.string().min(1, 'phone is required').max(40) }),
  response: z.object({
    user: regularGuest.nullable().describe('The best match of `people`'),
    people: z.array(
      regularGuest.extend({
        isConfirmed: z
          .boolean()
          .describe('True if an order with this number was handed over. Anyone can enter any number in their profile'),
      }),
    ),
  }),
});
