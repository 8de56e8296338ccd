import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { inRoot } from './root.mjs';

/**
 * What a runner leaves behind: how many passed, failed and were skipped, and of each one that failed, or passed only
 * when it was tried again, its name and why. `npm test` says these once more at its end: a log is read from there.
 *
 * @typedef {{ passed: number, failed: number, skipped: number, told: string[] }} Report
 */

const fileOf = (runner) => inRoot('reports', `${runner}.json`);

export const nothingCounted = () => ({ passed: 0, failed: 0, skipped: 0, told: [] });

export function leaveReport(runner, report) {
  mkdirSync(inRoot('reports'), { recursive: true });
  writeFileSync(fileOf(runner), JSON.stringify(report, null, 1));
}

export function forgetReport(runner) {
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

/** The name of what failed, and enough of why to know where to look. */
export function printReport(name, errors) {
  const why = errors.flatMap(({ message, stack }) => {
    const whole = stack?.includes(message ?? '') ? stack : [message, stack].filter(Boolean).join('\n');
    return whole.replace(colours, '').split('\n').slice(0, 25);
  });
  return [name, ...why].filter((line) => line.trim()).join('\n    ');
}

/** A runner that left nothing, failed without saying why, or ran nothing, has failed. */
export function settle(report, exitCode) {
  if (!report) return { ...nothingCounted(), failed: 1, told: ['✗ the runner left no report'] };
  if (report.failed > 0) return report;
  if (exitCode !== 0) return { ...report, failed: 1, told: [...report.told, `✗ the runner ended with ${exitCode}`] };
  if (report.passed === 0) return { ...report, failed: 1, told: [...report.told, '✗ nothing ran'] };
  return report;
}
