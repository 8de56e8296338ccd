import path from 'node:path';
import { showPartProgress } from './part-progress.mjs';
import { writeReport, emptyReport, idleSeconds, printReport } from './report.mjs';
import { inRoot } from './root.mjs';
import { say } from './screen.mjs';

/** Vitest's reporter. A file that fails before its first test and errors outside of tests also count as failures. */
export default class VitestReport {
  began = Date.now();
  progress = showPartProgress((names) => this.endStuckRun(names));
  isStuck = false;

  onInit(vitest) {
    this.vitest = vitest;
  }

  /** Ends a run that would wait for ever, for example for a loop that blocks its process, where no limit can pass. */
  endStuckRun(names) {
    if (this.isStuck) return;
    this.isStuck = true;
    const problems = names.map((name) => `✗ ${name} does not end`);
    for (const problem of problems) say(problem);
    writeReport('vitest', { ...emptyReport(), failed: problems.length, problems });
    process.exitCode = 1;
    void this.vitest.exit(true);
  }

  onTestModuleQueued(file) {
    this.progress?.begin(nameOf(file));
  }

  onTestModuleEnd(file) {
    this.progress?.finish(nameOf(file));
  }

  onTestCaseResult(test) {
    this.progress?.add();
    const { state, errors } = test.result();
    if (this.progress && state === 'failed') say(printReport(`✗ ${nameOf(test.module)} › ${test.fullName}`, errors));
  }

  onTestRunEnd(files, errorsOutside) {
    this.progress?.end();
    if (this.isStuck) return;
    const report = emptyReport();
    const spans = [];
    const failed = (name, errors) => {
      report.failed++;
      report.problems.push(printReport(`✗ ${name}`, errors));
    };
    for (const file of files) {
      const name = nameOf(file);
      const broken = file.errors();
      if (broken.length > 0) failed(name, broken);
      const whole = file.diagnostic();
      const ms =
        whole.environmentSetupDuration +
        whole.prepareDuration +
        whole.collectDuration +
        whole.setupDuration +
        whole.duration;
      report.files.push({ name, seconds: ms / 1000 });
      for (const test of file.children.allTests()) {
        const { state, errors } = test.result();
        if (state === 'failed') failed(`${name} › ${test.fullName}`, errors);
        else report[state === 'passed' ? 'passed' : 'skipped']++;
        const taken = test.diagnostic();
        if (taken?.flaky)
          report.problems.push(printReport(`~ passed on retry ${name} › ${test.fullName}`, errors ?? []));
        if (!taken) continue;
        report.tests.push({ name: `${name} › ${test.fullName}`, seconds: taken.duration / 1000 });
        spans.push({ start: taken.startTime, end: taken.startTime + taken.duration });
      }
    }
    for (const error of errorsOutside) failed('outside of any test', [error]);
    report.betweenTests = idleSeconds(this.began, Date.now(), spans);
    writeReport('vitest', report);
  }
}

const nameOf = (file) => path.relative(inRoot(), file.moduleId);
