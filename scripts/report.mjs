import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { inRoot } from './root.mjs';

/**
 * The result of a test runner: the numbers of passed, failed and skipped tests, name and reason of each test that
 * failed or passed on retry, which `npm test` prints again at the end, where people look first, and what each test and
 * file took. `betweenTests` is the time in which no test ran: builds, starts and imports.
 *
 * @typedef {{ name: string, seconds: number }} Timed
 *
 * @typedef {{
 *   passed: number;
 *   failed: number;
 *   skipped: number;
 *   problems: string[];
 *   tests: Timed[];
 *   files: Timed[];
 *   betweenTests: number;
 * }} Report
 */

const fileOf = (name) => inRoot('reports', `${name}.json`);

/** @returns {Report} */
export const emptyReport = () => ({
  passed: 0,
  failed: 0,
  skipped: 0,
  problems: [],
  tests: [],
  files: [],
  betweenTests: 0,
});

export function writeReport(name, report) {
  mkdirSync(inRoot('reports'), { recursive: true });
  writeFileSync(fileOf(name), JSON.stringify(report, null, 1));
}

export function deleteReport(name) {
  rmSync(fileOf(name), { force: true });
}

/** Returns null if there is no report. */
export function readReport(name) {
  try {
    return JSON.parse(readFileSync(fileOf(name), 'utf8'));
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

const LISTED = 20;

/** The slowest tests and files of a part, as lines. */
export function printSlowest({ tests, files, betweenTests }) {
  const list = (timed) =>
    timed
      .toSorted((a, b) => b.seconds - a.seconds)
      .slice(0, LISTED)
      .map(({ name, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${name}`);
  return [
    'The slowest tests:',
    ...list(tests),
    'The slowest files:',
    ...list(files),
    `For ${betweenTests.toFixed(0)} s no test ran: builds, starts, imports.`,
  ];
}

/** How long none of these spans ran, from a beginning to an end, all in milliseconds. Returns seconds. */
export function idleSeconds(began, ended, spans) {
  let [idle, reached] = [0, began];
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    idle += Math.max(0, start - reached);
    reached = Math.max(reached, end);
  }
  return (idle + Math.max(0, ended - reached)) / 1000;
}

/**
 * What a part shows while it runs: how many tests are done, and how many minutes are left if the last whole run can
 * tell. `last` is that run of this part, `after` what the parts that follow took.
 */
export function progressText(done, { last, after }) {
  if (!last) return `${done} tests done`;
  const share = Math.min(1, done / last.tests);
  const left = Math.ceil((last.seconds * (1 - share) + after) / 60);
  return `${done} of ${Math.max(done, last.tests)} tests done, about ${left} min left`;
}
