import {
  EMAIL_TEMPLATES,
  mailFormProblem,
  MESSAGE_MAX,
  fillPlaceholders,
  previewText,
  SUBJECT_MAX,
  type EmailTemplateId,
} from '@tiffin/domain/messages';
import { say } from '@tiffin/domain/core';

/** The draft of a mail. */
export interface MailDraft {
  readonly templateId: EmailTemplateId;
  readonly subject: string;
  readonly message: string;
  readonly offerTitle: string;
  readonly validUntil: string;
  readonly terms: string;
  readonly title: string;
  readonly imageUrl: string | null;
}

/** The templates people fill in; confirmations are generated. */
export const WRITABLE_TEMPLATES = EMAIL_TEMPLATES.filter(({ id }) => id === 'custom' || id === 'promotion');

export function emptyDraft(templateId: EmailTemplateId = 'custom'): MailDraft {
  const { subject, message } = usualWords(templateId);
  return { templateId, subject, message, offerTitle: '', validUntil: '', terms: '', title: '', imageUrl: null };
}

/** True if the user has typed something. */
export function hasTypedText(draft: MailDraft): boolean {
  return JSON.stringify(draft) !== JSON.stringify(emptyDraft(draft.templateId));
}

/** Changes the template without overwriting what the user typed. */
export function withTemplate(draft: MailDraft, templateId: EmailTemplateId): MailDraft {
  const before = usualWords(draft.templateId);
  const usual = usualWords(templateId);
  return {
    ...draft,
    templateId,
    subject: draft.subject === before.subject ? usual.subject : draft.subject,
    message: draft.message === before.message ? usual.message : draft.message,
  };
}

function usualWords(templateId: EmailTemplateId): { subject: string; message: string } {
  const template = EMAIL_TEMPLATES.find(({ id }) => id === templateId);
  return { subject: template?.subject ?? '', message: template?.defaultMessage ?? '' };
}

export type DraftProblems = Partial<Record<'subject' | 'message' | 'offerTitle' | 'recipients', string>>;

/** One problem per field: the first that applies. */
export function problemsOf(draft: MailDraft, recipients: number): DraftProblems {
  const { subject, message } = draft;
  const fine = { subject: 'x', message: 'x', recipients: 1 };
  const problems = {
    subject: mailFormProblem({ ...fine, subject }),
    message: mailFormProblem({ ...fine, message }),
    recipients: mailFormProblem({ ...fine, recipients }),
    offerTitle: draft.templateId === 'promotion' && draft.offerTitle.trim() === '' ? say`Offer is required` : null,
  };
  return Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem !== null));
}

export const LIMITS = { subject: SUBJECT_MAX, message: MESSAGE_MAX } as const;

/** The template data in the form the API expects. */
export function templateDataOf(draft: MailDraft) {
  const { subject, message, imageUrl, offerTitle, validUntil, terms, title } = draft;
  const offer = draft.templateId === 'promotion' ? { offerTitle, validUntil, terms, title } : {};
  return { subject, message, ...offer, ...(imageUrl && { imageUrl }) };
}

/** The start of the mail as one recipient gets it. */
export function previewOf(draft: MailDraft, customerName: string | null): { subject: string; text: string } {
  const { offerTitle, validUntil, terms } = draft;
  const values = { customerName, offerTitle, validUntil, terms };
  return {
    subject: fillPlaceholders(draft.subject, values),
    text: previewText(fillPlaceholders(draft.message, values)),
  };
}
