import { expect, test } from 'vitest';
import PlaywrightReport from './playwright-report.mjs';
import { checkReport, printReport } from './report.mjs';

const counted = (passed, failed = 0, text = []) => ({ passed, failed, skipped: 0, problems: text });

test.each([
  ['all passed', counted(3), 0, counted(3)],
  ['counts a failed test once, even if the runner fails', counted(2, 1, ['✗ a']), 1, counted(2, 1, ['✗ a'])],
  [
    'fails if all tests passed but the runner failed',
    counted(2),
    1,
    counted(2, 1, ['✗ the test runner failed with exit code 1']),
  ],
  ['fails if no tests ran', counted(0), 0, counted(0, 1, ['✗ no tests ran'])],
  ['fails without a report', null, 0, counted(0, 1, ['✗ the test runner wrote no report'])],
])('%s', (_, report, exitCode, settled) => {
  expect(checkReport(report, exitCode)).toEqual(settled);
});

test('prints a failed test with its name and the start of its reason, without colours', () => {
  const stack = `Error: \u001b[31mtoo late\u001b[39m\n${'    at somewhere\n'.repeat(40)}`;
  const lines = printReport('✗ a test', [{ message: '\u001b[31mtoo late\u001b[39m', stack }]).split('\n');
  expect(lines.slice(0, 2)).toEqual(['✗ a test', '    Error: too late']);
  expect(lines).toHaveLength(26);
});

test('prints the reason first if the stack does not contain it', () => {
  expect(printReport('✗', [{ message: 'expected 3', stack: 'at a.ts:1' }])).toBe('✗\n    expected 3\n    at a.ts:1');
});

test('counts a test that passed on retry as passed and lists it', () => {
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
    problems: ['~ passed on retry [phone] a.e2e.ts › books\n    too late', '✗ [phone] a.e2e.ts › pays\n    declined'],
  });
});

test('the report of a property names what its last try met', () => {
  const cause = { message: 'expected 500 to be less than 500' };
  expect(printReport('✗', [{ message: 'Property failed', cause }])).toBe(
    '✗\n    Property failed\n    expected 500 to be less than 500',
  );
});
