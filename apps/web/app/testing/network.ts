import type { CallName } from '@tiffin/contract';
import { failures, type FailureCode } from '@tiffin/domain/core';
import { vi } from 'vitest';
import type { Answer } from '../shared/api/api.ts';

/** The query's fields or the body of a request, as they were sent. */
export type RequestFields = Record<string, unknown>;

type Reply<N extends CallName> = Answer<N> | Response;
/** The fake server's response to a call: fixed, or computed from the request. */
export type Answers = { [N in CallName]?: Reply<N> | ((query: RequestFields) => Reply<N> | Promise<Reply<N>>) };

export interface Network {
  /** The fields of each request of a call, oldest first. */
  readonly sent: (call: CallName) => readonly RequestFields[];
  /** Replaces responses for later requests. */
  readonly answer: (answers: Answers) => void;
  readonly fetch: (input: RequestInfo | URL, init?: RequestInit) => Promise<Response>;
}

/** An error response in the server's format. */
export function refusal(code: FailureCode, error: string = failures[code][1], more: RequestFields = {}): Response {
  return Response.json({ success: false, error, code, ...more }, { status: failures[code][0] });
}

/** A server error that the page reports at once, because the server asks to wait longer than the page retries. */
export function outage(): Response {
  const failure = { success: false, error: failures.unavailable[1], code: 'unavailable' };
  return Response.json(failure, { status: 503, headers: { 'retry-after': '60' } });
}

/** A fake server with the given responses. A call without a response fails the test. */
export function fakeNetwork(first: Answers): Network {
  let answers = first;
  const requests: { readonly call: string; readonly what: RequestFields }[] = [];

  async function fetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    const request = new Request(
      new URL(input instanceof Request ? input.url : input, location.origin),
      input instanceof Request ? input : init,
    );
    const { pathname, searchParams } = new URL(request.url);
    const call = pathname.replace('/api/', '');
    if (call === 'ping') return new Response('ok');
    // For a picture or a sound the name is enough.
    if (!pathname.startsWith('/api/')) return new Response(pathname);
    const what: RequestFields =
      request.method === 'GET' ? Object.fromEntries(searchParams) : await request.json().catch(() => ({}));
    requests.push({ call, what });
    // Like the server, refuses a longer key for every call.
    if ((request.headers.get('idempotency-key') ?? '').length > 200) return refusal('invalid-argument');
    const reply = answers[call as CallName];
    if (reply === undefined) {
      // Fails the test that asked.
      // oxlint-disable-next-line no-console
      console.error(`nobody answers ${request.method} ${pathname} ${JSON.stringify(what)}`);
      return refusal('not-found');
    }
    const message = typeof reply === 'function' ? await (reply as (query: RequestFields) => unknown)(what) : reply;
    return message instanceof Response ? message.clone() : Response.json(message);
  }

  vi.stubGlobal('fetch', fetch);
  return {
    sent: (call) => requests.filter((one) => one.call === call).map(({ what }) => what),
    answer: (more) => {
      answers = { ...answers, ...more };
    },
    fetch,
  };
}
