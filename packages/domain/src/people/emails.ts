import { say } from '../core/language.ts';

export const EMAIL_MAX = 100;
/** Longer than any mail server accepts. Longer texts are rejected before a pattern runs on them. */
const EMAIL_TEXT_MAX = 320;

/** Checks for something@somewhere.tld. Whether the address exists is shown by the confirmation mail. */
export function looksLikeEmail(text: string): boolean {
  if (text.length > EMAIL_TEXT_MAX) return false;
  return /^[^\s@<>()[\],;:\\"]+@[^\s@<>()[\],;:\\"]+\.[^\s@<>()[\],;:\\".]{2,}$/.test(text) && !text.includes('..');
}

/** The form in which addresses are stored and compared. */
export function normaliseEmail(text: string): string {
  return text.trim().toLowerCase();
}

const IGNORES_DOTS = new Set(['gmail.com', 'googlemail.com']);

/** The address without what its owner can vary: what follows a plus sign, and dots at some hosts. */
export function foldEmail(email: string): string {
  const [name = '', host = ''] = normaliseEmail(email).split('@');
  const [mailbox = ''] = name.split('+');
  return `${IGNORES_DOTS.has(host) ? mailbox.replaceAll('.', '') : mailbox}@${host}`;
}

export function emailProblem(text: string): string | null {
  if (text.trim() === '') return say`Email is required`;
  return looksLikeEmail(text.trim()) ? null : say`Invalid email format`;
}

export const NAME_MIN = 2;

const WEB_ADDRESS = /:\/\/|www\.|[<>\r\n]/i;

export function nameProblem(text: string): string | null {
  if (text.trim() === '') return say`Name is required`;
  // Names appear in mails to people who did not ask for them.
  if (WEB_ADDRESS.test(text)) return say`Name must not contain a web address`;
  return text.trim().length < NAME_MIN ? say`Name must be at least ${NAME_MIN} characters` : null;
}

/** 'Priya Sharma' → 'Priya', for the page header. */
export function firstName(name: string): string {
  return name.trim().split(/\s+/)[0] ?? '';
}

/** The initials of the first and last word with a letter. Emoji are skipped: half of one is no character. */
export function initialsOf(name: string): string {
  const letters = name.split(/\s+/).flatMap((word) => /\p{L}/u.exec(word) ?? []);
  return [...letters.slice(0, 1), ...letters.slice(1).slice(-1)].join('').toUpperCase();
}
