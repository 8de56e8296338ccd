import { matchScore } from './match.ts';
import type { handbookPages } from './pages.ts';

export type HandbookPages = ReturnType<typeof handbookPages>;

/** A match in the text is weaker than the weakest in the title. */
const TEXT_WEIGHT = 0.1;

/** The pages of the handbook with the typed words, those with the words in their title first. */
export function searchHandbook(pages: HandbookPages, typed: string, limit = pages.length): HandbookPages {
  return pages
    .map((page) => ({ page, score: matchScore(typed, page.title) || TEXT_WEIGHT * matchScore(typed, textOf(page)) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, limit)
    .map(({ page }) => page);
}

/** The text of a page, sentence by sentence for the purpose of the search. */
function textOf({ blocks }: HandbookPages[number]): string {
  return blocks.flatMap(({ lines }) => lines.map((line) => line.map(({ text }) => text).join(''))).join(', ');
}
