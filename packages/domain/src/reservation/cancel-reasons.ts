import { say, sayNow } from '../core/language.ts';
import { ok, type Result, fail } from '../core/result.ts';
import { entryOf, keysOf } from '../core/variants.ts';

export const OTHER_REASON = 'Other';
/** Stored when a guest cancels and gives no reason. */
export const CUSTOMER_REQUEST = 'Customer requested cancellation';

/** Stored when a party on the waitlist leaves it, and when it does not answer its call. Staff cannot choose them. */
export const WAIT_REASONS = {
  left: 'Left the waitlist',
  'no-answer': 'No answer to the call from the waitlist',
} as const;

/** Stored when nobody paid the deposit of a booking in time. */
export const NOT_PAID = 'Deposit not paid in time';

/** Stored with the reservation and recognised by their text; they are translated when shown. */
const PRESETS = {
  [CUSTOMER_REQUEST]: say`Customer requested cancellation`,
  'Restaurant closure/maintenance': say`Restaurant closure/maintenance`,
  'Overbooking issue': say`Overbooking issue`,
  'Kitchen emergency': say`Kitchen emergency`,
  'Staff shortage': say`Staff shortage`,
  'Weather conditions': say`Weather conditions`,
  'Customer no-show': say`Customer no-show`,
  [OTHER_REASON]: say`Other`,
} as const;
export type CancelPreset = keyof typeof PRESETS;
export const CANCEL_PRESETS: readonly CancelPreset[] = keysOf<CancelPreset>(PRESETS);

const WAIT_REASON_TEXTS = {
  [WAIT_REASONS.left]: say`Left the waitlist`,
  [WAIT_REASONS['no-answer']]: say`No answer to the call from the waitlist`,
  [NOT_PAID]: say`Deposit not paid in time`,
} as const;

/** The stored reason as shown: known reasons are translated, typed ones stay unchanged. */
export function cancelReasonText(reason: string): string {
  return sayNow(entryOf<string>({ ...PRESETS, ...WAIT_REASON_TEXTS }, reason) ?? reason);
}

/** The state of the cancel dialog. */
export interface CancelChoice {
  readonly preset: CancelPreset | null;
  readonly text: string;
}

export const NO_CANCEL_CHOICE: CancelChoice = { preset: null, text: '' };

/** Choosing a preset clears the typed text. */
export function pickPreset(preset: CancelPreset): CancelChoice {
  return { preset, text: '' };
}

/** The reason to store: the preset, or the typed text for 'Other'. */
export function cancelReason({ preset, text }: CancelChoice): Result<string> {
  const reason = preset === null || preset === OTHER_REASON ? text.trim() : preset;
  return reason === '' ? fail('invalid-argument', say`Please select or enter a cancellation reason`) : ok(reason);
}

/** The confirm button is disabled while a cancellation is being sent and until a reason is chosen. */
export function mayConfirmCancel(choice: CancelChoice, isLoading: boolean): boolean {
  return !isLoading && (choice.preset !== null || choice.text.trim() !== '');
}
