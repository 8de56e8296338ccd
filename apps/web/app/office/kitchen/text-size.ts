import { useStoredChoice } from '../../shared/page/use-stored-choice.ts';

/** The text sizes in pixels: for close reading, and for two metres, where a dish is 32 px high and its heat 24. */
export const TEXT_SIZES = { medium: 20, large: 28 } as const;
export type TextSize = keyof typeof TEXT_SIZES;

const TEXT_KEY = 'tiffin_kitchen_text';

export function useTextSize() {
  return useStoredChoice(TEXT_KEY, ['medium', 'large'], matchMedia('(max-width: 767px)').matches ? 'medium' : 'large');
}
