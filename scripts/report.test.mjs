import { expect, test, vi } from 'vitest';
import { showPartProgress } from './part-progress.mjs';
import PlaywrightReport from './playwright-report.mjs';
import { checkReport, emptyReport, idleSeconds, printReport, printSlowest, progressText } from './report.mjs';
import { inRoot } from './root.mjs';

const counted = (passed, failed = 0, text = []) => ({ ...emptyReport(), passed, failed, problems: text });

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

test('counts a test that passed on retry as passed and lists it, with what its tries took', () => {
  const journey = (name, outcome, errors = []) => ({
    outcome: () => outcome,
    titlePath: () => ['', 'phone', 'a.e2e.ts', name],
    location: { file: inRoot('e2e', 'a.e2e.ts') },
    results: [
      { errors, startTime: new Date(0), duration: 1_500 },
      { errors: [], startTime: new Date(0), duration: 500 },
    ],
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
  expect(reporter.count()).toMatchObject({
    passed: 2,
    failed: 1,
    skipped: 1,
    problems: ['~ passed on retry [phone] a.e2e.ts › books\n    too late', '✗ [phone] a.e2e.ts › pays\n    declined'],
    tests: ['orders', 'books', 'pays', 'prints'].map((name) => ({ name: `[phone] a.e2e.ts › ${name}`, seconds: 2 })),
    files: [{ name: 'e2e/a.e2e.ts', seconds: 8 }],
  });
});

test('lists the twenty slowest tests and files, and the time in which no test ran', () => {
  const tests = Array.from({ length: 21 }, (_, index) => ({ name: `test ${index}`, seconds: index }));
  const lines = printSlowest({ tests, files: [{ name: 'a.test.ts', seconds: 210 }], betweenTests: 12.4 });
  expect(lines).toHaveLength(24);
  expect(lines[1]).toBe('   20.0 s  test 20');
  expect(lines.slice(20)).toEqual([
    '    1.0 s  test 1',
    'The slowest files:',
    '  210.0 s  a.test.ts',
    'For 12 s no test ran: builds, starts, imports.',
  ]);
});

test('the time in which no test ran counts gaps once, however many tests run side by side', () => {
  const spans = [
    { start: 4_000, end: 6_000 },
    { start: 1_000, end: 3_000 },
    { start: 1_500, end: 2_000 },
  ];
  expect(idleSeconds(0, 10_000, spans)).toBe(6);
  expect(idleSeconds(0, 10_000, [])).toBe(10);
});

test.each([
  ['without an earlier run, the progress counts the tests', 7, { after: 0 }, '7 tests done'],
  [
    'the minutes left are those of this part and of the parts after it',
    50,
    { last: { tests: 200, seconds: 400 }, after: 300 },
    '50 of 200 tests done, about 10 min left',
  ],
  [
    'tests that the last run did not have leave the parts after it',
    9,
    { last: { tests: 8, seconds: 60 }, after: 61 },
    '9 of 9 tests done, about 2 min left',
  ],
])('%s', (_, done, lastRun, text) => {
  expect(progressText(done, lastRun)).toBe(text);
});

test('the report of a property names what its last try met', () => {
  const cause = { message: 'expected 500 to be less than 500' };
  expect(printReport('✗', [{ message: 'Property failed', cause }])).toBe(
    '✗\n    Property failed\n    expected 500 to be less than 500',
  );
});

test('a part in which no test ends for ten minutes says which files run', () => {
  vi.useFakeTimers();
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  vi.stubEnv('TEST_PART', JSON.stringify({ part: 'integration', after: 0 }));
  const onStuck = vi.fn();
  const progress = showPartProgress(onStuck);
  for (const file of ['ends.test.ts', 'loops.test.ts']) progress.begin(file);
  vi.advanceTimersByTime(9 * 60_000);
  progress.add();
  progress.finish('ends.test.ts');
  vi.advanceTimersByTime(10 * 60_000);
  expect(onStuck).not.toHaveBeenCalled();
  vi.advanceTimersByTime(2_000);
  expect(onStuck).toHaveBeenCalledWith(['loops.test.ts']);
  progress.end();
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});
