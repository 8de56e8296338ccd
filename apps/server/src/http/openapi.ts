import { createRoute, OpenAPIHono } from '@hono/zod-openapi';
import type { Call } from '@tiffin/contract';
import { MANAGERS_PIN } from '@tiffin/contract/tablets';
import { errorBody } from '@tiffin/contract/wire';
import { z } from '@hono/zod-openapi';

const WHO: Record<Call['who'], string> = {
  anyone: 'Anyone.',
  guest: 'The customer key or any session.',
  customer: 'A signed-in person.',
  staff: 'Staff, managers of the location, admins, admin keys.',
  manager: 'Managers of the location, admins, admin keys.',
  admin: 'Admins and admin keys.',
};

const WITH_PIN = ` Staff send money back with a manager’s PIN: \`${MANAGERS_PIN}: userId:123456\`.`;

/** The OpenAPI 3.1 description, made from the contract. */
export function openApiDocument(calls: readonly Call[], version: string, serverUrl: string): object {
  const book = new OpenAPIHono();
  book.openAPIRegistry.registerComponent('securitySchemes', 'apiKey', {
    type: 'apiKey',
    in: 'header',
    name: 'x-api-key',
  });
  book.openAPIRegistry.registerComponent('securitySchemes', 'session', {
    type: 'apiKey',
    in: 'cookie',
    name: 'tiffin.session_token',
  });
  for (const call of calls) {
    book.openAPIRegistry.registerPath(
      createRoute({
        method: call.method,
        path: call.path,
        operationId: call.path.slice(1),
        tags: [call.area],
        summary: call.summary,
        description: `${WHO[call.who]}${call.creating ? ' Takes an `Idempotency-Key`.' : ''}${call.managersPin ? WITH_PIN : ''}`,
        security:
          call.who === 'anyone'
            ? []
            : call.who === 'guest'
              ? [{ apiKey: [] }, { session: [] }]
              : [{ session: [] }, { apiKey: [] }],
        request: {
          ...(call.query && { query: call.query }),
          ...((call.creating || call.managersPin) && {
            headers: z.object({
              ...(call.creating && { 'idempotency-key': z.string().max(200).optional() }),
              ...(call.managersPin && { [MANAGERS_PIN]: z.string().max(107).optional() }),
            }),
          }),
          ...(call.body && { body: { required: true, content: { 'application/json': { schema: call.body } } } }),
          ...(call.form && { body: { required: true, content: { 'multipart/form-data': { schema: call.form } } } }),
        },
        responses: {
          200: call.answersWith
            ? {
                description: 'The file',
                content: {
                  [call.answersWith]: { schema: call.answersWith === 'application/json' ? call.answer : z.string() },
                },
              }
            : {
                description: 'Done',
                content: { 'application/json': { schema: z.object({ success: z.literal(true) }).and(call.answer) } },
              },
          default: { description: 'Refused', content: { 'application/json': { schema: errorBody } } },
        },
      }),
    );
  }
  return book.getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title: 'Tiffin',
      version,
      description: 'Online ordering, table reservations and the back office of a restaurant chain.',
    },
    servers: [{ url: `${serverUrl}/api` }],
  });
}
