import { say, sayNow } from '../core/language.ts';
import { failure } from '../core/errors.ts';
import { err, ok, type Result } from '../core/result.ts';
import { entryOf } from '../core/variants.ts';

export const OTHER_REASON = 'Other';

/** Kept with the booking, and known again by their letters: they are said in the reader's language when they are read. */
export const CANCEL_PRESETS = [
  'Customer requested cancellation',
  'Restaurant closure/maintenance',
  'Overbooking issue',
  'Kitchen emergency',
  'Staff shortage',
  'Weather conditions',
  'Customer no-show',
  OTHER_REASON,
] as const;
export type CancelPreset = (typeof CANCEL_PRESETS)[number];

const WORDS: Readonly<Record<string, string>> = {
  'Customer requested cancellation': say`Customer requested cancellation`,
  'Restaurant closure/maintenance': say`Restaurant closure/maintenance`,
  'Overbooking issue': say`Overbooking issue`,
  'Kitchen emergency': say`Kitchen emergency`,
  'Staff shortage': say`Staff shortage`,
  'Weather conditions': say`Weather conditions`,
  'Customer no-show': say`Customer no-show`,
  [OTHER_REASON]: say`Other`,
} satisfies Record<CancelPreset, string>;

/** A reason that was kept, as it is read: what was typed stays as it is. */
export function cancelReasonText(reason: string): string {
  return sayNow(entryOf(WORDS, reason) ?? reason);
}

/** What the cancel dialog holds. */
export interface CancelChoice {
  readonly preset: CancelPreset | null;
  readonly text: string;
}

export const NO_CANCEL_CHOICE: CancelChoice = { preset: null, text: '' };

/** Picking a preset clears what was typed. */
export function pickPreset(preset: CancelPreset): CancelChoice {
  return { preset, text: '' };
}

/** The reason that is kept: a preset's own words, or what was typed for 'Other'. */
export function cancelReason({ preset, text }: CancelChoice): Result<string> {
  const reason = preset === null || preset === OTHER_REASON ? text.trim() : preset;
  return reason === ''
    ? err(failure('invalid-argument', say`Please select or enter a cancellation reason`))
    : ok(reason);
}

/** The confirm button sleeps while a cancel is on its way and until something is selected. */
export function mayConfirmCancel(choice: CancelChoice, isLoading: boolean): boolean {
  return !isLoading && (choice.preset !== null || choice.text.trim() !== '');
}
