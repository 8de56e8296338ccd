import type { Call } from '@tiffin/contract';
import { calls } from '@tiffin/contract';
import { failure, refuse } from '@tiffin/domain/core';
import { hasRole } from '@tiffin/domain/people';
import { Hono } from 'hono';
import { doorman, type Doorman } from './auth/actor.ts';
import { handleAuth } from './auth/routes.ts';
import type { Context } from './context.ts';
import { publicUrlOf } from './create-context.ts';
import { eventStream } from './events/stream.ts';
import { answerError, answerFailure } from './http/answer-errors.ts';
import { docsPage, docsStyle } from './http/docs-page.ts';
import type { Environment } from './http/environment.ts';
import type { Implemented } from './http/implement.ts';
import { openApiDocument } from './http/openapi.ts';
import { mayMeasure } from './http/may-measure.ts';
import { observe } from './http/observe.ts';
import { sameOriginWrites } from './http/security.ts';
import { Sandbox } from './adapters/payment/sandbox/sandbox.ts';
import { mountSandboxPage } from './adapters/payment/sandbox/page.ts';
import { gauges } from './modules/health/routes.ts';
import { servePicture } from './modules/images/serve.ts';
import { mountWebhooks } from './modules/payments/webhooks.ts';
import { routes } from './routes.ts';

export type App = Hono<Environment>;

export interface AppParts {
  /** The secret that signs sessions. */
  readonly secret: string;
  /** The pages; without them only the API is served. */
  readonly pages?: (app: App) => void;
}

/** The whole of the server as one Hono app: API, sign-in, live events, metrics, pages. */
export function createApp(context: Context, parts: AppParts): App {
  const app: App = new Hono<Environment>();
  app.onError((error, c) => answerError(c, error, context.log));
  app.use('*', observe(context));
  app.use('*', sameOriginWrites);

  const actor = doorman(context.db, context.clock, {
    secret: parts.secret,
    overTls: publicUrlOf(context.config).startsWith('https:'),
  });

  for (const { call, handle } of routes) mount(app, context, call, handle, actor);

  app.on(['GET', 'POST'], '/api/auth/*', (c) => {
    c.set('call', 'auth');
    return handleAuth(context, c, actor);
  });

  app.get('/api/events', async (c) => {
    c.set('call', 'events');
    const shownFor = c.req.query('shownFor') ?? '';
    return eventStream(context, {
      actor: await actor(c.req.raw.headers),
      address: c.get('address'),
      lastEventId: c.req.header('last-event-id') ?? c.req.query('lastEventId') ?? null,
      ...(/^\d{1,12}$/.test(shownFor) && { shownForMs: Number(shownFor) }),
      signal: c.req.raw.signal,
    });
  });

  const all = Object.values(calls);
  app.get('/api/openapi.json', (c) => c.json(openApiDocument(all, context.version, publicUrlOf(context.config))));
  app.get('/api/docs', (c) => {
    c.header('content-security-policy', "default-src 'none'; style-src 'self'; frame-ancestors 'none'");
    return c.html(docsPage(all));
  });
  app.get('/api/docs.css', (c) => c.body(docsStyle, 200, { 'content-type': 'text/css; charset=utf-8' }));

  app.get('/metrics', async (c) => {
    c.set('call', 'metrics');
    if (!mayMeasure(c, context.config) && !hasRole(await actor(c.req.raw.headers), 'admin')) {
      throw refuse('permission-denied');
    }
    return c.text(context.metrics.text(await gauges(context)));
  });

  app.get('/images/*', (c) => {
    c.set('call', 'image');
    return servePicture(context, c);
  });
  mountWebhooks(app, context);
  if (context.payments instanceof Sandbox) mountSandboxPage(app, context.payments);

  app.all('/api/*', (c) =>
    answerFailure(c, failure('not-found', `There is no call ${c.req.method} ${c.req.path}`), c.get('requestId')),
  );
  parts.pages?.(app);
  return app;
}

function mount(app: App, context: Context, call: Call, handle: Implemented['handle'], actor: Doorman): void {
  const path = `/api${call.path}`;
  app.on(call.method.toUpperCase(), path, async (c) => {
    c.set('call', call.path.slice(1));
    const who = await actor(c.req.raw.headers);
    c.set('actor', who);
    return handle(context, c, who);
  });
  app.all(path, (c) => {
    c.header('allow', call.method.toUpperCase());
    return answerFailure(c, failure('method-not-allowed'), c.get('requestId'));
  });
}
