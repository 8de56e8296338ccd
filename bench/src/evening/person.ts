import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { ResponseOf, CallName, InputOf } from '@tiffin/contract';
import { isPostCall } from '@tiffin/contract/methods';
import { failures } from '@tiffin/domain/core';
import type { Headers } from '@tiffin/server/testing/sign-in';
import type { Tally } from './tally.ts';

/** The restaurant at one or several addresses. */
export interface Restaurant {
  readonly urls: readonly string[];
  readonly tally: Tally;
  /** How long to retry a request without a response, with the same key. Null: no retries. */
  readonly patienceMs: number | null;
}

export type Answer<N extends CallName> =
  | { readonly ok: true; readonly body: ResponseOf<N> }
  | { readonly ok: false; readonly code: string };

/** Refusals that are expected when people act at the same time. */
const FORESEEN: ReadonlySet<string> = new Set<keyof typeof failures>([
  'invalid-transition',
  'failed-precondition',
  'slot-unavailable',
  'reservation-exists',
]);

const ANSWERS_WITHIN_MS = 15_000;
let turn = 0;

/** One request of a person. Retries use the same idempotency key. */
export async function ask<N extends CallName>(
  restaurant: Restaurant,
  name: N,
  input: Partial<InputOf<N>>,
  { as, key = randomUUID(), action = name, expects = [] }: CallInput,
): Promise<Answer<N>> {
  const { query, body } = input as { query?: Record<string, string>; body?: unknown };
  const search = query ? `?${new URLSearchParams(query).toString()}` : '';
  const init = isPostCall(name)
    ? {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': key, ...as },
        body: JSON.stringify(body ?? {}),
      }
    : { headers: { ...as } };
  const answer = await send(restaurant, action, `/api/${name}${search}`, init);
  if (answer === null) return { ok: false, code: 'no-answer' };
  const value = answer.text === '' ? {} : (JSON.parse(answer.text) as { code?: string });
  // Not validated here, because the server's own tests check responses against the contract.
  if (answer.status < 400) return { ok: true, body: value as ResponseOf<N> };
  const code = value.code ?? String(answer.status);
  if (expects.includes(code)) return { ok: false, code };
  if (FORESEEN.has(code)) restaurant.tally.refuse(action, code);
  else restaurant.tally.errors.push(`${action}: ${answer.status} ${answer.text.slice(0, 300)}`);
  return { ok: false, code };
}

interface CallInput {
  readonly as: Headers;
  readonly key?: string;
  /** The name in the report. */
  readonly action?: string;
  /** Failure codes that count as a normal response. */
  readonly expects?: readonly string[];
}

/** Retries until there is a response. A broken connection and 503 do not count as one. */
export async function send(
  restaurant: Restaurant,
  action: string,
  path: string,
  init: RequestInit,
): Promise<{ status: number; text: string } | null> {
  const began = performance.now();
  for (;;) {
    const url = restaurant.urls[turn++ % restaurant.urls.length] ?? '';
    const from = performance.now();
    let why: string;
    try {
      const answer = await fetch(url + path, {
        redirect: 'manual',
        ...init,
        signal: AbortSignal.timeout(ANSWERS_WITHIN_MS),
      });
      const text = await answer.text();
      if (answer.status !== 503) {
        restaurant.tally.done(action, performance.now() - from);
        return { status: answer.status, text };
      }
      if (answer.headers.get('retry-after') === null) restaurant.tally.errors.push(`${action}: 503 that says not when`);
      why = `503 ${text.slice(0, 200)}`;
    } catch (error) {
      why = error instanceof Error ? error.message : String(error);
    }
    if (restaurant.patienceMs === null || performance.now() - began > restaurant.patienceMs) {
      restaurant.tally.errors.push(`${action}: no answer, ${why}`);
      return null;
    }
    restaurant.tally.retries++;
    await pause(100 + (turn % 5) * 30);
  }
}
