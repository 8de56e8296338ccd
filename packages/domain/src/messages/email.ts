import { ok, say, type Result, fail } from '../core/index.ts';
import { looksLikeEmail } from '../people/emails.ts';
import { isEmailTemplate } from './templates.ts';

export const SUBJECT_MAX = 200;
export const MESSAGE_MAX = 2000;
export const RECIPIENTS_MAX = 100;
export const SEND_COOLDOWN_MS = 1000;
export const PREVIEW_MAX = 200;
export const RECIPIENTS_SHOWN = 10;
export const EMAIL_IMAGE_BYTES_MAX = 2 * 1024 * 1024;
export const EMAIL_IMAGE_TOO_LARGE = say`Image too large for email. Maximum 2MB`;

export interface MailForm {
  readonly subject: string;
  readonly message: string;
  readonly recipients: number;
}

/** Checks the send-email dialog. Only the first problem is shown. */
export function mailFormProblem(form: MailForm): string | null {
  if (form.subject.trim() === '') return say`Subject is required`;
  if (form.message.trim() === '') return say`Message is required`;
  if (form.message.length > MESSAGE_MAX) return say`Message too long. Maximum ${MESSAGE_MAX} characters allowed`;
  return form.recipients === 0 ? say`No users selected to email` : null;
}

export interface MailingInput {
  readonly subject: string;
  readonly message: string;
  readonly templateId: string;
  readonly to: readonly string[];
}

/** The server's checks, which apply to all callers. */
export function checkMailing(mailing: MailingInput): Result<true> {
  const problem = mailingProblem(mailing);
  return problem === null ? ok(true) : fail('invalid-argument', problem);
}

function mailingProblem({ subject, message, templateId, to }: MailingInput): string | null {
  if (subject.trim() === '') return say`Subject is required`;
  if (subject.length > SUBJECT_MAX) return say`Subject too long. Maximum ${SUBJECT_MAX} characters allowed`;
  if (message.trim() === '') return say`Message is required`;
  if (message.length > MESSAGE_MAX) return say`Message too long. Maximum ${MESSAGE_MAX} characters allowed`;
  if (!isEmailTemplate(templateId)) return say`Invalid email template selected`;
  if (to.length === 0) return say`At least one recipient is required`;
  if (to.length > RECIPIENTS_MAX) return say`Maximum ${RECIPIENTS_MAX} recipients allowed per batch`;
  const wrong = to.filter((address) => !looksLikeEmail(address.trim()));
  const addresses = wrong.join(', ');
  return wrong.length === 0 ? null : say`Invalid email addresses: ${addresses}`;
}

/** The valid addresses of users, each once. */
export function addressesOf(users: readonly { readonly email?: string | null }[]): Result<string[]> {
  if (users.length === 0) return fail('invalid-argument', say`No users provided`);
  const addresses = users.map((user) => (user.email ?? '').trim().toLowerCase()).filter(looksLikeEmail);
  if (addresses.length === 0) return fail('invalid-argument', say`No valid email addresses found`);
  return ok([...new Set(addresses)]);
}

/** Allows one mailing per `SEND_COOLDOWN_MS`. `now` and `lastSentAt` are epoch milliseconds. */
export function checkSendRate(lastSentAt: number | null, now: number): Result<true> {
  const wait = lastSentAt === null ? 0 : lastSentAt + SEND_COOLDOWN_MS - now;
  if (wait <= 0) return ok(true);
  return fail('rate-limited', say`Rate limited. Please wait ${wait}ms before sending again.`, { retryAfterMs: wait });
}

/** Why a picture cannot be part of a mail, or null. */
export function emailImageProblem(bytes: number): string | null {
  return bytes > EMAIL_IMAGE_BYTES_MAX ? EMAIL_IMAGE_TOO_LARGE : null;
}

/** The first names, and '+5 more' for the rest. */
export function recipientsShown(names: readonly string[]): { shown: readonly string[]; more: string | null } {
  const rest = names.length - RECIPIENTS_SHOWN;
  return { shown: names.slice(0, RECIPIENTS_SHOWN), more: rest > 0 ? say`+${rest} more` : null };
}

/** The beginning of a message, for lists. */
export function previewText(message: string): string {
  return message.length > PREVIEW_MAX ? `${message.slice(0, PREVIEW_MAX)}...` : message;
}
