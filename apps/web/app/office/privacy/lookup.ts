import { looksLikeEmail, normalisePhone } from '@tiffin/domain/people';
import type { Body } from '../../shared/api/api.ts';

export type PersonLookup = Pick<Body<'forgetPerson'>, 'orderId' | 'reservationId' | 'email' | 'phone' | 'userId'>;

/** Links name an account in this way (`officePaths.forgetUser`). */
const USER = 'user:';

/** What a person typed, or what a link to this section contains; null if it is none of these. */
export function lookupOf(text: string): PersonLookup | null {
  const typed = text.trim();
  if (typed.startsWith(USER)) return { userId: typed.slice(USER.length) };
  if (looksLikeEmail(typed)) return { email: typed };
  if (/^RES-/i.test(typed)) return { reservationId: typed };
  if (/^[a-z0-9]+-\d{8}-[a-z0-9]+$/i.test(typed)) return { orderId: typed };
  return normalisePhone(typed) === null ? null : { phone: typed };
}
