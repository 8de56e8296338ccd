import { ApiError } from '../../shared/api/api-error.ts';
import { waitText, wordsFor } from '../../shared/errors/words.ts';

/** A field of a sent form as text; files and missing fields are empty. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}

export interface FormFailure {
  /** Beside their fields. */
  readonly fields: Readonly<Record<string, string>>;
  /** Above the button, when it belongs to no field. */
  readonly whole?: string;
  /** What was typed, so that a page without scripts keeps it. Never a password. */
  readonly typed: Readonly<Record<string, string>>;
}

/** In the words the server has for it. */
export function isRateLimited(retryAfterMs: number): FormFailure {
  const text = { code: 'rate-limited', status: 429, message: '', retryAfter: Math.ceil(retryAfterMs / 1000) };
  return { fields: {}, whole: wholeOf(new ApiError(text)), typed: {} };
}

/** What went wrong as a whole, and how long to wait when that is known. */
export function wholeOf(error: ApiError): string {
  return [wordsFor(error), waitText(error)].filter(Boolean).join(' ');
}
