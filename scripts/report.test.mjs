import { expect, test } from 'vitest';
import PlaywrightReport from './playwright-report.mjs';
import { settle, printReport } from './report.mjs';

const counted = (passed, failed = 0, text = []) => ({ passed, failed, skipped: 0, told: text });

test.each([
  ['all passed', counted(3), 0, counted(3)],
  ['what failed is counted once, whatever the runner says', counted(2, 1, ['✗ a']), 1, counted(2, 1, ['✗ a'])],
  ['everything passed and yet the runner failed', counted(2), 1, counted(2, 1, ['✗ the runner ended with 1'])],
  ['nothing ran', counted(0), 0, counted(0, 1, ['✗ nothing ran'])],
  ['no report at all', null, 0, counted(0, 1, ['✗ the runner left no report'])],
])('%s', (_, report, exitCode, settled) => {
  expect(settle(report, exitCode)).toEqual(settled);
});

test('what failed is told by its name and the beginning of its reason, without colours', () => {
  const stack = `Error: \u001b[31mtoo late\u001b[39m\n${'    at somewhere\n'.repeat(40)}`;
  const lines = printReport('✗ a test', [{ message: '\u001b[31mtoo late\u001b[39m', stack }]).split('\n');
  expect(lines.slice(0, 2)).toEqual(['✗ a test', '    Error: too late']);
  expect(lines).toHaveLength(26);
});

test('a reason that its stack does not say is told before it', () => {
  expect(printReport('✗', [{ message: 'expected 3', stack: 'at a.ts:1' }])).toBe('✗\n    expected 3\n    at a.ts:1');
});

test('a journey that passed at the second try has passed, and is told', () => {
  const journey = (name, outcome, errors = []) => ({
    outcome: () => outcome,
    titlePath: () => ['', 'phone', 'a.e2e.ts', name],
    results: [{ errors }, { errors: [] }],
  });
  const reporter = new PlaywrightReport();
  reporter.onBegin(null, {
    allTests: () => [
      journey('orders', 'expected'),
      journey('books', 'flaky', [{ message: 'too late' }]),
      journey('pays', 'unexpected', [{ message: 'declined' }]),
      journey('prints', 'skipped'),
    ],
  });
  expect(reporter.count()).toEqual({
    passed: 2,
    failed: 1,
    skipped: 1,
    told: ['~ at the second try [phone] a.e2e.ts › books\n    too late', '✗ [phone] a.e2e.ts › pays\n    declined'],
  });
});
