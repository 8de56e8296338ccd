import { expect, test } from 'vitest';
import type { LegalText } from './legal-page.tsx';
import { ACCESSIBILITY } from './accessibility.ts';
import { PRIVACY } from './privacy.ts';
import { TERMS } from './terms.ts';

/** What a translation has in common with its page: headings, conditions, facts and links. */
const shapeOf = (text: string) => text.match(/^## |^\[[a-z ]+\] |^- |\{#?[\w-]+\}|\]\(.+?\)/gm);

test.each<[string, LegalText]>([
  ['privacy', PRIVACY],
  ['terms', TERMS],
  ['accessibility', ACCESSIBILITY],
])('the French page says as much as the English one: %s', (_name, { texts }) => {
  expect(shapeOf(texts.en)?.length).toBeGreaterThan(15);
  expect(shapeOf(texts.fr)?.toSorted()).toEqual(shapeOf(texts.en)?.toSorted());
});
