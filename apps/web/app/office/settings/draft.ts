import { looksLikeEmail } from '@tiffin/domain/people';
import { settingsTexts as texts } from './texts.ts';
import type { Settings } from './use-settings.ts';

/** The settings as a form holds them: every field a text. */
export interface Draft {
  readonly name: string;
  readonly legalName: string;
  readonly tagline: string;
  readonly phone: string;
  readonly email: string;
  readonly supportEmail: string;
  readonly address: string;
  readonly hstNumber: string;
  readonly logoUrl: string;
  readonly defaultLocationId: string;
  readonly senderName: string;
  readonly senderEmail: string;
  readonly senderAddress: string;
}
export type Field = keyof Draft;

export const LABELS: Readonly<Record<Field, string>> = {
  name: texts.name,
  legalName: texts.legalName,
  tagline: texts.tagline,
  phone: texts.phone,
  email: texts.email,
  supportEmail: texts.supportEmail,
  address: texts.address,
  hstNumber: texts.hstNumber,
  logoUrl: texts.logo,
  defaultLocationId: texts.defaultLocation,
  senderName: texts.senderName,
  senderEmail: texts.senderEmail,
  senderAddress: texts.senderAddress,
};

export function draftOf({ sender, hstNumber, logoUrl, ...settings }: Settings): Draft {
  const { name, legalName, tagline, phone, email, supportEmail, address, defaultLocationId } = settings;
  return {
    name,
    legalName,
    tagline,
    phone,
    email,
    supportEmail,
    address,
    defaultLocationId,
    hstNumber: hstNumber ?? '',
    logoUrl: logoUrl ?? '',
    senderName: sender.name,
    senderEmail: sender.email,
    senderAddress: sender.postalAddress,
  };
}

const MAILS = ['email', 'supportEmail', 'senderEmail'] as const;

export function problemsOf(draft: Draft): Partial<Record<Field, string>> {
  const problems: Partial<Record<Field, string>> = {};
  if (draft.name.trim() === '') problems.name = texts.required(texts.name);
  for (const field of MAILS) {
    if (draft[field].trim() === '') problems[field] = texts.required(LABELS[field]);
    else if (!looksLikeEmail(draft[field].trim())) problems[field] = 'Invalid email format';
  }
  return problems;
}

/** Fields that say something else in one than in the other. */
export function differing(one: Draft, other: Draft): Field[] {
  return fields.filter((field) => one[field].trim() !== other[field].trim());
}

const fields = Object.keys(LABELS).filter((key): key is Field => Object.hasOwn(LABELS, key));

/** Only what differs is sent; the sender is one thing. */
export function changesOf(before: Draft, draft: Draft) {
  const { senderName, senderEmail, senderAddress, hstNumber, logoUrl, ...plain } = draft;
  const changed = new Set(differing(before, draft));
  const sender = { name: senderName, email: senderEmail, postalAddress: senderAddress };
  const kept = Object.fromEntries(
    Object.entries(plain).filter(([field]) => [...changed].some((each) => each === field)),
  );
  return {
    ...kept,
    ...(changed.has('hstNumber') && { hstNumber: hstNumber.trim() || null }),
    ...(changed.has('logoUrl') && { logoUrl: logoUrl || null }),
    ...((changed.has('senderName') || changed.has('senderEmail') || changed.has('senderAddress')) && { sender }),
  };
}
