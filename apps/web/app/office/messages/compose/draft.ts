import {
  EMAIL_TEMPLATES,
  mailFormProblem,
  MESSAGE_MAX,
  personalise,
  previewText,
  SUBJECT_MAX,
  type EmailTemplateId,
} from '@tiffin/domain/messages';
import { composeTexts } from './texts.ts';

/** A mail as it is being written. */
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

/** What people write by hand; confirmations write themselves. */
export const WRITABLE = EMAIL_TEMPLATES.filter(({ id }) => id === 'custom' || id === 'promotion');

export function emptyDraft(templateId: EmailTemplateId = 'custom'): MailDraft {
  const { subject, message } = usualWords(templateId);
  return { templateId, subject, message, offerTitle: '', validUntil: '', terms: '', title: '', imageUrl: null };
}

/** There is something of one's own in it. */
export function isWritten(draft: MailDraft): boolean {
  return JSON.stringify(draft) !== JSON.stringify(emptyDraft(draft.templateId));
}

/** Another template brings its own words, but never takes away what somebody wrote. */
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

/** Each complaint beside its field, in the words of the one who complains first. */
export function problemsOf(draft: MailDraft, recipients: number): DraftProblems {
  const { subject, message } = draft;
  const fine = { subject: 'x', message: 'x', recipients: 1 };
  const problems = {
    subject: mailFormProblem({ ...fine, subject }),
    message: mailFormProblem({ ...fine, message }),
    recipients: mailFormProblem({ ...fine, recipients }),
    offerTitle:
      draft.templateId === 'promotion' && draft.offerTitle.trim() === '' ? composeTexts.offerTitleProblem : null,
  };
  return Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem !== null));
}

export const LIMITS = { subject: SUBJECT_MAX, message: MESSAGE_MAX } as const;

/** What the calls take. */
export function templateDataOf(draft: MailDraft) {
  const { subject, message, imageUrl, offerTitle, validUntil, terms, title } = draft;
  const offer = draft.templateId === 'promotion' ? { offerTitle, validUntil, terms, title } : {};
  return { subject, message, ...offer, ...(imageUrl && { imageUrl }) };
}

/** The first words of the mail as one of the people gets it. */
export function previewOf(draft: MailDraft, customerName: string | null): { subject: string; text: string } {
  const { offerTitle, validUntil, terms } = draft;
  const values = { customerName, offerTitle, validUntil, terms };
  return {
    subject: personalise(draft.subject, values),
    text: previewText(personalise(draft.message, values)),
  };
}
