import { defineConfig } from 'vitest/config';

const databaseTests = '{apps/server,bench}/**/*.db.test.ts';
/** Screens as people see them, in a document without a browser; the server is a fake. */
const screenTests = 'apps/web/**/*.test.tsx';

export default defineConfig({
  test: {
    // Two cores are the least there is; processes rather than threads, so that a test may change TZ.
    pool: 'forks',
    maxWorkers: 2,
    // Generous: a busy machine is no failure.
    // Some start whole servers as processes; a busy machine takes its time.
    testTimeout: 90_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{packages,apps,languages,bench}/**/*.test.ts', 'scripts/**/*.test.mjs'],
          exclude: ['**/node_modules/**', '**/build/**', databaseTests],
          // Rules keep nothing: one process reads them once for all its files, in a third of the time.
          isolate: false,
          setupFiles: ['./vitest.console.ts', './vitest.waiting.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'screens',
          include: [screenTests],
          environment: 'happy-dom',
          setupFiles: ['./vitest.console.ts', './vitest.waiting.ts', './apps/web/app/testing/set-up.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          include: [databaseTests],
          // Each file has its own database. Importing the server again for every file would double the time.
          isolate: false,
          // As for the journeys: what a crowded machine broke is tried once more, and told at the end.
          retry: 1,
          setupFiles: ['./vitest.console.ts', './vitest.waiting.ts', './apps/server/src/testing/set-up.ts'],
          globalSetup: ['./apps/server/src/testing/global-setup.ts'],
        },
      },
    ],
  },
});
