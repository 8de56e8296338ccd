import { z } from '@hono/zod-openapi';
import { say } from '@tiffin/domain/core';
import { AUDIT_KINDS, SIGN_IN_PROOFS } from '@tiffin/domain/people';
import { CSV_FILE, defineCalls } from '../call.ts';
import { namedObject, nullableObject } from '../objects.ts';
import { instant, instantInput, nextCursor, pageQuery } from '../wire.ts';

const { get } = defineCalls('Audit log');

const changedFields = z.record(z.string(), z.unknown()).nullable();

const idAndName = z.object({ id: z.string(), name: z.string() });

const filter = {
  search: z.string().max(200).default('').describe('Searches names, actions and ids'),
  actions: z
    .string()
    .max(8_000)
    .optional()
    .describe(
      'Actions that `search` also finds, separated by commas: those whose sentence, in the language of the reader, has its words',
    ),
  kind: z
    .enum(AUDIT_KINDS)
    .optional()
    .describe(
      'Only entries about this part of the restaurant. `access`: sign-ins of staff, failed attempts and changes of access; of these, `sign-ins`, `failures`, and `alarms` that someone should look at. An API key needs `access:read` for them',
    ),
  actorId: z.string().max(100).optional().describe('Only what this person or API key did'),
  userId: z.string().max(100).optional().describe('What this person did, and entries about the account'),
  address: z.string().max(100).optional().describe('The network address, in full'),
  subjectKind: z.string().max(50).optional(),
  subjectId: z.string().max(200).optional(),
  from: instantInput(say`Invalid date`).optional(),
  to: instantInput(say`Invalid date`).optional(),
};

const entry = namedObject('AuditLogEntry', {
  id: z.string(),
  at: instant,
  lastAt: instant.describe('Equal failures within a minute are one entry; this is the last'),
  count: z.number(),
  wasRefused: z.boolean().describe('Further attempts were refused for a while'),
  actorKind: z.string().describe('A person, an API key or the system'),
  actorId: z.string().nullable().describe('The person or API key; null for others'),
  actorName: z.string(),
  action: z.string(),
  subjectKind: z.string(),
  subjectId: z.string().describe('Empty if attempts did not name an account of staff'),
  subjectName: z.string().nullable().describe('The display name, if known; of a payment its amount, such as 12.50'),
  locationId: z.string().nullable(),
  before: changedFields,
  after: changedFields,
  requestId: z.string().nullable().describe('Identifies the request in the server’s log'),
  address: z.string().nullable().describe('Null after the days of `securityAddressDays`'),
  provenBy: z.enum(SIGN_IN_PROOFS).nullable().describe('How the person proved who they are'),
  tablet: idAndName.nullable().describe('The shared tablet'),
  browser: z.string().nullable().describe('Of entries about access: a browser, or a program such as curl'),
  system: z.string().nullable(),
  copy: z.string().nullable().describe('Of entries about access: the copy of the server'),
  since: nullableObject({
    tries: z.number().describe('Failures within a day after it, of the account or the address'),
    signedIn: nullableObject({ at: instant, name: z.string(), isSameAddress: z.boolean() }).describe(
      'The first sign-in after it, of the account, or without one from the address',
    ),
  }).describe('What followed a failed attempt'),
});

export const getAuditLog = get('/getAuditLog', {
  summary: 'Lists who changed what, who signed in and who tried to, newest first',
  access: 'admin',
  query: z.object({ ...pageQuery, ...filter }),
  response: z.object({
    entries: z.array(entry),
    alarms: z.array(entry).describe('On the first page: what to look at, up to 20 entries of the last seven days'),
    names: z.record(z.string(), z.string()).describe('The display names of the ids in changed fields, by id'),
    people: z.array(idAndName).describe('Who can be chosen as `actorId`: everybody who works or worked here'),
    nextCursor,
  }),
});

export const getAuditLogCsv = get('/getAuditLogCsv', {
  summary:
    'Exports the filtered log as a CSV file (audit-log-{date}.csv). The header x-row-count has the number of rows',
  access: 'admin',
  query: z.object(filter),
  ...CSV_FILE,
});
