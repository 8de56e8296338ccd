import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { inRoot } from './root.mjs';

/**
 * The result of a test runner: the numbers of passed, failed and skipped tests, and name and reason of each test that
 * failed or passed on retry. `npm test` prints these again at the end, where people look first.
 *
 * @typedef {{ passed: number, failed: number, skipped: number, problems: string[] }} Report
 */

const fileOf = (runner) => inRoot('reports', `${runner}.json`);

export const emptyReport = () => ({ passed: 0, failed: 0, skipped: 0, problems: [] });

export function writeReport(runner, report) {
  mkdirSync(inRoot('reports'), { recursive: true });
  writeFileSync(fileOf(runner), JSON.stringify(report, null, 1));
}

export function deleteReport(runner) {
  rmSync(fileOf(runner), { force: true });
}

/** @returns {Report | null} */
export function readReport(runner) {
  try {
    return JSON.parse(readFileSync(fileOf(runner), 'utf8'));
  } catch {
    return null;
  }
}

const colours = new RegExp(String.raw`${String.fromCodePoint(27)}\[[0-9;]*m`, 'g');

/** Returns the name of a failed test and enough of the reason to find the place. The cause names what a property met. */
export function printReport(name, errors) {
  const all = errors.flatMap((error) => (error.cause ? [error, error.cause] : [error]));
  const why = all.flatMap(({ message, stack }) => {
    const whole = stack?.includes(message ?? '') ? stack : [message, stack].filter(Boolean).join('\n');
    return whole.replace(colours, '').split('\n').slice(0, 25);
  });
  return [name, ...why].filter((line) => line.trim()).join('\n    ');
}

/** A runner without a report, with a failure but no reason, or without tests counts as failed. */
export function checkReport(report, exitCode) {
  if (!report) return { ...emptyReport(), failed: 1, problems: ['✗ the test runner wrote no report'] };
  if (report.failed > 0) return report;
  if (exitCode !== 0)
    return {
      ...report,
      failed: 1,
      problems: [...report.problems, `✗ the test runner failed with exit code ${exitCode}`],
    };
  if (report.passed === 0) return { ...report, failed: 1, problems: [...report.problems, '✗ no tests ran'] };
  return report;
}
