import path from 'node:path';
import { showPartProgress } from './part-progress.mjs';
import { writeReport, emptyReport, idleSeconds, printReport } from './report.mjs';
import { inRoot } from './root.mjs';
import { say } from './screen.mjs';

const countedAs = { expected: 'passed', flaky: 'passed', unexpected: 'failed', skipped: 'skipped' };
const signs = { flaky: '~ passed on retry', unexpected: '✗' };

/**
 * Playwright's reporter. A test that passes on retry counts as passed and is listed, because a busy machine can make
 * it fail.
 */
export default class PlaywrightReport {
  began = Date.now();
  report = emptyReport();

  onBegin(_, all) {
    this.all = all;
    this.progress = showPartProgress();
  }

  onError(error) {
    this.report.failed++;
    this.report.problems.push(printReport('✗ outside of any test', [error]));
  }

  onTestEnd(journey, { status, errors }) {
    this.progress?.add();
    if (this.progress && status !== journey.expectedStatus)
      say(printReport(`✗ ${nameOf(journey)}`, errors.slice(0, 2)));
  }

  count() {
    const spans = [];
    const files = new Map();
    for (const journey of this.all?.allTests() ?? []) {
      const outcome = journey.outcome();
      this.report[countedAs[outcome]]++;
      const file = path.relative(inRoot(), journey.location.file);
      const seconds = journey.results.reduce((sum, { duration }) => sum + duration, 0) / 1000;
      this.report.tests.push({ name: nameOf(journey), seconds });
      files.set(file, (files.get(file) ?? 0) + seconds);
      for (const { startTime, duration } of journey.results)
        spans.push({ start: startTime.getTime(), end: startTime.getTime() + duration });
      if (!signs[outcome]) continue;
      const errors = journey.results.flatMap((result) => result.errors).slice(0, 2);
      this.report.problems.push(printReport(`${signs[outcome]} ${nameOf(journey)}`, errors));
    }
    this.report.files = [...files].map(([name, seconds]) => ({ name, seconds }));
    this.report.betweenTests = idleSeconds(this.began, Date.now(), spans);
    return this.report;
  }

  onEnd() {
    this.progress?.end();
    writeReport('browser', this.count());
  }

  printsToStdio() {
    return Boolean(process.env.TEST_PART);
  }
}

function nameOf(journey) {
  const [project, ...names] = journey.titlePath().filter(Boolean);
  return `[${project}] ${names.join(' › ')}`;
}
