import {
  EMAIL_TEMPLATES,
  mailFormProblem,
  fillPlaceholders,
  previewText,
  SUBJECT_MAX,
  type EmailTemplateId,
} from '@tiffin/domain/messages';
import { say } from '@tiffin/domain/core';
import { formOf, textField, valueField, type Draft } from '../../../ui/form.ts';

const VALID_MAIL = { subject: 'x', message: 'x', recipients: 1 };
const initial = defaultText('custom');

/** The fields of a mail. Offers have the fields from `offerTitle` to `title`. */
export const mailForm = formOf(
  {
    templateId: valueField<EmailTemplateId>(say`Template`, 'custom'),
    /** Of a mail to one person. */
    address: textField(say`Email address`, { required: true, input: { type: 'email', maxLength: 100 } }),
    subject: {
      ...textField(say`Subject`, { required: true, input: { maxLength: SUBJECT_MAX } }),
      initialValue: initial.subject,
      problem: (subject: string) => mailFormProblem({ ...VALID_MAIL, subject }),
    },
    message: {
      ...textField(say`Message`, { required: true, hint: say`{customerName} is replaced by the recipient’s name.` }),
      initialValue: initial.message,
      problem: (message: string) => mailFormProblem({ ...VALID_MAIL, message }),
    },
    offerTitle: textField(say`Offer`, { required: true, input: { maxLength: 200 } }),
    validUntil: textField(say`Valid until`, { optional: true, input: { maxLength: 100 } }),
    terms: textField(say`Terms`, { optional: true, input: { maxLength: 1000 } }),
    title: textField(say`Heading`, {
      optional: true,
      hint: say`Above the offer; the offer itself when empty.`,
      input: { maxLength: 200 },
    }),
    imageUrl: valueField<string | null>(say`Picture`, null),
    /** Of a message to several people, which is an offer otherwise. */
    isAboutOwnOrders: {
      ...valueField(say`It is about their own orders or bookings`, false),
      hint: say`Then all of them get it, and the log keeps that you stated this. Otherwise it is an offer.`,
    },
  },
  {
    check: ({ templateId, offerTitle }) =>
      templateId === 'promotion' && offerTitle.trim() === '' ? { offerTitle: say`Offer is required` } : {},
  },
);
export type MailFields = typeof mailForm.fields;
export type MailDraft = Draft<MailFields>;

/** The templates people fill in; confirmations are generated. */
export const WRITABLE_TEMPLATES = EMAIL_TEMPLATES.filter(({ id }) => id === 'custom' || id === 'promotion');

/** The changes when another template is chosen. What the user typed stays. */
export function withTemplate(draft: MailDraft, templateId: EmailTemplateId): Partial<MailDraft> {
  const [before, after] = [defaultText(draft.templateId), defaultText(templateId)];
  return {
    templateId,
    subject: draft.subject === before.subject ? after.subject : draft.subject,
    message: draft.message === before.message ? after.message : draft.message,
  };
}

function defaultText(templateId: EmailTemplateId): { subject: string; message: string } {
  const template = EMAIL_TEMPLATES.find(({ id }) => id === templateId);
  return { subject: template?.subject ?? '', message: template?.defaultMessage ?? '' };
}

/** A draft as the API expects it: its template with the values. */
export function mailOf(draft: MailDraft) {
  const { templateId, subject, message, imageUrl, isAboutOwnOrders, offerTitle, validUntil, terms, title } = draft;
  const offer = templateId === 'promotion' ? { offerTitle, validUntil, terms, title } : { isAboutOwnOrders };
  return { templateId, templateData: { subject, message, ...offer, imageUrl: imageUrl || undefined } };
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
