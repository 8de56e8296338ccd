import { say } from '../core/language.ts';

/**
 * What a form says when it asks whether it may send offers. Canada's anti-spam law (section 10) wants to read there who
 * asks, how to reach them, what for, and that the consent can be withdrawn. The server stores the words as proof.
 */
export function offersConsentTexts(
  restaurant: string,
  address: string,
): { readonly label: string; readonly terms: string } {
  const sender = address.trim() === '' ? restaurant : `${restaurant}, ${address}`;
  return { label: say`Send me offers by email`, terms: say`From ${sender}. You can unsubscribe at any time.` };
}
