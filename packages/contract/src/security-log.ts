import { z } from '@hono/zod-openapi';
import { say } from '@tiffin/domain/core';
import { SECURITY_GROUPS, SECURITY_KINDS, SIGN_IN_PROOFS } from '@tiffin/domain/people';
import { defineCalls } from './call.ts';
import { CALL_RATE_LIMITS } from './rate-limits.ts';
import { instant, instantInput, nextCursor, pageQuery } from './wire.ts';

const { get, post } = defineCalls('Security log');

const filter = {
  kind: z
    .enum([...SECURITY_GROUPS, ...SECURITY_KINDS])
    .optional()
    .openapi({ description: 'A kind, or a group of kinds' }),
  userId: z.string().max(100).optional().openapi({ description: 'Entries about this account, and what it did' }),
  address: z.string().max(100).optional().openapi({ description: 'The network address, in full' }),
  alarms: z.enum(['true']).optional().openapi({ description: 'Only what someone should look at' }),
  from: instantInput(say`Invalid date`).optional(),
  to: instantInput(say`Invalid date`).optional(),
};

const named = z.object({ id: z.string(), name: z.string() });

const entry = z
  .object({
    id: z.string(),
    at: instant,
    lastAt: instant.openapi({ description: 'Equal failures within a minute are one entry; this is the last' }),
    kind: z.enum(SECURITY_KINDS),
    count: z.number(),
    wasRefused: z.boolean().openapi({ description: 'Further attempts were refused for a while' }),
    person: named.nullable().openapi({ description: 'The account it is about' }),
    actorName: z.string().nullable().openapi({ description: 'Who did it, if it was not that person' }),
    provenBy: z.enum(SIGN_IN_PROOFS).nullable(),
    tablet: named.nullable().openapi({ description: 'The shared tablet' }),
    browser: z.string().nullable().openapi({ description: 'A browser, or a program such as curl' }),
    system: z.string().nullable(),
    address: z.string().nullable().openapi({ description: 'Null after the days of `securityAddressDays`' }),
    name: z.string().nullable().openapi({ description: 'The name of a passkey, an API key or a tablet' }),
    before: z.array(z.string()).nullable().openapi({ description: 'Roles, or names of locations' }),
    after: z.array(z.string()).nullable(),
    sessions: z.number().nullable().openapi({ description: 'How many sessions ended' }),
    since: z
      .object({
        tries: z.number().openapi({ description: 'Failures within a day after it, of the account or the address' }),
        signedIn: z
          .object({ at: instant, name: z.string(), isSameAddress: z.boolean() })
          .nullable()
          .openapi({ description: 'The first sign-in after it, of the account, or without one from the address' }),
      })
      .nullable()
      .openapi({ description: 'What followed a failure' }),
    requestId: z.string().nullable(),
    copy: z.string().nullable().openapi({ description: 'The copy of the server' }),
  })
  .openapi('SecurityLogEntry');

export const getSecurityLog = get('/getSecurityLog', {
  summary: 'Lists sign-ins of staff, failed attempts and changes of access, newest first',
  access: 'admin',
  query: z.object({ ...pageQuery, ...filter }),
  response: z.object({
    entries: z.array(entry),
    total: z.number().openapi({ description: 'How many entries match' }),
    all: z.number().openapi({ description: 'How many entries the period has' }),
    alarms: z.array(entry).openapi({ description: 'What to look at first: up to 20 entries of the last seven days' }),
    people: z.array(named).openapi({ description: 'The people with entries in the period' }),
    addressDays: z.number(),
    nextCursor,
  }),
});

export const getSecurityLogCsv = get('/getSecurityLogCsv', {
  summary:
    'Exports the filtered log as a CSV file (security-log-{date}.csv). The header x-row-count has the number of rows',
  access: 'admin',
  query: z.object(filter),
  response: z.string(),
  contentType: 'text/csv',
});

export const endUserSessions = post('/endUserSessions', {
  summary: 'Signs a person out on all devices. Their password and passkeys stay',
  access: 'admin',
  maxKb: 2,
  rate: CALL_RATE_LIMITS.work,
  body: z.object({ userId: z.string().min(1, 'userId is required').max(100) }),
  response: z.object({ ended: z.number() }),
});
