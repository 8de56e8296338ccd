/** What a runner counted. Nothing ran and nothing readable both count as a failure. */
const unreadable = { passed: 0, failed: 1, skipped: 0 };

/** Vitest's JSON report; a file that broke before its first test is a failure too. */
export function vitestCounts(report, exitCode) {
  if (!report) return unreadable;
  const brokenFiles = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some(isFailed),
  );
  return settle(report.numPassedTests, report.numFailedTests + brokenFiles.length, report.numPendingTests, exitCode);
}

const isFailed = (test) => test.status === 'failed';

/** Playwright's JSON report; `errors` are those outside of any test. */
export function playwrightCounts(report, exitCode) {
  if (!report) return unreadable;
  const { expected, unexpected, flaky, skipped } = report.stats;
  // Flaky: passed at the second try. Its summary names them, to be mended; a crowded machine is no fault of the product.
  return settle(expected + flaky, unexpected + report.errors.length, skipped, exitCode);
}

/** A runner that says it failed has failed, whatever it counted; so has one that ran nothing. */
function settle(passed, failed, skipped, exitCode) {
  const silent = failed === 0 && (exitCode !== 0 || passed === 0);
  return { passed, failed: silent ? 1 : failed, skipped };
}
