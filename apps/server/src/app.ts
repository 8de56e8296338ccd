import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { calls, CALL_RATE_LIMITS } from '@tiffin/contract';
import { scopeOf } from '@tiffin/contract/areas';
import { failure, currentLanguage, refuse, Refusal, SOURCE_LANGUAGE } from '@tiffin/domain/core';
import { readScreenKey } from '@tiffin/domain/kitchen';
import { hasRole } from '@tiffin/domain/people';
import { Hono } from 'hono';
import { authenticator, InvalidApiKey, type Authenticate } from './platform/auth/authenticate.ts';
import { deviceRegistry } from './platform/auth/device-cookie.ts';
import { requireScope } from './platform/auth/require-scope.ts';
import { limitInvalidKeys } from './api/limit-invalid-keys.ts';
import { handleAuth } from './api/sign-in.ts';
import type { Context } from './context.ts';
import { eventStream } from './platform/events/stream.ts';
import { answerError, answerFailure } from './platform/http/answer-errors.ts';
import type { App, Environment, Handler } from './platform/http/api-context.ts';
import { CachedResponse } from './platform/http/cached-response.ts';
import { ResponseCache } from './platform/http/response-cache.ts';
import { storableQuery } from './platform/http/implement.ts';
import { countRequest, withinRate } from './platform/http/rate-limiter.ts';
import { mayReadMetrics } from './platform/http/metrics.ts';
import { observeMiddleware, observer } from './platform/http/observe.ts';
import { DOCS_POLICY, docsPage, openApiDocument } from './platform/http/openapi.ts';
import { otherOrigins, requireListedOrigin } from './platform/http/other-origins.ts';
import { requireValidHost, sameOriginWrites } from './platform/http/security.ts';
import { limitRequestsInProgress } from './platform/http/requests-in-progress.ts';
import { runInRequestLanguage, mountChosenLanguage } from './platform/i18n/chosen-language.ts';
import { inLanguage } from './platform/i18n/request-language.ts';
import { readGauges } from './api/health.ts';
import { withSignInLog } from './modules/log/log-sign-ins.ts';
import { servePicture } from './modules/images/serve-images.ts';
import { requireTableGuest } from './modules/floor/table-guests.ts';
import { requireLinkedOrder } from './modules/orders/show-order.ts';
import { mountCalendars } from './modules/reservations/calendar-feed.ts';
import { mountTextReplies } from './modules/reservations/text-replies.ts';
import { mountPrinters } from './modules/kitchen/printers/mount-printers.ts';
import { mountWebhooks } from './modules/money/provider/receive-event.ts';
import { reactions } from './reactions.ts';
import { routes } from './routes.ts';
import { mountEmbed } from './web/embed.ts';
import type { Pages } from './web/pages.ts';

export interface AppParts {
  /** Renders pages by calling `api`. Without it only the API is served. */
  readonly pages?: Pages['answer'];
  /** Used in tests to check every response against the contract, including those for pages. */
  readonly wrapHandler?: (handler: Handler) => Handler;
}

/** Computes the value on first use and caches it. For developers, in the language of the source texts. */
function once<T>(make: () => T): () => T {
  let cached: { readonly value: T } | undefined;
  return () => (cached ??= { value: inLanguage(SOURCE_LANGUAGE, make) }).value;
}

/** Names in the metrics of what is no call of the contract. */
const OTHER_CALLS = ['page', 'file', 'image', 'auth', 'events', 'metrics', 'webhook', 'cloudprnt', 'epson-print'];
const METHOD_BY_PATH = new Map(routes.map(({ call }) => [`/api${call.path}`, call.method.toUpperCase()]));

/** The whole server: the cache of responses, and behind it the API, sign-in, live events, metrics and pages. */
export function createApp(context: Context, parts: AppParts = {}): Handler {
  const app: App = new Hono<Environment>();
  context.metrics.beginAtZero({
    calls: [...routes.map(({ call }) => call.path.slice(1)), ...OTHER_CALLS],
    reactions: reactions.map(({ name }) => name),
  });
  const observe = observer(context);
  const responses = new ResponseCache(observe);
  const answer: Handler = (request, bindings = {}) =>
    responses.answer(request, bindings) ?? app.fetch(request, bindings);
  const handler = parts.wrapHandler?.(answer) ?? answer;
  app.onError(async (error, c) => {
    const isProviderFailure = error instanceof Refusal && error.failure.code === 'payment-provider-unavailable';
    if (isProviderFailure) context.metrics.countProviderFailure();
    return answerError(c, await limitInvalidKeys(context, c, error), context.log);
  });
  app.use(
    observeMiddleware(observe),
    limitRequestsInProgress(context),
    runInRequestLanguage,
    requireValidHost,
    otherOrigins(context),
    sameOriginWrites(context.config),
    async (c, next) => {
      c.set('keepForAll', (current) => responses.keep(c.req.url, currentLanguage(), c.var.info.call, current));
      await next();
    },
  );

  const authenticate = authenticator(context);
  mountRoutes(app, context, authenticate);
  mountSignIn(app, context, authenticate);
  mountLiveEvents(app, context, authenticate);
  mountDocs(app, context);
  mountEmbed(app);
  mountMetrics(app, context, authenticate);
  app.get('/images/*', (c) => {
    c.var.info.call = 'image';
    return servePicture(context, c);
  });
  mountChosenLanguage(app, context);
  mountWebhooks(app, context);
  mountPrinters(app, context);
  mountCalendars(app, context);
  mountTextReplies(app, context);
  context.payments?.mount?.(app, (c, rate) => countRequest(context, c.var.info, rate));
  // Requests without another handler are pages.
  mountPages(app, parts.pages, (request, bindings) => handler(request, { ...bindings, isPartOfPage: true }));
  return handler;
}

