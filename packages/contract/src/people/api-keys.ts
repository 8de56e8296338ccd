import { z } from '@hono/zod-openapi';
import { say } from '@tiffin/domain/core';
import { isOrigin, KEY_SCOPES } from '@tiffin/domain/people';
import { defineCalls } from '../call.ts';
import { namedObject } from '../objects.ts';
import { instant, instantInput, requiredText } from '../wire.ts';

const { get, post } = defineCalls('API keys');

const apiKey = namedObject('ApiKey', {
  id: z.string(),
  kind: z.enum(['customer', 'admin']),
  name: z.string(),
  shown: z.string().describe('The whole key if it is public; the first characters of an admin key'),
  createdBy: z.string().nullable(),
  createdAt: instant,
  scopes: z.array(z.string()).nullable().describe('`area:read` or `area:write`. null: everything its kind may do'),
  locationIds: z
    .array(z.string())
    .nullable()
    .describe('Where the key has the rights of a manager. null: everywhere, with the rights of an admin'),
  origins: z
    .array(z.string())
    .nullable()
    .describe('Pages of these origins may use it. null: only this site and programs'),
  expiresAt: instant.nullable().describe('From this time on the key gets 401. null: never'),
  lastUsedAt: instant.nullable().describe('To the minute. null if it was never used'),
  lastUsedAddress: z
    .string()
    .nullable()
    .describe('null for a customer key, and after the days of `securityAddressDays` of the settings'),
  revokedAt: instant.nullable(),
});

export const getApiKeys = get('/getApiKeys', {
  summary: 'Lists all API keys, active ones first',
  access: 'admin',
  response: z.object({ apiKeys: z.array(apiKey) }),
});

export const createApiKey = post('/createApiKey', {
  summary: 'Creates an API key. The key is shown once and stored only as a hash',
  access: 'admin',
  creating: true,
  maxKb: 16,
  body: z.object({
    name: requiredText(say`Name is required`, 100),
    kind: z.enum(['customer', 'admin']).default('admin'),
    scopes: z
      .array(z.enum(KEY_SCOPES, say`This scope does not exist`))
      .min(1, say`Choose at least one scope`)
      .max(KEY_SCOPES.length)
      .nullish()
      .describe('Writing does not include reading. Left out: everything its kind may do'),
    locationIds: z
      .array(z.string().min(1).max(50))
      .min(1, say`Choose at least one location`)
      .max(200)
      .nullish()
      .describe('Where an admin key has the rights of a manager. Left out: everywhere, with those of an admin'),
    origins: z
      .array(
        z
          .string()
          .max(200)
          .refine(isOrigin, say`Enter addresses such as https://www.example.com, without a path`),
      )
      .min(1)
      .max(20)
      .nullish()
      .describe('For a customer key: scripts on pages of these origins may call the API with it'),
    expiresAt: instantInput(say`Invalid date`)
      .nullish()
      .describe('From this time on the key gets 401'),
  }),
  response: z.object({ apiKey, key: z.string().nullable().describe('null when the same request was repeated') }),
});

export const revokeApiKey = post('/revokeApiKey', {
  summary: 'Revokes an API key. The next request with it gets 401',
  access: 'admin',
  body: z.object({ keyId: z.string().min(1, 'keyId is required').max(100) }),
  response: z.object({ apiKey }),
});
