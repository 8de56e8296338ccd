import { ApiError } from '../../shared/api/api-error.ts';
import { waitText, wordsFor } from '../../shared/errors/words.ts';

/** A form field as text; empty for files and missing fields. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}

export interface FormFailure {
  /** Errors by field. */
  readonly fields: Readonly<Record<string, string>>;
  /** The error above the button, when it belongs to no field. */
  readonly whole?: string;
  /** The typed values, to fill the form again without scripts. Never a password. */
  readonly typed: Readonly<Record<string, string>>;
}

/** A failure with the same message as the server's rate limit. */
export function isRateLimited(retryAfterMs: number): FormFailure {
  const text = { code: 'rate-limited', status: 429, message: '', retryAfter: Math.ceil(retryAfterMs / 1000) };
  return { fields: {}, whole: wholeOf(new ApiError(text)), typed: {} };
}

/** The message for the whole form, with the waiting time if known. */
export function wholeOf(error: ApiError): string {
  return [wordsFor(error), waitText(error)].filter(Boolean).join(' ');
}
