import { expect, test } from 'vitest';
import { playwrightCounts, vitestCounts } from './counts.mjs';

const vitestReport = (passed, failed, files = []) => ({
  numPassedTests: passed,
  numPendingTests: 0,
  numFailedTests: failed,
  testResults: files,
});
const playwrightReport = (stats, errors = []) => ({
  stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 0, ...stats },
  errors,
});
const broken = { status: 'failed', assertionResults: [] };
const withFailedTest = { status: 'failed', assertionResults: [{ status: 'failed' }] };

test.each([
  ['all passed', vitestReport(3, 0), 0, { passed: 3, failed: 0, skipped: 0 }],
  [
    'a failed test counts once, not again for its file',
    vitestReport(2, 1, [withFailedTest]),
    1,
    { passed: 2, failed: 1, skipped: 0 },
  ],
  ['a file that broke before its first test', vitestReport(2, 0, [broken]), 1, { passed: 2, failed: 1, skipped: 0 }],
  ['everything passed and yet the runner failed', vitestReport(2, 0), 1, { passed: 2, failed: 1, skipped: 0 }],
  ['nothing ran', vitestReport(0, 0), 0, { passed: 0, failed: 1, skipped: 0 }],
  ['no report at all', null, 0, { passed: 0, failed: 1, skipped: 0 }],
])('vitest: %s', (_, report, exitCode, counts) => {
  expect(vitestCounts(report, exitCode)).toEqual(counts);
});

test.each([
  ['all passed', playwrightReport({ expected: 4 }), 0, { passed: 4, failed: 0, skipped: 0 }],
  ['a skipped journey is told', playwrightReport({ expected: 4, skipped: 2 }), 0, { passed: 4, failed: 0, skipped: 2 }],
  [
    'a journey that passed at the second try has passed',
    playwrightReport({ expected: 4, flaky: 1 }),
    0,
    { passed: 5, failed: 0, skipped: 0 },
  ],
  [
    'an error outside of any journey',
    playwrightReport({}, [{ message: 'no server' }]),
    1,
    { passed: 0, failed: 1, skipped: 0 },
  ],
  ['nothing ran', playwrightReport({}), 0, { passed: 0, failed: 1, skipped: 0 }],
  ['no report at all', null, 1, { passed: 0, failed: 1, skipped: 0 }],
])('playwright: %s', (_, report, exitCode, counts) => {
  expect(playwrightCounts(report, exitCode)).toEqual(counts);
});
