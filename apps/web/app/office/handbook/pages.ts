import atTheTill from '../../../../../docs/handbook/a-day-at-the-till.md?raw';
import leaving from '../../../../../docs/handbook/leaving.md?raw';
import openAHouse from '../../../../../docs/handbook/open-a-house.md?raw';
import figures from '../../../../../docs/handbook/the-weeks-figures.md?raw';
import noNetwork from '../../../../../docs/handbook/when-the-network-is-gone.md?raw';
import { readPage, type HandbookPage } from './read-page.ts';

/** The files of docs/handbook, in the order one needs them. */
const FILES = {
  'open-a-house': openAHouse,
  'a-day-at-the-till': atTheTill,
  'when-the-network-is-gone': noNetwork,
  'the-weeks-figures': figures,
  leaving,
} as const;

export const PAGES: readonly (HandbookPage & { readonly id: string })[] = Object.entries(FILES).map(([id, text]) => ({
  id,
  ...readPage(text),
}));
