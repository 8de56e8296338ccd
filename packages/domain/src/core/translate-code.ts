import { say, sayNow } from './language.ts';
import { entryOf } from './variants.ts';

const WORDS: Readonly<Record<string, string>> = {
  pending: say`pending`,
  completed: say`completed`,
  cancelled: say`cancelled`,
  unpaid: say`unpaid`,
  paid: say`paid`,
  failed: say`failed`,
  refunded: say`refunded`,
  requested: say`requested`,
  succeeded: say`succeeded`,
  confirmed: say`confirmed`,
  seated: say`seated`,
  'no-show': say`no-show`,
  subtotal: say`subtotal`,
  tax: say`tax`,
  tip: say`tip`,
  total: say`total`,
};

/** Shows a code within a sentence, translated if it is also a word: 'paid'. */
export function translateCode(code: string): string {
  return sayNow(entryOf(WORDS, code) ?? code);
}
