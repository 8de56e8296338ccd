import { z } from '@hono/zod-openapi';
import { defineCalls } from './call.ts';
import { arrayOf, optionalObject } from './objects.ts';
import { instant } from './wire.ts';

const { get, post } = defineCalls('Health');
const adminFields = { description: 'Only for admins and monitoring' };

export const ping = get('/ping', {
  summary: 'Checks that the server responds',
  access: 'anyone',
  queue: 'none',
  response: z.object({ pong: z.literal(true), timestamp: instant }),
});

export const healthCheck = get('/healthCheck', {
  summary:
    'Checks the server’s health. Returns 503 while the database is not available, and 200 with “degraded” while an operator should look at the server',
  access: 'anyone',
  queue: 'none',
  response: z.object({
    status: z.enum(['healthy', 'degraded']),
    version: z.string().optional().openapi(adminFields),
    uptime: z.number().describe('In seconds'),
    database: z.enum(['up', 'down']),
    timestamp: instant,
  }),
});

export const healthCheckAdvanced = get('/healthCheckAdvanced', {
  summary: 'Returns the health of each part of the server',
  access: 'anyone',
  queue: 'none',
  response: z.object({
    status: z.enum(['healthy', 'degraded']),
    version: z.string().optional().openapi(adminFields),
    commit: z.string().nullish().openapi(adminFields).describe('Of the sources. null if the build does not know it'),
    uptime: z.number().describe('In seconds'),
    timestamp: instant,
    database: z.object({
      state: z.enum(['up', 'down']),
      latencyMs: z.number().nullish(),
      version: z.string().optional().openapi(adminFields).describe('Of PostgreSQL, such as 18.7'),
    }),
    migrations: optionalObject({ applied: z.number(), pending: z.number() }).openapi(adminFields),
    jobs: optionalObject({ waiting: z.number(), failed: z.number(), lagSeconds: z.number() }),
    outbox: optionalObject({ waiting: z.number(), failed: z.number() }),
    events: optionalObject({
      lagSeconds: z.number().describe('How long the oldest event waits for mails and figures'),
      failedReactions: z.number().describe('Since the server started'),
    }),
    disk: optionalObject({
      freeBytes: z.number().nullable().describe('Free for the data folder'),
      databaseFreeBytes: z.number().nullish().describe('Free for the server’s own database; null for another one'),
      databaseBytes: z.number().nullish().describe('The size of the database'),
    }),
    problems: z.array(z.string()).optional().describe('What an operator should look at'),
    providers: optionalObject({
      payments: z.string(),
      mail: z.string(),
      sms: z.string(),
      pictures: z.enum(['database', 'bucket']).optional(),
      social: z.array(z.string()),
    }),
  }),
});

export const getMetrics = get('/getMetrics', {
  summary: 'Returns the number of requests and errors and the response times since the last reset',
  access: 'admin',
  response: z.object({
    metrics: z.object({
      since: instant,
      requests: z.number(),
      errors: z.number(),
      byCall: arrayOf({
        call: z.string(),
        requests: z.number(),
        errors: z.number(),
        averageMs: z.number(),
        slowestMs: z.number(),
      }),
      openStreams: z.number(),
      memoryBytes: z.number(),
    }),
  }),
});

export const resetMetrics = post('/resetMetrics', {
  summary: 'Resets the metrics',
  access: 'admin',
  response: z.object({ since: instant }),
});
