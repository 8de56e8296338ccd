import { data } from 'react-router';
import { ApiError } from '../../shared/api/api-error.ts';
import { waitText, errorText } from '../../shared/errors/error-text.ts';

/** A form field as text; empty for files and missing fields. */
export function formText(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}

/** Why a form was refused. */
export interface FormFailure {
  /** The problem of each field, by the field's name. */
  readonly fields: Readonly<Record<string, string>>;
  /** The error above the button, when it belongs to no field. */
  readonly whole?: string;
  /** The typed values, to fill the form again without scripts. Never a password. */
  readonly typed: Readonly<Record<string, string>>;
}

/** A failure with the same message as the server's rate limit. */
export function rateLimitFailure(retryAfterMs: number): FormFailure {
  const options = { code: 'rate-limited', status: 429, message: '', retryAfter: Math.ceil(retryAfterMs / 1000) };
  return { fields: {}, whole: formErrorText(new ApiError(options)), typed: {} };
}

/** The message for the whole form, with the waiting time if known. */
export function formErrorText(error: ApiError): string {
  return [errorText(error), waitText(error)].filter(Boolean).join(' ');
}

/** The response of an action that refuses a form. */
export function refuseForm(refusal: Partial<FormFailure>) {
  const failure: FormFailure = { fields: {}, typed: {}, ...refusal };
  return data({ failure }, { status: 400 });
}
