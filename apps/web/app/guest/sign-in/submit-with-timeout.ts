import { messageForCode } from '@tiffin/domain/errors';
import { REQUEST_TIMEOUT_MS } from '../../shared/api/retry.ts';
import type { FormFailure } from './read-form.ts';

/**
 * Submits a form of the sign-in pages, within the timeout of every call. If no response arrives, the page stays as it
 * is and says so; otherwise the error page would replace what was typed.
 */
export async function submitWithTimeout<T>(submit: () => Promise<T>): Promise<T | { failure: FormFailure }> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<{ failure: FormFailure }>((resolve) => {
    timer = setTimeout(() => resolve(failureWith(messageForCode('timeout'))), REQUEST_TIMEOUT_MS);
  });
  try {
    return await Promise.race([submit(), timeout]);
  } catch (error) {
    // Browsers reject a request without a response with a TypeError. Redirects are thrown too.
    if (!(error instanceof TypeError)) throw error;
    return failureWith(messageForCode('network-error'));
  } finally {
    clearTimeout(timer);
  }
}

function failureWith(message: string): { failure: FormFailure } {
  return { failure: { fields: {}, whole: message, typed: {} } };
}
