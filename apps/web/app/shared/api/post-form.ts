import type { ResponseOf, CallName, Calls } from '@tiffin/contract';
import { currentLanguage } from '@tiffin/domain/core';
import { texts } from '../errors/texts.ts';
import { apiErrorFrom, ApiError } from './api-error.ts';

export interface Sending {
  readonly signal?: AbortSignal;
  /** The share of the body that was sent, from 0 to 1. */
  readonly onProgress?: (share: number) => void;
}

/** Sends a form with files through XMLHttpRequest, because `fetch` does not report upload progress. */
export function postForm<N extends CallName>(
  name: N,
  fields: Readonly<Record<string, string | Blob | undefined>>,
  { signal, onProgress }: Sending = {},
): Promise<ResponseOf<Calls[N]>> {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) if (value !== undefined) form.set(field, value);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const stop = () => request.abort();
    request.open('POST', `/api/${name}`);
    request.setRequestHeader('accept', 'application/json');
    request.setRequestHeader('accept-language', currentLanguage());
    request.upload.addEventListener('progress', ({ lengthComputable, loaded, total }) => {
      if (lengthComputable) onProgress?.(loaded / total);
    });
    request.addEventListener('load', () => {
      if (request.status >= 200 && request.status < 300) resolve(JSON.parse(request.responseText));
      else void apiErrorFrom(responseOf(request)).then(reject);
    });
    request.addEventListener('error', () => reject(noAnswer()));
    request.addEventListener('abort', () => reject(new DOMException('stopped', 'AbortError')));
    request.addEventListener('loadend', () => signal?.removeEventListener('abort', stop));
    if (signal?.aborted) return stop();
    signal?.addEventListener('abort', stop);
    request.send(form);
    return undefined;
  });
}

function responseOf(request: XMLHttpRequest): Response {
  const retryAfter = request.getResponseHeader('retry-after');
  return new Response(request.responseText, {
    status: request.status,
    ...(retryAfter !== null && { headers: { 'retry-after': retryAfter } }),
  });
}

function noAnswer(): ApiError {
  return new ApiError({
    code: 'network-error',
    status: 0,
    message: texts.network,
  });
}
