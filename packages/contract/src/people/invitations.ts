import { z } from '@hono/zod-openapi';
import { say } from '@tiffin/domain/core';
import { INVITABLE_ROLES, INVITATION_DAYS } from '@tiffin/domain/people';
import { defineCalls } from '../call.ts';
import { CALL_RATE_LIMITS } from '../rate-limits.ts';
import { namedObject } from '../objects.ts';
import { instant, requiredText } from '../wire.ts';

const { get, post } = defineCalls('Invitations');

const role = z.enum(INVITABLE_ROLES);

const invitation = namedObject('Invitation', {
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role,
  locationIds: z.array(z.string()),
  invitedBy: z.string().nullable().describe('The name of the admin; null for an API key'),
  invitedAt: instant,
  expiresAt: instant,
  hasExpired: z.boolean(),
});

const sent = z.object({
  invitation,
  link: z
    .string()
    .nullable()
    .describe('The link of the invitation for the admin to hand over, if no mail can be sent. API keys never get it'),
});

export const inviteStaff = post('/inviteStaff', {
  summary: `Invites a person to the team by mail. The link works once, for ${INVITATION_DAYS} days. A new invitation to the same address replaces the earlier one`,
  access: 'admin',
  creating: true,
  maxKb: 8,
  body: z.object({
    name: requiredText(say`Display name is required`, 100),
    email: requiredText(say`Please enter a valid email address.`, 200),
    role,
    locationIds: z
      .array(z.string().max(50))
      .max(200)
      .default([])
      .describe('Where staff and managers work. Admins work everywhere'),
  }),
  response: sent,
});

export const getInvitations = get('/getInvitations', {
  summary: 'Lists the invitations that nobody accepted yet, the newest first',
  access: 'admin',
  response: z.object({ invitations: z.array(invitation) }),
});

const invitationId = z.string().min(1, 'invitationId is required').max(100);

export const resendInvitation = post('/resendInvitation', {
  summary: `Sends an invitation again, with a new link for ${INVITATION_DAYS} days. The earlier link ends`,
  access: 'admin',
  body: z.object({ invitationId }),
  response: sent,
});

export const withdrawInvitation = post('/withdrawInvitation', {
  summary: 'Withdraws an invitation. Its link ends',
  access: 'admin',
  body: z.object({ invitationId }),
  response: z.object({ message: z.string() }),
});

const token = z.string().min(1, 'token is required').max(200);

export const getInvitation = get('/getInvitation', {
  summary: 'Returns what an invitation offers, for the person with its link. Changes nothing',
  access: 'anyone',
  rate: CALL_RATE_LIMITS.link,
  query: z.object({ token }),
  response: z.object({
    name: z.string(),
    email: z.string(),
    role,
    locations: z.array(z.string()).describe('The names of the locations'),
    invitedBy: z.string().nullable(),
    restaurant: z.string(),
    expiresAt: instant,
    hasAccount: z.boolean().describe('True if the address has an account. Its owner signs in to accept'),
    isSignedIn: z.boolean().describe('True if this session belongs to that account'),
  }),
});

export const acceptInvitation = post('/acceptInvitation', {
  summary:
    'Accepts an invitation. A new account needs a password. An existing account needs its own session with a recent sign-in',
  access: 'anyone',
  maxKb: 4,
  rate: CALL_RATE_LIMITS.link,
  body: z.object({ token, password: z.string().max(128).optional().describe('The password of the new account') }),
  response: z.object({
    email: z.string(),
    isNewAccount: z.boolean(),
    pin: z
      .string()
      .nullable()
      .describe('The PIN for the shared tablets of the location, shown once; null without tablets'),
  }),
});
