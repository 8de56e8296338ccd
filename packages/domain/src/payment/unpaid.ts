import { say } from '../core/language.ts';
import { failure } from '../core/errors.ts';
import { err, ok, type Result } from '../core/result.ts';

/** How much may wait on guests' payment pages that are open, of one account and from one network address. */
export const UNPAID_MAX = {
  pages: { person: 10, address: 60 },
  /** Portions of counted dishes, which nobody else can have meanwhile. */
  portions: { person: 40, address: 100 },
} as const;

export interface Unpaid {
  readonly pages: number;
  readonly portions: number;
}

/**
 * May this guest go to pay for so many counted portions more? Pages cost nothing, and what they hold is nobody else's.
 * To the address count only guests who have proven nothing, and only they are held to it. `phone` is where one goes on.
 */
export function mayOpenPage(
  request: { readonly portions: number; readonly isProven: boolean; readonly phone: string },
  reserved: { readonly person: Unpaid; readonly address: Unpaid },
): Result<true> {
  const { portions, isProven, phone } = request;
  const isTooMuch = (of: 'person' | 'address'): boolean =>
    reserved[of].pages + 1 > UNPAID_MAX.pages[of] || reserved[of].portions + portions > UNPAID_MAX.portions[of];
  if (isTooMuch('person')) return no(say`Please pay what waits to be paid first, order less, or call us at ${phone}.`);
  if (isProven || !isTooMuch('address')) return ok(true);
  return no(say`Please order less, try again in a few minutes, or call us at ${phone}.`);
}

function no(wayOn: string): Result<true> {
  const words = say`That is more than is put aside for orders that are not paid yet.`;
  return err(failure('too-much-unpaid', `${words} ${wayOn}`));
}
