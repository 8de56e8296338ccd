import { hash } from 'node:crypto';
import {
  calls,
  type ResponseOf,
  type Call,
  type CallName,
  type Calls,
  type BodyLimits,
  type ValidatedInput,
} from '@tiffin/contract';
import { scopeOf } from '@tiffin/contract/areas';
import { DONE_AT_HEADER, DRAWER_HEADER } from '@tiffin/contract/methods';
import { failure, asRecord, refuse, Refusal, say, asText, toStorableText } from '@tiffin/domain/core';
import {
  hasRole,
  actorIdOf,
  isAccountant,
  isStaff,
  staffAccessOf,
  hasStaffAccess,
  type Actor,
} from '@tiffin/domain/people';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { SignedInSession } from '../auth/authenticate.ts';
import { requireScope } from '../auth/require-scope.ts';
import { readDrawerCookie } from '../auth/session-cookie.ts';
import type { Context, Tx } from '../../context.ts';
import { retryOnOutdatedData, transaction, confirmCommits } from '../db/transaction.ts';
import { loggedIdOf, type ApiContext, type RequestInfo } from './api-context.ts';
import { setRateLimitHeaders, withinRate } from './rate-limiter.ts';
import { hideLinks } from './hide-links.ts';
import { readBody, readForm } from './read-body.ts';
import { FairLimiter } from '../concurrency/fair-limiter.ts';
import { stringifiedText } from './stringified-response.ts';

/** The origin of a change, for the audit log. */
export interface RequestOrigin {
  readonly requestId: string;
  readonly address: string | null;
  readonly userAgent?: string | null;
  /** The session; absent for API keys and background work. */
  readonly signedIn?: SignedInSession | null;
  /** The manager whose PIN came with the request. */
  readonly manager?: Extract<Actor, { kind: 'person' }> | null;
  /** The cash drawer at which the device says it stands. */
  readonly drawerId?: string | null;
  /** The cash drawer that the device opened. */
  readonly openedDrawerId?: string | null;
  /** When it was done, if the device was offline. */
  readonly doneAt?: Date | null;
}

/**
 * Does the work in a transaction, once per `Idempotency-Key`. A repeated request gets the first response, which is
 * stored in the same transaction.
 */
export type RunOnce = <T extends object>(work: (tx: Tx) => Promise<T>) => Promise<T>;

/**
 * Like `RunOnce`, but first reads data outside the transaction, which must not take a second connection. Outdated data
 * is read again. `presetResponse` is stored with the key instead of the result of the work.
 */
export type RunOnceWith = <R, T extends object>(
  read: () => Promise<R>,
  work: (tx: Tx, read: R) => Promise<T>,
  presetResponse?: T,
) => Promise<T>;

/** What a handler gets: context, caller and validated input. */
export interface HandlerRequest<N extends CallName> extends ValidatedInput<N> {
  readonly context: Context;
  readonly actor: Actor;
  readonly from: RequestOrigin;
  /** The HTTP request and response, as Hono holds them. */
  readonly c: ApiContext;
  readonly once: RunOnce;
  readonly onceWith: RunOnceWith;
  /** For work that needs the key itself, such as a payment provider. */
  readonly idempotency: Idempotency | null;
}

/** The `Idempotency-Key` of a request, with what a repeated request must have in common with it. */
export interface Idempotency {
  /** The owner of the key, see `keyOwner`. */
  readonly actor: string;
  /** The caller with their current rights. */
  readonly currentActor: Actor;
  readonly call: string;
  readonly key: string;
  readonly requestHash: string;
}

type Answer<N extends CallName> = Calls[N] extends { contentType: string }
  ? Response
  : (ResponseOf<N> & object) | Response;

export interface ImplementedCall {
  readonly call: Call;
  handle(context: Context, c: ApiContext): Promise<Response>;
}

/** Running more at the same time would not make any of them faster. */
const slowCalls = new FairLimiter(2, { maxWaiting: 64, restsBetween: true });

/** Guests' reading is not rate-limited, so only this many run at once; orders go first. */
const reads = new FairLimiter(4, { maxWaiting: 200, restsBetween: true });

function limiterFor({ method, queue }: Call, actor: Actor, isPartOfPage: boolean): FairLimiter | null {
  if (queue === 'none') return null;
  if (queue === 'slow') return slowCalls;
  return method === 'get' && !isStaff(actor) && !isPartOfPage ? reads : null;
}

/** Staff have their own queue, because guests may share the restaurant's address. */
function clientOf(actor: Actor, address: string | null): string {
  return (isStaff(actor) ? actorIdOf(actor) : null) ?? address ?? '';
}

