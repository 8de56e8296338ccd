import { leaveReport, nothingCounted, printReport } from './report.mjs';

const countedAs = { expected: 'passed', flaky: 'passed', unexpected: 'failed', skipped: 'skipped' };
const signs = { flaky: '~ at the second try', unexpected: '✗' };

/**
 * Playwright's reporter. What passed at the second try has passed, and is told, to be mended: a crowded machine is no
 * fault of the product.
 */
export default class PlaywrightReport {
  report = nothingCounted();

  onBegin(_, all) {
    this.all = all;
  }

  onError(error) {
    this.report.failed++;
    this.report.told.push(printReport('✗ outside of any journey', [error]));
  }

  count() {
    for (const journey of this.all?.allTests() ?? []) {
      const outcome = journey.outcome();
      this.report[countedAs[outcome]]++;
      if (!signs[outcome]) continue;
      const [project, ...names] = journey.titlePath().filter(Boolean);
      const errors = journey.results.flatMap((result) => result.errors).slice(0, 2);
      this.report.told.push(printReport(`${signs[outcome]} [${project}] ${names.join(' › ')}`, errors));
    }
    return this.report;
  }

  onEnd() {
    leaveReport('browser', this.count());
  }

  printsToStdio() {
    return false;
  }
}
