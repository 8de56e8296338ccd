import { expect, test } from 'vitest';
import { limitsPage } from './limits.mjs';
import { inRoot } from './root.mjs';

test('docs/limits.md lists the numbers of this version; `npm run limits` writes it', async () => {
  await expect(limitsPage()).toMatchFileSnapshot(inRoot('docs/limits.md'));
});
