import { failure } from '../core/errors.ts';
import { err, ok, type Result } from '../core/result.ts';

export const OTHER_REASON = 'Other';

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
  return reason === '' ? err(failure('invalid-argument', 'Please select or enter a cancellation reason')) : ok(reason);
}

/** The confirm button sleeps while a cancel is on its way and until something is selected. */
export function mayConfirmCancel(choice: CancelChoice, isLoading: boolean): boolean {
  return !isLoading && (choice.preset !== null || choice.text.trim() !== '');
}