/** Binds a call of the contract to its handler: validates the input and authorises the caller. */
export function implement<N extends CallName>(
  name: N,
  handler: (request: HandlerRequest<N>) => Promise<Answer<N>> | Answer<N>,
): ImplementedCall {
  const call: Call = calls[name];
  const keyScope = scopeOf(call);
  const answerTo = (c: ApiContext, answer: object) => successResponse(c, hideLinks(c.var.info.actor, answer, name));
  return {
    call,
    async handle(context, c) {
      const { address, actor, signedIn, keyLimits } = c.var.info;
      requireScope(keyLimits, keyScope);
      // Whether a caller without an account has the link is known once the token in query or body is read.
      const mayHoldLink = call.byLink === true && actor.kind === 'nobody';
      if (!mayHoldLink) admit(call, actor, signedIn);
      const raw = call.body ? await readBody(c, bodyLimitsOf(call)) : undefined;
      const token = call.query ? c.req.query('token') : asRecord(raw)?.['token'];
      const sendsToken = asText(token) !== '';
      if (mayHoldLink && !sendsToken) admit(call, actor, signedIn);
      const query = call.query && parseInput(call.query, storableQuery(c));
      // Every change accepts a key: a queued change may be sent twice and must run once.
      const idempotency = call.creating || call.body ? idempotencyOf(c, call.path.slice(1), raw) : null;
      if (idempotency) await refuseErasedKey(context.db, idempotency);
      let body: unknown;
      try {
        body = call.body && parseInput(call.body, raw);
      } catch (refusal) {
        return answerTo(c, await storedAnswerOrThrow(context, call, idempotency, refusal));
      }
      const form = call.form && parseInput(call.form, await readForm(c, bodyLimitsOf(call)));
      // Parsed with the schemas that define the types.
      const input = { query, body, form } as ValidatedInput<N>;
      const request: HandlerRequest<N> = {
        ...input,
        context,
        actor,
        from: {
          requestId: loggedIdOf(c.var.info),
          address,
          signedIn,
          userAgent: c.req.header('user-agent') ?? null,
          ...tillOf(context, c),
        },
        c,
        idempotency,
        once: (work) => workOnce(context, idempotency, work),
        onceWith: (read, work, presetResponse) =>
          orStoredResponse(context, idempotency, () =>
            retryOnOutdatedData(async () => {
              const data = await read();
              return workOnce(context, idempotency, (tx) => work(tx, data), presetResponse);
            }),
          ),
      };
      const work = (): Promise<object> =>
        withinRate(context, call.rate ?? {}, { ...request, sendsToken }, (allowance) => {
          setRateLimitHeaders(c, allowance);
          return handler(request);
        });
      const limiter = context.config.RATE_LIMITS ? limiterFor(call, actor, c.env.isPartOfPage === true) : null;
      const answer = await (limiter ? limiter.run(work, clientOf(actor, address)) : work());
      return answer instanceof Response ? answer : answerTo(c, answer);
    },
  };
}

/** A use case that changes something, with the input and the answer of its call. */
export type ChangeUseCase<N extends CallName, From = RequestOrigin | null> = (
  context: Context,
  tx: Tx,
  by: { readonly actor: Actor; readonly from: From },
  body: ValidatedInput<N>['body'],
) => Promise<ResponseOf<N> & object>;

/** Binds a call to its use case, which runs in one transaction, once per `Idempotency-Key`. */
export function implementChange<N extends CallName>(name: N, change: ChangeUseCase<N, RequestOrigin>): ImplementedCall {
  const handler = ({ context, actor, from, once, body }: HandlerRequest<N>) =>
    once((tx) => change(context, tx, { actor, from }, body));
  // The compiler does not see for a generic call that what the use case answers is an `Answer`.
  return implement(name, handler as Parameters<typeof implement<N>>[1]);
}

/** Does the work once and answers the secret that it made. The secret is not stored: a repeated request gets null. */
export async function onceWithSecret<K extends string, T extends Record<K, string | null>>(
  once: RunOnce,
  field: K,
  work: (tx: Tx) => Promise<T>,
): Promise<NoInfer<Omit<T, K> & Record<K, string | null>>> {
  let secret: string | null = null;
  const answer = await once(async (tx) => {
    const withSecret = await work(tx);
    secret = withSecret[field];
    return { ...withSecret, [field]: null };
  });
  return { ...answer, [field]: secret };
}

const MAX_DRAWER_ID_LENGTH = 100;

