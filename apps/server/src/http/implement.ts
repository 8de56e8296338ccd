import { createHash } from 'node:crypto';
import type { AnswerOf, Call, UnderstoodOf, Who } from '@tiffin/contract';
import { failure, refuse, Refusal } from '@tiffin/domain/core';
import { hasRole, type Actor } from '@tiffin/domain/people';
import type { Context as HonoContext } from 'hono';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import type { Tx } from '../db/connection.ts';
import { transaction } from '../db/transaction.ts';
import type { Asking } from './environment.ts';
import { readBody, readForm, storable } from './read-body.ts';
import { whenThere, type Soon } from '../when-there.ts';

/** From where a change came, for the audit log. */
export interface From {
  readonly requestId: string;
  readonly address: string | null;
}

/** A call as its handler gets it: who asks, what was understood, and the means. */
export interface Asked<C extends Call> extends UnderstoodOf<C> {
  readonly context: Context;
  readonly actor: Actor;
  readonly from: From;
  readonly c: Asking;
  /**
   * Does the work in a transaction, once per `Idempotency-Key`: a repeated request gets the answer
   * the first one got, which was written in the same transaction as the work itself.
   */
  once<T extends object>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** For work that needs the key itself (a payment provider's, a single statement's). */
  readonly idempotency: Idempotency | null;
}

export interface Idempotency {
  readonly actor: string;
  readonly call: string;
  readonly key: string;
  readonly requestHash: string;
}

type Answer<C extends Call> = C extends { answersWith: string } ? Response : AnswerOf<C> | Response;

export interface Implemented {
  readonly call: Call;
  handle(context: Context, c: Asking, actor: Actor): Soon<Response>;
}

/** Binds a call of the contract to its handler; who may call and what is understood is settled here. */
export function implement<const C extends Call>(call: C, handler: (asked: Asked<C>) => Soon<Answer<C>>): Implemented {
  const name = call.path.slice(1);
  const queryOf = queryReader(call);
  return {
    call,
    handle(context, c, actor) {
      admit(call.who, actor);
      const query = queryOf(c);
      return whenThere(sentWith(call, c), ({ raw, body, form }) => {
        // Every change takes a key: what waited for a connection may be sent twice and is done once.
        const idempotency = call.creating || call.body ? idempotencyOf(c, actor, name, raw) : null;
        const { requestId, address } = c.env.visit;
        // The shapes were parsed with the very schemas the types are read from.
        const understood = { query, body, form } as UnderstoodOf<C>;
        const answer: Soon<object> = handler({
          ...understood,
          context,
          actor,
          from: { requestId, address },
          c,
          idempotency,
          once: (work) => workOnce(context, idempotency, work),
        });
        return whenThere(answer, (given) =>
          given instanceof Response ? given : c.json(Object.assign({ success: true }, given)),
        );
      });
    },
  };
}

function admit(who: Who, actor: Actor): void {
  if (who === 'anyone') return;
  if (actor.kind === 'nobody') throw refuse('unauthenticated');
  if (who === 'guest') return;
  // The public key names the site, not a person.
  if (actor.kind === 'site') throw refuse('unauthenticated');
  if (!hasRole(actor, who)) throw refuse('permission-denied');
}

/** Unknown fields are dropped, wrong ones answer 400 with the field's name. */
export function understand<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  const issue = read.error.issues[0];
  const field = issue?.path.join('.') ?? '';
  const missing = issue?.code === 'invalid_type' && issue.message.includes('received undefined');
  const words = !issue ? 'Invalid request' : missing ? `${field || 'A body'} is required` : issue.message;
  const message =
    field && !words.includes(field) && /^(Invalid|Too|Unrecognized|Expected)/.test(words)
      ? `${words}: ${field}`
      : words;
  throw new Refusal(failure('invalid-argument', message, field ? { field } : undefined));
}

/** What came with a call beside its address. */
interface Sent {
  readonly raw: unknown;
  readonly body: unknown;
  readonly form: unknown;
}

const NOTHING_SENT: Sent = { raw: undefined, body: undefined, form: undefined };

function sentWith(call: Call, c: HonoContext): Soon<Sent> {
  return call.body || call.form ? readSent(call, c) : NOTHING_SENT;
}

