import path from 'node:path';
import { writeReport, emptyReport, printReport } from './report.mjs';
import { inRoot } from './root.mjs';

/** Vitest's reporter. A file that fails before its first test and errors outside of tests also count as failures. */
export default class VitestReport {
  onTestRunEnd(files, errorsOutside) {
    const report = emptyReport();
    const failed = (name, errors) => {
      report.failed++;
      report.problems.push(printReport(`✗ ${name}`, errors));
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
          report.problems.push(printReport(`~ passed on retry ${name} › ${test.fullName}`, errors ?? []));
      }
    }
    for (const error of errorsOutside) failed('outside of any test', [error]);
    writeReport('vitest', report);
  }
}
