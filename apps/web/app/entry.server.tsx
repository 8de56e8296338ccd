import { randomBytes } from 'node:crypto';
import { Writable } from 'node:stream';
import { renderToPipeableStream } from 'react-dom/server';
import { isRouteErrorResponse, ServerRouter, type EntryContext } from 'react-router';
import { ApiError } from './shared/api/api-error.ts';
import { errorIdFrom, ServerErrorId } from './shared/errors/error-id.ts';
import { deferScripts } from './defer-scripts.server.ts';
import { serverContext, type PageRequest } from './shared/api/server-context.ts';

export { createLoadContext } from './shared/api/server-context.ts';
export { pagePattern } from './shared/page/handle.ts';

/**
 * Renders the whole page at once, so that it reads without scripts. Our own inline scripts are marked; the server adds
 * their hashes to the policy and removes the mark.
 */
export default async function handleRequest(
  request: Request,
  routerStatus: number,
  headers: Headers,
  routerContext: EntryContext,
  context: PageRequest['context'],
): Promise<Response> {
  const status = refusedWith(routerContext) ?? routerStatus;
  headers.set('content-type', 'text/html; charset=utf-8');
  if (request.method === 'HEAD') return new Response(null, { status, headers });
  const errorId = status >= 500 ? errorIdFrom(context.get(serverContext).requestId) : null;
  const mark = randomBytes(18).toString('base64url');
  headers.set('x-script-mark', mark);
  const html = await renderWhole(
    <ServerErrorId value={errorId}>
      <ServerRouter context={routerContext} url={request.url} nonce={mark} />
    </ServerErrorId>,
    mark,
  );
  return new Response(deferScripts(html), { status, headers });
}

/** An error of our own API is shown to the visitor and is not a fault of the server. */
function refusedWith({ staticHandlerContext: { errors } }: EntryContext): number | null {
  const [thrown] = Object.values(errors ?? {});
  return thrown instanceof ApiError && thrown.status >= 400 && thrown.status < 500 ? thrown.status : null;
}

/** The router calls this for everything that a loader, an action or a page throws. */
export function handleError(error: unknown, { request, context }: PageRequest): void {
  if (request.signal.aborted) return;
  if (isRouteErrorResponse(error) && error.status < 500) return; // a wrong address is not our error
  if (error instanceof ApiError && error.status > 0 && error.status < 500) return;
  // The API has logged that the database is unavailable.
  if (error instanceof ApiError && error.status === 503) return;
  const { reportError, requestId } = context.get(serverContext);
  reportError(error, errorIdFrom(requestId));
}

function renderWhole(page: React.ReactNode, nonce: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const body = new Writable({
      write(chunk: Buffer | string, _encoding, done) {
        chunks.push(typeof chunk === 'string' ? Buffer.from(chunk) : Buffer.from(chunk));
        done();
      },
      final(done) {
        resolve(Buffer.concat(chunks).toString('utf8'));
        done();
      },
    });
    const { pipe } = renderToPipeableStream(page, {
      nonce,
      // No part of the page is appended and moved into place by a script.
      progressiveChunkSize: Number.MAX_SAFE_INTEGER,
      onAllReady: () => pipe(body),
      onShellError: reject,
      onError: reject,
    });
  });
}
