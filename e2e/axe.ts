import type { Page } from '@playwright/test';
import axe from 'axe-core';

const RULES = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
  // To describe what is right as well takes as long as to look.
  resultTypes: ['violations' as const],
};

/** All that axe finds wrong with the page as it is now; a mail's own page in its frame is not ours. */
export async function axeFinds(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  return page.evaluate(async (rules) => {
    const { run } = (globalThis as unknown as { axe: typeof axe }).axe;
    const { violations } = await run({ exclude: ['iframe[sandbox]'] }, rules);
    return violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ target }) => `${id}: ${help} (${target.join(' ')})`),
    );
  }, RULES);
}
