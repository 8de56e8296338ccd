import { readFileSync } from 'node:fs';
import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi';
import type { Call } from '@tiffin/contract';
import { scopeOf } from '@tiffin/contract/areas';
import { liveEvent } from '@tiffin/contract/live-events';
import { webhookBodies } from '@tiffin/contract/messages/webhook-bodies';
import { COLLEAGUE_PIN_HEADER, MANAGER_PIN_HEADER } from '@tiffin/contract/people/tablets';
import { withoutUndefined } from '@tiffin/domain/core';
import { WEBHOOK_EVENT_NAMES, type WebhookEvent } from '@tiffin/domain/messages';
import { errorBody } from '@tiffin/contract/wire';
import { describeDocument } from './describe-document.ts';
import { OTHER_PATHS } from './other-paths.ts';

const ACCESS_TEXTS: Record<Call['access'], string> = {
  anyone: 'Anyone.',
  guest: 'The customer key or any session.',
  customer: 'A signed-in person.',
  staff: 'Staff, managers of the location, admins, admin keys.',
  manager: 'Managers of the location, admins, admin keys.',
  admin: 'Admins and admin keys.',
};

const INTRODUCTION = readFileSync(new URL('api-introduction.md', import.meta.url), 'utf8');

const WITH_PIN = ` Staff send money back with a manager’s PIN: \`${MANAGER_PIN_HEADER}: userId:123456\`.`;
const WITH_COLLEAGUES_PIN = ` On a shared tablet a colleague acts in their own name with \`${COLLEAGUE_PIN_HEADER}: userId:123456\`.`;

/** The OpenAPI 3.1 description of the contract. */
export function openApiDocument(calls: readonly Call[], version: string, serverUrl: string): object {
  const openApi = new OpenAPIHono();
  openApi.openAPIRegistry.registerComponent('securitySchemes', 'apiKey', {
    type: 'apiKey',
    in: 'header',
    name: 'x-api-key',
    description:
      'The customer key, or an admin key. A key may be limited to scopes (403 `scope-missing`), to locations, and to a time (401 `api-key-expired`)',
  });
  openApi.openAPIRegistry.registerComponent('securitySchemes', 'session', {
    type: 'apiKey',
    in: 'cookie',
    name: 'tiffin.session_token',
    description: 'The session of a signed-in person',
  });
  for (const call of calls) openApi.openAPIRegistry.registerPath(routeOf(call));
  for (const [type, schema] of Object.entries(webhookBodies))
    openApi.openAPIRegistry.registerWebhook(webhookOf(type, schema));
  openApi.openAPIRegistry.register('LiveEvent', liveEvent);
  const document = openApi.getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title: 'Tiffin',
      version,
      description: INTRODUCTION,
      license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
      contact: { name: 'The restaurant', url: serverUrl },
    },
    servers: [{ url: `${serverUrl}/api` }],
  });
  return describeDocument({ ...document, paths: { ...document.paths, ...OTHER_PATHS } });
}

function webhookOf(type: string, schema: z.ZodType) {
  return {
    method: 'post' as const,
    path: type,
    operationId: type,
    tags: ['Webhooks'],
    summary: WEBHOOK_EVENT_NAMES[type as WebhookEvent],
    description: 'Sent to the webhooks that chose it, see [Receive events](#section/Receive-events).',
    security: [],
    request: {
      headers: z.object({
        'webhook-id': z.string().describe('The same with every attempt'),
        'webhook-timestamp': z.string().describe('Seconds since 1970, of this attempt'),
        'webhook-signature': z.string().describe('`v1,` and a signature; several while a secret is replaced'),
      }),
      body: { required: true, content: { 'application/json': { schema } } },
    },
    responses: { '2XX': { description: 'It arrived. Any other answer means: send it again' } },
  };
}

function accessText(call: Call): string {
  const text = ACCESS_TEXTS[call.access];
  if (call.peopleOnly) return `${text.replace(/(,| and) admin keys/, '')} API keys cannot make it.`;
  return `${text} An API key needs the scope \`${scopeOf(call)}\`.`;
}

/** An account id of at most 100 characters, a colon and a PIN of six digits. */
const MAX_PIN_HEADER = 107;
const header = (most: number, meaning: string) => z.string().max(most).optional().describe(meaning);
const idempotencyKey = header(200, 'A value that you choose. A repeated request with it gets the first response');
const managersPin = header(MAX_PIN_HEADER, 'The approval of a manager: the id of their account, a colon and the PIN');
const colleaguesPin = header(
  MAX_PIN_HEADER,
  'The colleague who acts in their own name on a shared tablet: the id of their account, a colon and the PIN',
);

/** Who may make the call, as alternatives. */
function securityOf({ access, peopleOnly }: Call): Record<string, string[]>[] {
  if (access === 'anyone') return [];
  if (access === 'guest') return [{ apiKey: [] }, { session: [] }];
  return peopleOnly ? [{ session: [] }] : [{ session: [] }, { apiKey: [] }];
}

function routeOf(call: Call) {
  return createRoute({
    method: call.method,
    path: call.path,
    operationId: call.path.slice(1),
    tags: [call.area],
    summary: call.summary,
    description: `${accessText(call)}${call.creating ? ' Takes an `Idempotency-Key`.' : ''}${call.managersPin ? WITH_PIN : ''}${call.colleaguesPin ? WITH_COLLEAGUES_PIN : ''}`,
    security: securityOf(call),
    request: {
      query: call.query,
      headers: z.object(
        withoutUndefined({
          'idempotency-key': call.creating ? idempotencyKey : undefined,
          [MANAGER_PIN_HEADER]: call.managersPin ? managersPin : undefined,
          [COLLEAGUE_PIN_HEADER]: call.colleaguesPin ? colleaguesPin : undefined,
        }),
      ),
      body: call.form
        ? { required: true, content: { 'multipart/form-data': { schema: call.form } } }
        : call.body && { required: true, content: { 'application/json': { schema: call.body } } },
    },
    responses: {
      200: call.contentType
        ? {
            description: 'The file',
            content: {
              [call.contentType]: { schema: call.contentType === 'application/json' ? call.response : z.string() },
            },
          }
        : {
            description: 'Done',
            content: { 'application/json': { schema: z.object({ success: z.literal(true) }).and(call.response) } },
          },
      default: { description: 'Refused', content: { 'application/json': { schema: errorBody } } },
    },
  });
}

/** The reference, which Redoc builds in the browser from the description. */
export const docsPage = `<!doctype html><html lang="en-CA"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>Tiffin API</title><style>body{margin:0}</style></head>
<body><redoc spec-url="/api/openapi.json" disable-telemetry="true"></redoc>
<noscript>The description as data: <a href="/api/openapi.json">openapi.json</a></noscript>
<script type="module" src="/api/docs.js"></script></body></html>`;

/** Redoc writes its styles into the page and searches in a worker. The policy also stops the logo that it would load. */
export const DOCS_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; connect-src 'self'; worker-src blob:; img-src data:; font-src data:; frame-ancestors 'none'";
