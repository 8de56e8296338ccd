import type { ResponseOf, CallName } from '@tiffin/contract';
import { currentLanguage } from '@tiffin/domain/core';
import { apiErrorFrom, browserError, transportError } from './api-error.ts';
import { REQUEST_TIMEOUT_MS } from './retry.ts';

export interface Sending {
  readonly signal?: AbortSignal;
  /** The share of the body that was sent, from 0 to 1. */
  readonly onProgress?: (share: number) => void;
}

/**
 * Sends a form with files through XMLHttpRequest, because `fetch` does not report upload progress. A slow connection
 * may take longer than the timeout of other calls, so the timeout restarts with each part of the body that was sent.
 */
export function postForm<N extends CallName>(
  name: N,
  fields: Readonly<Record<string, string | Blob | undefined>>,
  { signal, onProgress }: Sending = {},
): Promise<ResponseOf<N>> {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) if (value !== undefined) form.set(field, value);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const stop = () => request.abort();
    let hasTimedOut = false;
    let timer: ReturnType<typeof setTimeout>;
    const restartTimeout = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        hasTimedOut = true;
        stop();
      }, REQUEST_TIMEOUT_MS);
    };
    request.open('POST', `/api/${name}`);
    request.setRequestHeader('accept', 'application/json');
    request.setRequestHeader('accept-language', currentLanguage());
    request.upload.addEventListener('progress', ({ lengthComputable, loaded, total }) => {
      restartTimeout();
      if (lengthComputable) onProgress?.(loaded / total);
    });
    request.addEventListener('load', () => {
      void readResponse<ResponseOf<N>>(responseOf(request)).then(resolve, reject);
    });
    request.addEventListener('error', () => void errorOfFailedUpload(fields).then(reject));
    request.addEventListener('abort', () => reject(hasTimedOut ? browserError('timeout') : stopped()));
    request.addEventListener('loadend', () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
    });
    // A request that is aborted before it is sent fires no event.
    if (signal?.aborted) return reject(stopped());
    signal?.addEventListener('abort', stop);
    restartTimeout();
    request.send(form);
    return undefined;
  });
}

function stopped(): DOMException {
  return new DOMException('stopped', 'AbortError');
}

function responseOf(request: XMLHttpRequest): Response {
  const retryAfter = request.getResponseHeader('retry-after');
  return new Response(request.responseText, {
    status: request.status,
    headers: retryAfter === null ? undefined : { 'retry-after': retryAfter },
  });
}

async function readResponse<T>(response: Response): Promise<T> {
  if (!response.ok) throw await apiErrorFrom(response);
  return response.json().catch((error: unknown) => {
    throw transportError(error);
  });
}

/**
 * A browser reports the same error for a lost connection and for a file that was changed or deleted on the disk after
 * it was chosen. Only the second fails when the file is read again, and sending it again cannot help.
 */
async function errorOfFailedUpload(fields: Readonly<Record<string, string | Blob | undefined>>): Promise<unknown> {
  const files = Object.values(fields).filter((field) => field instanceof Blob);
  const readings = await Promise.allSettled(files.map((file) => file.slice(0, 1).arrayBuffer()));
  const isReadable = readings.every(({ status }) => status === 'fulfilled');
  return isReadable ? transportError(new TypeError('no response')) : browserError('cannot-slice-blob');
}
