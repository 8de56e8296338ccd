import type { ResponseOf, CallName, InputOf } from '@tiffin/contract';
import { isPostCall } from '@tiffin/contract/methods';
import { currentLanguage } from '@tiffin/domain/core';
import { apiErrorFrom, transportError } from './api-error.ts';
import { tillHeaders } from './till-headers.ts';
import { browserPolicy, type Send } from './client-policy.ts';

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** For calls that create something. The caller keeps the key and reuses it to repeat the same request. */
  readonly idempotencyKey?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

type Input<N extends CallName> = InputOf<N>;
/** Code for any call casts to it, because TypeScript cannot evaluate the condition before it knows the call. */
export type CallArguments<N extends CallName> =
  Partial<Input<N>> extends Input<N>
    ? [input?: Input<N>, options?: CallOptions]
    : [input: Input<N>, options?: CallOptions];

export type Body<N extends CallName> = Input<N>['body'];
export type Answer<N extends CallName> = ResponseOf<N>;

/** `await api('getLocation', { query: { locationId } })` returns the typed response or throws an ApiError. */
export type Api = <N extends CallName>(name: N, ...input: CallArguments<N>) => Promise<Answer<N>>;

/** The typed API over a way to send requests. `base` is the origin that the calls are resolved against. */
export function createApi(send: Send, base: string): Api {
  return async (name, ...[input, options]) => {
    try {
      const response = await send(requestFor(name, base, input, options));
      if (!response.ok) throw await apiErrorFrom(response);
      return await response.json();
    } catch (error) {
      throw transportError(error);
    }
  };
}

function requestFor(
  name: CallName,
  base: string,
  input: { query?: unknown; body?: unknown } | undefined,
  options: CallOptions | undefined,
): Request {
  const url = new URL(`/api/${name}`, base);
  for (const [field, value] of Object.entries(input?.query ?? {})) {
    if (value !== undefined && value !== null) url.searchParams.set(field, String(value));
  }
  const posted = isPostCall(name);
  const headers = new Headers({ ...(posted && tillHeaders()), ...options?.headers });
  headers.set('accept', 'application/json');
  headers.set('accept-language', currentLanguage());
  if (options?.idempotencyKey) headers.set('idempotency-key', options.idempotencyKey);
  if (posted) headers.set('content-type', 'application/json');
  return new Request(url, {
    method: posted ? 'POST' : 'GET',
    headers,
    body: posted ? JSON.stringify(input?.body ?? {}) : undefined,
    signal: options?.signal,
  });
}

let browserSend: Send | undefined;

/** The API client of the browser, with retries. Never use it while rendering on the server. */
export const api: Api = (name, ...input) =>
  createApi((request) => (browserSend ??= browserPolicy())(request), location.origin)(name, ...input);
