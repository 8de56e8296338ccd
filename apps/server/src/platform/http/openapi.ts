import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi';
import { pathsOf, type Call } from '@tiffin/contract';
import { scopeOf } from '@tiffin/contract/areas';
import { COLLEAGUE_PIN_HEADER, MANAGER_PIN_HEADER } from '@tiffin/contract/tablets';
import { errorBody } from '@tiffin/contract/wire';
import { describeDocument } from './describe-document.ts';
import { escapeHtml } from './escape-html.ts';
import { OTHER_PATHS } from './other-paths.ts';

const ACCESS_TEXTS: Record<Call['access'], string> = {
  anyone: 'Anyone.',
  guest: 'The customer key or any session.',
  customer: 'A signed-in person.',
  staff: 'Staff, managers of the location, admins, admin keys.',
  manager: 'Managers of the location, admins, admin keys.',
  admin: 'Admins and admin keys.',
};

const WITH_PIN = ` Staff send money back with a manager’s PIN: \`${MANAGER_PIN_HEADER}: userId:123456\`.`;
const WITH_COLLEAGUES_PIN = ` On a shared tablet a colleague acts in their own name with \`${COLLEAGUE_PIN_HEADER}: userId:123456\`.`;

/** The OpenAPI 3.1 description of the contract. */
export function openApiDocument(calls: readonly Call[], version: string, serverUrl: string): object {
  const book = new OpenAPIHono();
  book.openAPIRegistry.registerComponent('securitySchemes', 'apiKey', {
    type: 'apiKey',
    in: 'header',
    name: 'x-api-key',
    description:
      'The customer key, or an admin key. A key may be limited to scopes (403 `scope-missing`), to locations, and to a time (401 `api-key-expired`)',
  });
  book.openAPIRegistry.registerComponent('securitySchemes', 'session', {
    type: 'apiKey',
    in: 'cookie',
    name: 'tiffin.session_token',
    description: 'The session of a signed-in person',
  });
  for (const call of calls) {
    for (const path of pathsOf(call)) book.openAPIRegistry.registerPath(routeOf(call, path));
  }
  const document = book.getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title: 'Tiffin',
      version,
      description: 'Online ordering, table reservations and the back office of a restaurant chain.',
      license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
      contact: { name: 'The restaurant', url: serverUrl },
    },
    servers: [{ url: `${serverUrl}/api` }],
  });
  return describeDocument({ ...document, paths: { ...document.paths, ...OTHER_PATHS } });
}

/** Describes a call under its own path or under a deprecated one. */
function routeOf(call: Call, path: Call['path']) {
  return createRoute({
    method: call.method,
    path,
    operationId: path.slice(1),
    ...(path !== call.path && { deprecated: true }),
    tags: [call.area],
    summary: path === call.path ? call.summary : `Renamed to ${call.path.slice(1)}`,
    description: `${ACCESS_TEXTS[call.access]} An API key needs the scope \`${scopeOf(call)}\`.${call.creating ? ' Takes an `Idempotency-Key`.' : ''}${call.managersPin ? WITH_PIN : ''}${call.colleaguesPin ? WITH_COLLEAGUES_PIN : ''}`,
    security:
      call.access === 'anyone'
        ? []
        : call.access === 'guest'
          ? [{ apiKey: [] }, { session: [] }]
          : [{ session: [] }, { apiKey: [] }],
    request: {
      ...(call.query && { query: call.query }),
      ...((call.creating || call.managersPin || call.colleaguesPin) && {
        headers: z.object({
          ...(call.creating && { 'idempotency-key': z.string().max(200).optional() }),
          ...(call.managersPin && { [MANAGER_PIN_HEADER]: z.string().max(107).optional() }),
          ...(call.colleaguesPin && { [COLLEAGUE_PIN_HEADER]: z.string().max(107).optional() }),
        }),
      }),
      ...(call.body && { body: { required: true, content: { 'application/json': { schema: call.body } } } }),
      ...(call.form && { body: { required: true, content: { 'multipart/form-data': { schema: call.form } } } }),
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

/** The contract as an HTML page without scripts. */
export function docsPage(calls: readonly Call[]): string {
  const areas = Map.groupBy(calls, (call) => call.area);
  const parts = [...areas].map(
    ([area, members]) => `<section><h2>${escapeHtml(area)}</h2>${members.map(callHtml).join('')}</section>`,
  );
  const index = [...areas.keys()].map((area) => `<li>${escapeHtml(area)}</li>`).join('');
  return `<!doctype html><html lang="en-CA"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Tiffin API</title><link rel="stylesheet" href="/api/docs.css"></head><body><main><h1>Tiffin API</h1>
<p>Base <code>/api</code>. JSON. The same as data: <a href="/api/openapi.json">openapi.json</a>. Every answer carries
<code>success</code>; a refused call answers <code>{success: false, error, code, timestamp, requestId}</code>.</p>
<ul>${index}</ul>${parts.join('')}</main></body></html>`;
}

export const docsStyle = `body{font:16px/1.5 system-ui,sans-serif;color:#241a24;background:#fffdf8;margin:0}
main{max-width:60rem;margin:auto;padding:2rem 1rem}code,pre{font:14px/1.5 ui-monospace,monospace}
article{border-top:1px solid #cbbfcb;padding:1rem 0}h3{margin:0}pre{background:#f4eef2;padding:.75rem;overflow:auto;border-radius:8px}
@media(prefers-color-scheme:dark){body{background:#1a121b;color:#f4eef2}pre{background:#2a1e2b}a{color:#f2b33d}}`;

const ACCESS_LABELS: Record<Call['access'], string> = {
  anyone: 'anyone',
  guest: 'customer key or session',
  customer: 'signed in',
  staff: 'staff and up',
  manager: 'manager and up',
  admin: 'admin',
};

function callHtml(call: Call): string {
  const takes = call.query ?? call.body ?? call.form;
  return `<article id="${call.path.slice(1)}"><h3><code>${call.method.toUpperCase()} /api${call.path}</code></h3>
<p>${escapeHtml(call.summary)} <em>(${ACCESS_LABELS[call.access]}, scope <code>${scopeOf(call)}</code>${call.creating ? ', takes an Idempotency-Key' : ''})</em>${deprecatedHtml(call)}</p>
${takes ? `<details><summary>Takes</summary><pre>${schemaText(takes, 'input')}</pre></details>` : ''}
<details><summary>Answers</summary><pre>${call.contentType ?? schemaText(call.response, 'input')}</pre></details></article>`;
}

function deprecatedHtml({ deprecatedPaths = [] }: Call): string {
  return deprecatedPaths.map((path) => ` Deprecated path: <code>/api${path}</code>.`).join('');
}

function schemaText(schema: z.ZodType, io: 'input' | 'output'): string {
  const json = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return escapeHtml(JSON.stringify(json, (key, value: unknown) => (key === '$schema' ? undefined : value), 1));
}
