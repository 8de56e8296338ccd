import path from 'node:path';
import { leaveReport, nothingCounted, printReport } from './report.mjs';
import { inRoot } from './root.mjs';

/** Vitest's reporter. A file that broke before its first test, and an error outside of any test, are failures too. */
export default class VitestReport {
  onTestRunEnd(files, errorsOutside) {
    const report = nothingCounted();
    const failed = (name, errors) => {
      report.failed++;
      report.told.push(printReport(`✗ ${name}`, errors));
    };
    for (const file of files) {
      const name = path.relative(inRoot(), file.moduleId);
      const broken = file.errors();
      if (broken.length > 0) failed(name, broken);
      for (const test of file.children.allTests()) {
        const { state, errors } = test.result();
        if (state === 'failed') failed(`${name} › ${test.fullName}`, errors);
        else report[state === 'passed' ? 'passed' : 'skipped']++;
        if (test.diagnostic()?.flaky)
          report.told.push(printReport(`~ at the second try ${name} › ${test.fullName}`, errors ?? []));
      }
    }
    for (const error of errorsOutside) failed('outside of any test', [error]);
    leaveReport('vitest', report);
  }
}