/** The drawer and the time that a till sends with its changes. */
function tillOf(context: Context, c: ApiContext): Pick<RequestOrigin, 'drawerId' | 'openedDrawerId' | 'doneAt'> {
  const doneAt = new Date(c.req.header(DONE_AT_HEADER) ?? Number.NaN);
  return {
    drawerId: c.req.header(DRAWER_HEADER)?.slice(0, MAX_DRAWER_ID_LENGTH) ?? null,
    openedDrawerId: readDrawerCookie(c.req.header('cookie') ?? null, context),
    doneAt: Number.isNaN(doneAt.getTime()) ? null : doneAt,
  };
}

function successResponse(c: ApiContext, body: object): Response {
  // Personal responses are never stored; public ones set their own header.
  c.header('cache-control', 'no-store');
  const json = stringifiedText(body);
  if (json === undefined) return c.json(Object.assign({ success: true }, body));
  const fields = json.slice('{'.length);
  return c.body(`{"success":true,${fields}`, 200, { 'content-type': 'application/json' });
}

function bodyLimitsOf({ path, maxKb, rate }: Call): BodyLimits {
  if (maxKb === undefined || !rate) throw new Error(`${path} needs maxKb and rate`);
  return { maxKb, rate };
}

/** Personal actions are refused on a shared device. */
const NOT_ON_TABLET = say`Not available on a shared tablet. Please use your own device.`;

/** Refuses callers whose role may not make the call. */
function admit({ access, forAccountants = false }: Call, actor: Actor, signedIn: SignedInSession | null): void {
  if (access === 'anyone') return;
  if (actor.kind === 'nobody') throw refuse('unauthenticated');
  if (access === 'guest') return;
  // The public key identifies the site, not a person.
  if (actor.kind === 'site') throw refuse('unauthenticated');
  if (access === 'customer' && signedIn?.tablet) throw refuse('permission-denied', NOT_ON_TABLET);
  if (hasRole(actor, access) || (forAccountants && isAccountant(actor))) return;
  if (signedIn?.needsSecondStep) throw refuse('second-step-needed');
  throw refuse(signedIn?.needsNewPassword ? 'new-password-needed' : 'permission-denied');
}

/** A body with thousands of wrong values is refused with the first ones. */
const MOST_PROBLEMS = 100;

/** Unknown fields are dropped. Wrong ones return 400: `error` has the first, `fields` all of them. */
function parseInput<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.slice(0, MOST_PROBLEMS).map(problemOf);
  const [{ field, message } = { field: '', message: say`Invalid request` }] = problems;
  throw new Refusal(failure('invalid-argument', message, field ? { field, fields: problems } : undefined));
}

/** Names the field in Zod's general messages, which do not name it. */
function problemOf({ path, code, message: words }: z.core.$ZodIssue) {
  const field = path.join('.');
  if (code === 'invalid_type' && words.includes('received undefined')) {
    return { field, message: field ? say`${field} is required` : say`A body is required` };
  }
  const isNameless = !words.includes(field) && /^(Invalid|Too|Unrecognized|Expected)/.test(words);
  return { field, message: field && isNameless ? `${words}: ${field}` : words };
}

/**
 * The outcome of a request whose body is invalid but whose key was used: the stored response, or a refusal because the
 * key belongs to another body. The till asks in this way whether a request arrived whose response was lost.
 */
async function storedAnswerOrThrow(context: Context, call: Call, idempotency: Idempotency | null, refusal: unknown) {
  const stored = idempotency && (await findStoredResponse(context.db, idempotency));
  if (!stored || !call.response.safeParse(stored).success) throw refusal;
  return stored;
}

/** The query without what PostgreSQL cannot store, such as NUL. */
export function storableQuery(c: ApiContext): Record<string, string> {
  const query = c.req.query();
  for (const name in query) query[name] = toStorableText(query[name] ?? '');
  return query;
}

function idempotencyOf(c: ApiContext, call: string, raw: unknown): Idempotency | null {
  const key = c.req.header('idempotency-key');
  if (!key) return null;
  if (key.length > 200) throw refuse('invalid-argument', say`Invalid Idempotency-Key: at most 200 characters`);
  // A PIN has so few digits that a hash would reveal it.
  const text = JSON.stringify(raw ?? null, (name, value: unknown) => (name === 'pin' ? undefined : value));
  const requestHash = hash('sha256', text, 'base64url');
  return { actor: keyOwner(c.var.info, key), currentActor: c.var.info.actor, call, key, requestHash };
}

const RANDOM_KEY = /^[\da-f]{8}(-?[\da-f]{4}){3}-?[\da-f]{12}$/i;

/** True for a UUID, which nobody guesses and which contains nobody's name. */
export function isRandomKey(key: string): boolean {
  return RANDOM_KEY.test(key);
}

