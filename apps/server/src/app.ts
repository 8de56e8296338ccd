import type { Call } from '@tiffin/contract';
import { calls } from '@tiffin/contract';
import { failure, refuse } from '@tiffin/domain/core';
import { hasRole } from '@tiffin/domain/people';
import { Hono } from 'hono';
import { doorman, type Doorman } from './auth/actor.ts';
import { handleAuth } from './auth/routes.ts';
import type { Context } from './context.ts';
import { eventStream } from './events/stream.ts';
import { answerError, answerFailure } from './http/answer-errors.ts';
import { docsPage, docsStyle } from './http/docs-page.ts';
import type { App, Environment } from './http/environment.ts';
import type { Implemented } from './http/implement.ts';
import { openApiDocument } from './http/openapi.ts';
import { mayMeasure } from './http/may-measure.ts';
import { observed, type Door } from './http/observe.ts';
import { sameOriginWrites, WRITES } from './http/security.ts';
import { whenThere } from './when-there.ts';
import { Sandbox } from './adapters/payment/sandbox/sandbox.ts';
import { mountSandboxPage } from './adapters/payment/sandbox/page.ts';
import { gauges } from './modules/health/routes.ts';
import { servePicture } from './modules/images/serve.ts';
import { mountWebhooks } from './modules/payments/webhooks.ts';
import { routes } from './routes.ts';
import type { Pages } from './web/pages.ts';

export interface AppParts {
  /** The secret that signs sessions. */
  readonly secret: string;
  /** The pages, made by asking `api`; without them only the API is served. */
  readonly pages?: Pages['answer'];
}

const METHOD_OF = new Map(routes.map(({ call }) => [`/api${call.path}`, call.method.toUpperCase()]));

/**
 * The whole of the server: API, sign-in, live events, metrics, pages. What the API is asked with GET
 * meets exactly one handler, which Hono then runs without a chain: so no `app.use` and no `app.all`
 * here. What writes meets the check of its origin first.
 */
export function createApp(context: Context, parts: AppParts): Door {
  const app: App = new Hono<Environment>();
  const door = observed(context, (request, bindings) => app.fetch(request, bindings));
  app.onError((error, c) => answerError(c, error, context.log));
  app.on(WRITES, '*', sameOriginWrites);

  const actor = doorman(context.db, context.clock, {
    secret: parts.secret,
    overTls: context.publicUrl.startsWith('https:'),
  });

  for (const { call, handle } of routes) mount(app, context, call, handle, actor);

  app.on(['GET', 'POST'], '/api/auth/*', (c) => {
    c.env.visit.call = 'auth';
    return handleAuth(context, c, actor);
  });

  app.get('/api/events', async (c) => {
    c.env.visit.call = 'events';
    const shownFor = c.req.query('shownFor') ?? '';
    return eventStream(context, {
      actor: await actor(c.req.raw.headers),
      address: c.env.visit.address,
      lastEventId: c.req.header('last-event-id') ?? c.req.query('lastEventId') ?? null,
      ...(/^\d{1,12}$/.test(shownFor) && { shownForMs: Number(shownFor) }),
      signal: c.req.raw.signal,
    });
  });

  const all = Object.values(calls);
  app.get('/api/openapi.json', (c) => c.json(openApiDocument(all, context.version, context.publicUrl)));
  app.get('/api/docs', (c) => {
    c.header('content-security-policy', "default-src 'none'; style-src 'self'; frame-ancestors 'none'");
    return c.html(docsPage(all));
  });
  app.get('/api/docs.css', (c) => c.body(docsStyle, 200, { 'content-type': 'text/css; charset=utf-8' }));

  app.get('/metrics', async (c) => {
    c.env.visit.call = 'metrics';
    if (!mayMeasure(c, context.config) && !hasRole(await actor(c.req.raw.headers), 'admin')) {
      throw refuse('permission-denied');
    }
    return c.text(context.metrics.text(await gauges(context)));
  });

  app.get('/images/*', (c) => {
    c.env.visit.call = 'image';
    return servePicture(context, c);
  });
  mountWebhooks(app, context);
  if (context.payments instanceof Sandbox) mountSandboxPage(app, context.payments);

  // Pages are what no handler above was for: one for '*' would stand beside every call's.
  app.notFound((c) => {
    const { method, path } = c.req;
    const allowed = METHOD_OF.get(path);
    if (allowed) {
      c.header('allow', allowed);
      return answerFailure(c, failure('method-not-allowed'));
    }
    if (parts.pages && path !== '/api' && !path.startsWith('/api/')) return parts.pages(c, door);
    return answerFailure(c, failure('not-found', `There is no call ${method} ${path}`));
  });
  return door;
}

function mount(app: App, context: Context, call: Call, handle: Implemented['handle'], actor: Doorman): void {
  const name = call.path.slice(1);
  app.on(call.method.toUpperCase(), `/api${call.path}`, (c) => {
    const { visit } = c.env;
    visit.call = name;
    return whenThere(actor(c.req.raw.headers), (who) => {
      visit.actor = who;
      return handle(context, c, who);
    });
  });
}
