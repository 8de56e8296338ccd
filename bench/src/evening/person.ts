import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { ResponseOf, CallName, Calls, InputOf } from '@tiffin/contract';
import { isPosted } from '@tiffin/contract/methods';
import { failures } from '@tiffin/domain/core';
import type { Headers } from '@tiffin/server/testing/sign-in';
import type { Tally } from './tally.ts';

/** The restaurant as people reach it: at one address or several. */
export interface Restaurant {
  readonly urls: readonly string[];
  readonly tally: Tally;
  /** Until when one who gets no answer asks again, with the same key; null: not at all. */
  readonly patienceMs: number | null;
}

export type Answer<N extends CallName> =
  | { readonly ok: true; readonly body: ResponseOf<Calls[N]> }
  | { readonly ok: false; readonly code: string };

/** What the rules foresee between people who act at the same time. */
const FORESEEN: ReadonlySet<string> = new Set<keyof typeof failures>([
  'invalid-transition',
  'failed-precondition',
  'slot-unavailable',
  'reservation-exists',
]);

const ANSWERS_WITHIN_MS = 15_000;
let turn = 0;

/** One thing somebody wants of the restaurant. The same wish keeps its key, however often it is asked. */
export async function ask<N extends CallName>(
  restaurant: Restaurant,
  name: N,
  input: Partial<InputOf<Calls[N]>>,
  { as, key = randomUUID(), action = name, expects = [] }: Wish,
): Promise<Answer<N>> {
  const { query, body } = input as { query?: Record<string, string>; body?: unknown };
  const search = query ? `?${new URLSearchParams(query).toString()}` : '';
  const init = isPosted(name)
    ? {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': key, ...as },
        body: JSON.stringify(body ?? {}),
      }
    : { headers: { ...as } };
  const answer = await send(restaurant, action, `/api/${name}${search}`, init);
  if (answer === null) return { ok: false, code: 'no-answer' };
  const value = answer.text === '' ? {} : (JSON.parse(answer.text) as { code?: string });
  // What came is what the contract promises; its own tests hold it to that.
  if (answer.status < 400) return { ok: true, body: value as ResponseOf<Calls[N]> };
  const code = value.code ?? String(answer.status);
  if (expects.includes(code)) return { ok: false, code };
  if (FORESEEN.has(code)) restaurant.tally.refuse(action, code);
  else restaurant.tally.errors.push(`${action}: ${answer.status} ${answer.text.slice(0, 300)}`);
  return { ok: false, code };
}

interface Wish {
  readonly as: Headers;
  readonly key?: string;
  /** What it is called in the report. */
  readonly action?: string;
  /** Codes that are an answer like any other here. */
  readonly expects?: readonly string[];
}

/** Sends until there is an answer: one that breaks off or says 503 is none. */
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
    restaurant.tally.asksAgain++;
    await pause(100 + (turn % 5) * 30);
  }
}
