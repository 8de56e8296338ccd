import { CancelledError } from '@tanstack/react-query';
import { failed, succeeded, type Outcome } from '@tiffin/domain/errors';
import { ApiError } from '../../shared/api/api-error.ts';
import { reportBrowserError } from '../../shared/errors/report-browser-error.ts';

/** Runs work whose failure must not stop the user. Returns the outcome and reports errors to the server's log. */
export async function runAndReport<T>(taskName: string, work: () => Promise<T>, now = new Date()): Promise<Outcome<T>> {
  try {
    return succeeded(await work());
  } catch (error) {
    const outcome = failed(errorOf(error), taskName, now);
    // A request that is cancelled because the page is left is no error.
    if (!outcome.success && !(error instanceof CancelledError))
      reportBrowserError(new Error(`${outcome.context}: ${outcome.error}`, { cause: error }));
    return outcome;
  }
}

function errorOf(error: unknown): { message: string; code?: string } {
  if (error instanceof ApiError) return { message: error.message, code: error.code };
  return { message: error instanceof Error ? error.message : String(error) };
}
