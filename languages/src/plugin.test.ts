import { expect, test } from 'vitest';
import { SOURCE } from './plugin.ts';

test.each([
  ['/repository/apps/web/app/routes/guest/menu.tsx', true],
  ['/repository/apps/web/app/routes/guest/login.tsx?route-chunk=main', true],
  ['/repository/apps/web/worker/worker.ts', true],
  ['/repository/packages/domain/src/hours/texts.ts', true],
  ['/repository/apps/web/app/root.tsx?__react-router-build-client-route', false],
  ['/repository/apps/web/app/ui/tokens.css', false],
  ['/repository/node_modules/react/index.js', false],
])('the build translates %s: %s', (file, isTranslated) => {
  expect(SOURCE.test(file)).toBe(isTranslated);
});
