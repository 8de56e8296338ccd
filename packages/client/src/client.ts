import { isPostCall } from '@tiffin/contract/methods';
import { ApiError } from './api-error.ts';

/** What a call sends and gets. */
export interface CallShape {
  readonly input: { readonly query?: unknown; readonly body?: unknown };
  readonly response: unknown;
}

export interface ClientOptions {
  /** The address of the restaurant's site, for example `https://restaurant.example`. */
  readonly baseUrl: string;
  /** A customer key (`pk_…`), or an admin key (`sk_…`) on a server. */
  readonly apiKey?: string;
  /** The cookie of a session, outside browsers. A browser sends its own. */
  readonly cookie?: string;
  /** How long one attempt may take. */
  readonly timeoutMs?: number;
  /** How often a request is repeated after the first attempt. */
  readonly retries?: number;
  readonly fetch?: typeof globalThis.fetch;
}

export interface CallOptions {
  /** A value of the caller's choice, so that it can repeat the request later. By default each request has its own. */
  readonly idempotencyKey?: string;
  /** Ends the request, including its retries. */
  readonly signal?: AbortSignal;
  readonly headers?: Readonly<Record<string, string>>;
}

type CanBeLeftOut<T> = undefined extends T ? true : object extends T ? true : false;

/** Query and body, without those that may be empty. */
type Input<T> = { readonly [K in keyof T as CanBeLeftOut<T[K]> extends true ? never : K]: T[K] } & {
  readonly [K in keyof T as CanBeLeftOut<T[K]> extends true ? K : never]?: T[K];
};

type Arguments<T extends CallShape> =
  object extends Input<T['input']>
    ? [input?: Input<T['input']>, options?: CallOptions]
    : [input: Input<T['input']>, options?: CallOptions];

export interface Client<Calls extends Readonly<Record<keyof Calls, CallShape>>> {
  /** Returns the response, or throws an `ApiError`. */
  call<Name extends keyof Calls & string>(
    name: Name,
    ...request: Arguments<Calls[Name]>
  ): Promise<Calls[Name]['response']>;
  /** The same for files: returns the response with its body unread. */
  fetch<Name extends keyof Calls & string>(name: Name, ...request: Arguments<Calls[Name]>): Promise<Response>;
}

const DEFAULT_TIMEOUT_MS = 20_000;
const DEFAULT_RETRIES = 4;
const FIRST_DELAY_MS = 250;
/** A server that asks to wait longer is not waited for. */
const MAX_DELAY_MS = 30_000;
/** Statuses of a server that has too many requests, or does not answer at the moment. */
const RETRIED_STATUSES = new Set([429, 502, 503, 504]);

/**
 * Creates a client. Requests that fail because of the network, a timeout, a limit or an outage are repeated with the
 * same idempotency key, so that nothing happens twice.
 */
export function createClient<Calls extends Readonly<Record<keyof Calls, CallShape>>>(
  options: ClientOptions,
): Client<Calls> {
  const send = async (name: string, input?: CallShape['input'], callOptions: CallOptions = {}): Promise<Response> => {
    const url = urlOf(options.baseUrl, name, input?.query);
    const init = requestInit(name, input?.body, options, callOptions);
    const retries = options.retries ?? DEFAULT_RETRIES;
    for (let attempt = 0; ; attempt++) {
      const outcome = await attemptRequest(url, init, options, callOptions.signal);
      if (outcome instanceof Response && outcome.ok) return outcome;
      const delay = attempt < retries ? delayBefore(attempt, outcome) : null;
      if (delay === null) throw outcome instanceof Response ? await ApiError.from(outcome) : outcome;
      if (outcome instanceof Response) await outcome.body?.cancel();
      await pause(delay, callOptions.signal);
    }
  };
  return {
    fetch: (name, ...[input, callOptions]) => send(name, input, callOptions),
    async call(name, ...[input, callOptions]) {
      const response = await send(name, input, callOptions);
      const isJson = response.headers.get('content-type')?.includes('json') ?? false;
      return isJson ? response.json() : response.text();
    },
  };
}

function urlOf(baseUrl: string, name: string, query: unknown): string {
  const url = new URL(`${baseUrl.replace(/(?<!\/)\/+$/, '')}/api/${name}`);
  for (const [field, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null) url.searchParams.set(field, String(value));
  }
  return url.href;
}

function requestInit(name: string, body: unknown, options: ClientOptions, callOptions: CallOptions): RequestInit {
  const headers = new Headers(callOptions.headers);
  if (options.apiKey !== undefined) headers.set('x-api-key', options.apiKey);
  if (options.cookie !== undefined) {
    headers.set('cookie', options.cookie);
    // A session outside a browser belongs to the site.
    headers.set('origin', new URL(options.baseUrl).origin);
  }
  if (!isPostCall(name)) return { headers };
  headers.set('content-type', 'application/json');
  headers.set('idempotency-key', callOptions.idempotencyKey ?? crypto.randomUUID());
  return { method: 'POST', headers, body: JSON.stringify(body ?? {}) };
}

/** One attempt: the response, or the error of a request without one. */
async function attemptRequest(
  url: string,
  init: RequestInit,
  { timeoutMs = DEFAULT_TIMEOUT_MS, fetch = globalThis.fetch }: ClientOptions,
  signal?: AbortSignal,
): Promise<Response | ApiError> {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    return await fetch(url, { ...init, signal: signal ? AbortSignal.any([signal, timeout]) : timeout });
  } catch (cause) {
    signal?.throwIfAborted();
    return ApiError.withoutResponse(timeout.aborted ? 'timeout' : 'network', cause);
  }
}

/** How long to wait before the next attempt; null if another attempt would not help. */
function delayBefore(attempt: number, outcome: Response | ApiError): number | null {
  // Random, so that many clients do not return at the same moment.
  const backoff = FIRST_DELAY_MS * 2 ** attempt * (0.5 + Math.random() / 2);
  if (!(outcome instanceof Response)) return backoff;
  if (!RETRIED_STATUSES.has(outcome.status)) return null;
  const seconds = Number(outcome.headers.get('retry-after') ?? 0);
  const delay = Math.max(backoff, Number.isFinite(seconds) ? seconds * 1000 : 0);
  return delay <= MAX_DELAY_MS ? delay : null;
}

function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
    if (signal?.aborted) stop();
  });
}
