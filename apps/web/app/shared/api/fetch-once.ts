import { apiErrorFrom, transportError } from './api-error.ts';
import { REQUEST_TIMEOUT_MS } from './retry.ts';

/**
 * Fetches without retries and reads the response, both within the timeout of every call. Throws an ApiError when the
 * server refuses or no usable response arrives.
 */
export async function fetchOnce<T>(url: string, init: RequestInit, read: (response: Response) => Promise<T>) {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) });
    if (!response.ok) throw await apiErrorFrom(response);
    return await read(response);
  } catch (error) {
    throw transportError(error);
  }
}
