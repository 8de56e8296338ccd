import { say } from '../core/language.ts';

export const EMAIL_MAX = 100;
/** No mail server takes a longer address; what is longer gets no pattern tried on it. */
const EMAIL_TEXT_MAX = 320;

/** Something@somewhere.tld: what mail software takes; the confirmation mail shows whether it exists. */
export function looksLikeEmail(text: string): boolean {
  if (text.length > EMAIL_TEXT_MAX) return false;
  return /^[^\s@<>()[\],;:\\"]+@[^\s@<>()[\],;:\\"]+\.[^\s@<>()[\],;:\\".]{2,}$/.test(text) && !text.includes('..');
}

/** One spelling per mailbox: what is stored and compared. */
export function normaliseEmail(text: string): string {
  return text.trim().toLowerCase();
}

export function emailProblem(text: string): string | null {
  if (text.trim() === '') return say`Email is required`;
  return looksLikeEmail(text.trim()) ? null : say`Invalid email format`;
}

export const NAME_MIN = 2;

const WEB_ADDRESS = /:\/\/|www\.|[<>\r\n]/i;

export function nameProblem(text: string): string | null {
  if (text.trim() === '') return say`Name is required`;
  // Names stand in mails to people who did not ask for them.
  if (WEB_ADDRESS.test(text)) return say`Name must not contain a web address`;
  return text.trim().length < NAME_MIN ? say`Name must be at least ${NAME_MIN} characters` : null;
}

/** 'Priya Sharma' → 'Priya': what the header says. */
export function firstName(name: string): string {
  return name.trim().split(/\s+/)[0] ?? '';
}

/** Of the first word and the last that have a letter: an emoji, cut in half, would be no sign at all. */
export function initialsOf(name: string): string {
  const letters = name.split(/\s+/).flatMap((word) => /\p{L}/u.exec(word) ?? []);
  return [...letters.slice(0, 1), ...letters.slice(1).slice(-1)].join('').toUpperCase();
}
