import type { Page } from '@playwright/test';
import axe from 'axe-core';

const RULES = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
  // Reporting passed checks takes as long as running them.
  resultTypes: ['violations' as const],
};

/** Runs axe on the page, all rules or only some. Excludes the frame with a mail preview. */
export async function axeFinds(page: Page, only?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  return page.evaluate(
    async (rules) => {
      const { run } = (globalThis as unknown as { axe: typeof axe }).axe;
      const { violations } = await run({ exclude: ['iframe[sandbox]'] }, rules);
      return violations.flatMap(({ id, help, nodes }) =>
        nodes.map(({ target }) => `${id}: ${help} (${target.join(' ')})`),
      );
    },
    only ? { ...RULES, runOnly: [...only] } : RULES,
  );
}