/** Replaces a key that contained a contact when the person was erased. */
export function erasedKey(key: string): string {
  return `erased:${hash('sha256', key, 'base64url')}`;
}

/** Refuses a repeated request whose key was replaced when the person was erased. */
async function refuseErasedKey(db: Context['db'], idempotency: Idempotency): Promise<void> {
  if (isRandomKey(idempotency.key)) return;
  // This refuses the request if it finds one, because every replaced key has `ERASED_REQUEST_HASH`.
  await findStoredResponse(db, { ...idempotency, key: erasedKey(idempotency.key) });
}

/**
 * The owner of a key. Without an account only a random key is valid from any address, because a phone may change
 * networks; a guessable key belongs to one address.
 */
function keyOwner({ actor, address }: RequestInfo, key: string): string {
  const id = actorIdOf(actor);
  if (id !== null) return `${actor.kind}:${id}`;
  return isRandomKey(key) ? actor.kind : `${actor.kind}@${address ?? 'unknown'}`;
}

/** Does the work in a transaction and stores its answer, or `presetResponse`, with the key. */
async function workOnce<T extends object>(
  context: Context,
  idempotency: Idempotency | null,
  work: (tx: Tx) => Promise<T>,
  presetResponse?: T,
): Promise<T> {
  if (!idempotency) return transaction(context.db, work);
  return transaction(context.db, async (tx) => {
    const { actor, currentActor, call, key, requestHash } = idempotency;
    const staffAccess = staffAccessOf(currentActor);
    // A second request with this key waits here until the first has finished.
    const claimed = await tx
      .insertInto('idempotency_keys')
      .values({
        actor,
        call,
        key,
        request_hash: requestHash,
        asked_as: staffAccess && JSON.stringify(staffAccess),
        answer: presetResponse ? JSON.stringify(presetResponse) : null,
        created_at: context.clock.now(),
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('key')
      .executeTakeFirst();
    if (!claimed) return requireStoredResponse<T>(tx, idempotency);
    const answer = await work(tx);
    if (presetResponse) return answer;
    await sql`
      update idempotency_keys set answer = ${JSON.stringify(answer)}::jsonb
      where actor = ${actor} and call = ${call} and key = ${key}
    `.execute(tx);
    return answer;
  });
}

/** A repeated request gets the stored response even if the work would be refused now. */
export async function orStoredResponse<T extends object>(
  context: Context,
  idempotency: Idempotency | null,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const stored =
      error instanceof Refusal && idempotency ? await findStoredResponse<T>(context.db, idempotency) : null;
    if (stored) return stored;
    throw error;
  }
}

/** The stored response of a key; refuses when it has none. */
async function requireStoredResponse<T extends object>(tx: Tx | Context['db'], idempotency: Idempotency) {
  const stored = await findStoredResponse<T>(tx, idempotency);
  if (!stored) throw refuse('conflict');
  return stored;
}

/** Deletes keys with their responses; a request repeated after that is done again. */
export async function deleteOldResponses(db: Context['db'], before: Date): Promise<void> {
  await db.deleteFrom('idempotency_keys').where('created_at', '<', before).execute();
}

/** Replaces the hash of a request whose stored response was erased with its person. No request has this hash. */
export const ERASED_REQUEST_HASH = '';

/** The order of a cart is stored only in its event. Null once the event was deleted or its person erased. */
const RESPONSE_IN_EVENT = sql`(select data from events where id = event_id and jsonb_exists(data, 'orderId'))`;

/** The stored response of a key, or null. Refuses another request, and a caller who may not have the response. */
export async function findStoredResponse<T extends object>(
  tx: Tx | Context['db'],
  { actor, currentActor, call, key, requestHash }: Idempotency,
): Promise<T | null> {
  const stored = await tx
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'asked_as', sql<object | null>`coalesce(answer, ${RESPONSE_IN_EVENT})`.as('answer')])
    .where('actor', '=', actor)
    .where('call', '=', call)
    .where('key', '=', key)
    .executeTakeFirst();
  if (stored?.request_hash === ERASED_REQUEST_HASH) {
    throw refuse(
      'failed-precondition',
      say`This request was already done, and its answer was deleted with the person’s data. To do it again, start anew.`,
    );
  }
  if (!stored?.answer) return null;
  if (stored.request_hash !== requestHash) throw refuse('idempotency-key-reused');
  // Staff who lost the rights of the first request do not get its response.
  if (stored.asked_as && !hasStaffAccess(currentActor, stored.asked_as)) throw refuse('permission-denied');
  // The first request may have ended before its commit was confirmed.
  await confirmCommits(tx);
  // Written by the handler of the same call.
  return stored.answer as T;
}
