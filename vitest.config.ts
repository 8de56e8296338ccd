import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { pageState } from './vitest.page-state.ts';

const databaseTests = '{apps/server,bench}/**/*.db.test.ts';
/**
 * With QUICK_TESTS these are left out, because they take long for a change that does not concern them: the types of all
 * names, values of every kind in every field, servers that are broken or cut off, and faults that the checker must find.
 */
const slow = process.env['QUICK_TESTS']
  ? [
      'scripts/text-names.test.mjs',
      'bench/src/chaos.db.test.ts',
      'bench/src/checker/check-export.db.test.ts',
      'apps/server/src/api/hostile-sign-in.db.test.ts',
      'apps/server/src/platform/http/hostile-fields.db.test.ts',
      'apps/server/src/platform/http/random-input.db.test.ts',
      'apps/server/src/{two-copies,failover,full-disk,external-database}.db.test.ts',
    ]
  : [];
/** Rules and programs without a database. */
const unitTests = ['{packages,apps,languages,bench}/**/*.test.ts', 'scripts/**/*.test.mjs'];
/** Screens as people see them, in a document without a browser; the server is a fake. */
const screenTests = 'apps/web/**/*.test.tsx';
/**
 * Files that replace modules or read them anew, which would also change them for the files after. Each has a process of
 * its own; all others share one document and one copy of the modules, see apps/web/app/testing/fresh-page.ts.
 */
const mocking = filesWith(screenTests, /\bvi\.(mock|doMock|resetModules)\(/);
/**
 * Files that wind a clock forward. Each has a process of its own, because a connection that an earlier file left open
 * would start its timers on that clock, again and again.
 */
const winding = filesWith(unitTests, /\bvi\.useFakeTimers\(/);

function filesWith(pattern: string | string[], contents: RegExp): string[] {
  const exclude = ['**/node_modules/**', '**/build/**', databaseTests];
  return globSync(pattern, { cwd: import.meta.dirname, exclude }).filter((file) =>
    contents.test(readFileSync(path.join(import.meta.dirname, file), 'utf8')),
  );
}
const screens = {
  environment: 'happy-dom' as const,
  setupFiles: ['./vitest.console.ts', './vitest.waiting.ts', './apps/web/app/testing/set-up.ts'],
};

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
          include: unitTests,
          exclude: ['**/node_modules/**', '**/build/**', databaseTests, ...winding, ...slow],
          // Rules keep nothing: one process reads them once for all its files, in a third of the time.
          isolate: false,
          setupFiles: ['./vitest.console.ts', './vitest.waiting.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'unit-alone',
          include: winding,
          setupFiles: ['./vitest.console.ts', './vitest.waiting.ts'],
          // After the others, because a process that is shared ends when a file with its own comes next.
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        plugins: [pageState()],
        test: {
          ...screens,
          name: 'screens',
          include: [screenTests],
          exclude: ['**/node_modules/**', ...mocking],
          isolate: false,
        },
      },
      {
        extends: true,
        plugins: [pageState()],
        test: {
          ...screens,
          name: 'screens-alone',
          include: mocking,
          // After the others, because a process that is shared ends when a file with its own comes next.
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          include: [databaseTests],
          exclude: ['**/node_modules/**', ...slow],
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