function mountRoutes(app: App, context: Context, authenticate: Authenticate): void {
  for (const { call, handle } of routes) {
    app.on(call.method.toUpperCase(), `/api${call.path}`, async (c) => {
      const { info } = c.var;
      info.call = call.path.slice(1);
      const caller = await authenticate(c.req.raw.headers, info.address, { forScreens: call.forScreens === true });
      Object.assign(info, caller);
      requireListedOrigin(context, c, info);
      return handle(context, c);
    });
  }
}

function mountSignIn(app: App, context: Context, authenticate: Authenticate): void {
  const signIn = { authenticate, devices: deviceRegistry(context) };
  app.on(['GET', 'POST'], '/api/auth/*', (c) => {
    c.var.info.call = 'auth';
    return withSignInLog(context, c, signIn.devices, () => handleAuth(context, c, signIn));
  });
}

function mountLiveEvents(app: App, context: Context, authenticate: Authenticate): void {
  app.get('/api/events', async (c) => {
    c.var.info.call = 'events';
    const shownFor = c.req.query('shownFor') ?? '';
    // An EventSource sends no headers.
    const screenKey = c.req.query('screenKey');
    const headers =
      screenKey === undefined ? c.req.raw.headers : new Headers({ 'x-api-key': screenKeyOnly(screenKey) });
    const caller = () => authenticate(headers, c.var.info.address, { forScreens: true });
    const { actor, signedIn, keyLimits, screen = null, origins } = await caller();
    c.var.info.origins = origins;
    requireListedOrigin(context, c, c.var.info);
    const isAboutOrder = Boolean(c.req.query('orderId') && c.req.query('token'));
    const { orderId = '', token = '' } = storableQuery(c);
    const reader = { actor, from: c.var.info, sendsToken: true };
    const linkedOrder = isAboutOrder
      ? await withinRate(context, CALL_RATE_LIMITS.findByLink, reader, () =>
          requireLinkedOrder(context, orderId, token),
        )
      : null;
    const readParty = () => requireTableGuest(context, context.db, c.req.query('tableToken') ?? '');
    const party = c.req.query('tableToken')
      ? await withinRate(context, CALL_RATE_LIMITS.atTable, reader, readParty)
      : null;
    const isStillIn = async () =>
      screen || party
        ? (await (party ? readParty() : caller()).catch(nullIfRefused)) !== null
        : (await caller()).signedIn?.sessionId === signedIn?.sessionId;
    return eventStream(context, {
      actor,
      linkedOrder,
      keyLimits,
      screen,
      party,
      isStillIn: signedIn || screen || party ? isStillIn : undefined,
      address: c.var.info.address,
      lastEventId: c.req.header('last-event-id') ?? c.req.query('lastEventId') ?? null,
      shownForMs: /^\d{1,12}$/.test(shownFor) ? Number(shownFor) : undefined,
      request: c.req.raw,
    });
  });
}

/** Only keys of pick-up screens may be part of an address, where proxies may log them. */
function screenKeyOnly(text: string): string {
  const key = readScreenKey(text);
  if (key === null) throw new InvalidApiKey(null);
  return key;
}

/** A short database outage must not end the stream, an ended key must. */
function nullIfRefused(error: unknown): null {
  if (error instanceof Refusal) return null;
  throw error;
}

const REFERENCE = 'redoc/bundles/redoc.standalone.js';
/** Few developers read it, so it is compressed quickly. */
const REFERENCE_BROTLI_QUALITY = 5;

/** The description of the API, for programs and for people. */
function mountDocs(app: App, context: Context): void {
  const all = Object.values(calls);
  const openApi = once(() => {
    const document = openApiDocument(all, context.version, context.publicUrl);
    return new CachedResponse(JSON.stringify(document), 'application/json');
  });
  const docs = once(
    () => new CachedResponse(docsPage, 'text/html; charset=UTF-8', { 'content-security-policy': DOCS_POLICY }),
  );
  const script = once(() => {
    const source = readFileSync(fileURLToPath(import.meta.resolve(REFERENCE)), 'utf8');
    return new CachedResponse(source, 'text/javascript', {}, REFERENCE_BROTLI_QUALITY);
  });
  app.get('/api/openapi.json', (c) => openApi().answer(c.req.raw.headers));
  app.get('/api/docs', (c) => docs().answer(c.req.raw.headers));
  app.get('/api/docs.js', (c) => script().answer(c.req.raw.headers));
}

function mountMetrics(app: App, context: Context, authenticate: Authenticate): void {
  app.get('/metrics', async (c) => {
    c.var.info.call = 'metrics';
    if (!mayReadMetrics(c, context.config)) {
      const { actor, keyLimits } = await authenticate(c.req.raw.headers, c.var.info.address);
      requireScope(keyLimits, scopeOf(calls.getMetrics));
      if (!hasRole(actor, 'admin')) throw refuse('permission-denied');
    }
    return c.text(await context.metrics.text(await readGauges(context)));
  });
}

function mountPages(app: App, pages: AppParts['pages'], apiForPages: Handler): void {
  app.notFound((c) => {
    const { method, path } = c.req;
    const allowed = METHOD_BY_PATH.get(path);
    if (allowed) {
      c.header('allow', allowed);
      return answerFailure(c, failure('method-not-allowed'));
    }
    if (pages && path !== '/api' && !path.startsWith('/api/')) return pages(c, apiForPages);
    return answerFailure(c, failure('not-found', `There is no call ${method} ${path}`));
  });
}
