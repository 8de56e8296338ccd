import type { CallName } from '@tiffin/contract';
import { failures, type FailureCode } from '@tiffin/domain/core';
import { vi } from 'vitest';
import type { Answer } from '../shared/api/api.ts';

/** What was asked: the query's fields or the body, as they travelled. */
export type RequestFields = Record<string, unknown>;

type Reply<N extends CallName> = Answer<N> | Response;
/** What the server answers to a call in a test: always the same, or as it was asked. */
export type Answers = { [N in CallName]?: Reply<N> | ((query: RequestFields) => Reply<N> | Promise<Reply<N>>) };

export interface Network {
  /** What each request of a call said, oldest first. */
  readonly sent: (call: CallName) => readonly RequestFields[];
  /** From now on. */
  readonly answer: (answers: Answers) => void;
  readonly fetch: (input: RequestInfo | URL, init?: RequestInit) => Promise<Response>;
}

/** An answer as the server words a refusal. */
export function refusal(code: FailureCode, error: string = failures[code][1], more: RequestFields = {}): Response {
  return Response.json({ success: false, error, code, ...more }, { status: failures[code][0] });
}

/** The server, of which a test says what it answers; a call that nobody answers fails the test. */
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
    // A picture or a sound: its name will do.
    if (!pathname.startsWith('/api/')) return new Response(pathname);
    const what: RequestFields =
      request.method === 'GET' ? Object.fromEntries(searchParams) : await request.json().catch(() => ({}));
    requests.push({ call, what });
    // As the server does: a longer key is refused, whatever is asked with it.
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
