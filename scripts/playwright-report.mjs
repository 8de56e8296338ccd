import { writeReport, emptyReport, printReport } from './report.mjs';

const countedAs = { expected: 'passed', flaky: 'passed', unexpected: 'failed', skipped: 'skipped' };
const signs = { flaky: '~ passed on retry', unexpected: '✗' };

/**
 * Playwright's reporter. A test that passes on retry counts as passed and is listed, because a busy machine can make
 * it fail.
 */
export default class PlaywrightReport {
  report = emptyReport();

  onBegin(_, all) {
    this.all = all;
  }

  onError(error) {
    this.report.failed++;
    this.report.problems.push(printReport('✗ outside of any test', [error]));
  }

  count() {
    for (const journey of this.all?.allTests() ?? []) {
      const outcome = journey.outcome();
      this.report[countedAs[outcome]]++;
      if (!signs[outcome]) continue;
      const [project, ...names] = journey.titlePath().filter(Boolean);
      const errors = journey.results.flatMap((result) => result.errors).slice(0, 2);
      this.report.problems.push(printReport(`${signs[outcome]} [${project}] ${names.join(' › ')}`, errors));
    }
    return this.report;
  }

  onEnd() {
    writeReport('browser', this.count());
  }

  printsToStdio() {
    return false;
  }
}
