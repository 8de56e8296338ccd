import { defineConfig } from 'vitest/config';

/** The screen tests alone, for Stryker: it runs one project, without PostgreSQL. */
export default defineConfig({
  test: {
    include: ['apps/web/app/{office/payments,guest/checkout}/*.test.{ts,tsx}'],
    environment: 'happy-dom',
    setupFiles: ['./vitest.console.ts', './apps/web/app/testing/set-up.ts'],
    testTimeout: 90_000,
  },
});