async function readSent(call: Call, c: HonoContext): Promise<Sent> {
  const raw = call.body ? await readBody(c) : undefined;
  const body = call.body ? understand(call.body, raw) : undefined;
  const form = call.form ? understand(call.form, await readForm(c)) : undefined;
  return { raw, body, form };
}

type ReadQuery = (c: HonoContext) => unknown;

function queryReader({ query, isAskedAlike }: Call): ReadQuery {
  if (!query) return () => undefined;
  const read: ReadQuery = (c) => understand(query, storableQuery(c));
  return isAskedAlike ? remembering(read) : read;
}

const MOST_KNOWN = 50;
const LONGEST_KNOWN = 200;

/** By the whole address: nothing that is not in it decides what a query says. */
function remembering(read: ReadQuery): ReadQuery {
  const known = new Map<string, unknown>();
  return (c) => {
    const { url } = c.req;
    const before = known.get(url);
    if (before !== undefined) return before;
    const query = Object.freeze(read(c));
    if (url.length > LONGEST_KNOWN) return query;
    if (known.size === MOST_KNOWN) known.clear();
    known.set(url, query);
    return query;
  };
}

function storableQuery(c: HonoContext): Record<string, string> {
  const query = c.req.query();
  for (const name in query) query[name] = storable(query[name] ?? '');
  return query;
}

function idempotencyOf(c: Asking, actor: Actor, call: string, raw: unknown): Idempotency | null {
  const key = c.req.header('idempotency-key');
  if (!key) return null;
  if (key.length > 200) throw refuse('invalid-argument', 'Invalid Idempotency-Key: at most 200 characters');
  const requestHash = createHash('sha256')
    .update(JSON.stringify(raw ?? null))
    .digest('base64url');
  return { actor: keyOwner(actor, key, c.env.visit.address), call, key, requestHash };
}

const NOBODY_GUESSES = /^[\da-f]{8}(-?[\da-f]{4}){3}-?[\da-f]{12}$/i;

/**
 * Whose a key is. Of people without an account only a random one is theirs wherever they go (a phone
 * that leaves the house's Wi-Fi asks again from another address); "1" is each address's own.
 */
function keyOwner(actor: Actor, key: string, address: string | null): string {
  if (actor.kind === 'person') return `person:${actor.userId}`;
  if (actor.kind === 'machine') return `machine:${actor.keyId}`;
  return NOBODY_GUESSES.test(key) ? actor.kind : `${actor.kind}@${address ?? 'unknown'}`;
}

async function workOnce<T extends object>(
  context: Context,
  idempotency: Idempotency | null,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  if (!idempotency) return transaction(context.db, work);
  return transaction(context.db, async (tx) => {
    const { actor, call, key, requestHash } = idempotency;
    // The claim makes a second request with this key wait until this one has been decided.
    const claimed = await tx
      .insertInto('idempotency_keys')
      .values({ actor, call, key, request_hash: requestHash, created_at: context.clock.now() })
      .onConflict((conflict) => conflict.doNothing())
      .returning('key')
      .executeTakeFirst();
    if (!claimed) return storedAnswer<T>(tx, idempotency);
    const answer = await work(tx);
    await sql`
      update idempotency_keys set answer = ${JSON.stringify(answer)}::jsonb
      where actor = ${actor} and call = ${call} and key = ${key}
    `.execute(tx);
    return answer;
  });
}

/** What the first request with this key was answered; refuses when that one asked something else. */
export async function storedAnswer<T extends object>(tx: Tx | Context['db'], idempotency: Idempotency): Promise<T> {
  const stored = await findAnswer<T>(tx, idempotency);
  if (!stored) throw refuse('conflict');
  return stored;
}

/** The same, or null when there was no such request. */
export async function findAnswer<T extends object>(
  tx: Tx | Context['db'],
  { actor, call, key, requestHash }: Idempotency,
): Promise<T | null> {
  const stored = await tx
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'answer'])
    .where('actor', '=', actor)
    .where('call', '=', call)
    .where('key', '=', key)
    .executeTakeFirst();
  if (!stored?.answer) return null;
  if (stored.request_hash !== requestHash) throw refuse('idempotency-key-reused');
  // It was written by the same call's handler.
  return stored.answer as T;
}
