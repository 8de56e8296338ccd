import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { Benchmark } from './benchmark.ts';

const AT_LEAST_PERCENT = 85;
const bench = path.join(import.meta.dirname, '..');
const domain = path.join(bench, '..', 'packages', 'domain');
const stryker = path.join(
  fileURLToPath(import.meta.resolve('@stryker-mutator/core/package.json')),
  '..',
  'bin',
  'stryker.js',
);

const reportSchema = z.object({
  files: z.record(z.string(), z.object({ mutants: z.array(z.object({ status: z.string() })) })),
});

/** A mutant is caught when a test fails or hangs on it; those that do not compile or are ignored do not count. */
const CAUGHT = new Set(['Killed', 'Timeout']);
const MISSED = new Set(['Survived', 'NoCoverage']);

export const mutants: Benchmark = {
  name: 'mutants',
  about: 'breaks the rules of money, orders and hours one by one and counts how many breaks the tests catch',
  apart: 'it takes long and times nothing',
  async run(report) {
    report.step('Stryker in packages/domain, two processes; some minutes');
    const config = path.join(bench, 'stryker.config.json');
    const child = spawn(process.execPath, [stryker, 'run', config], {
      cwd: domain,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const endWithUs = () => child.kill();
    process.on('exit', endWithUs);
    const [code] = await once(child, 'exit');
    process.off('exit', endWithUs);
    if (code !== 0) throw new Error(`Stryker ended with ${String(code)}`);

    const { files } = reportSchema.parse(
      JSON.parse(await readFile(path.join(domain, 'reports', 'mutants.json'), 'utf8')),
    );
    const folders = new Map<string, string[]>();
    for (const [file, { mutants: all }] of Object.entries(files)) {
      const folder = path.dirname(file);
      folders.set(folder, [...(folders.get(folder) ?? []), ...all.map((mutant) => mutant.status)]);
    }
    for (const [folder, statuses] of folders) {
      report.figure(path.basename(folder), caughtPercent(statuses), '% caught', { atLeast: AT_LEAST_PERCENT });
    }
    const statuses = [...folders.values()].flat();
    report.figure(`all ${statuses.length} mutants`, caughtPercent(statuses), '% caught', { atLeast: AT_LEAST_PERCENT });
  },
};

function caughtPercent(statuses: readonly string[]): number {
  const caught = statuses.filter((status) => CAUGHT.has(status)).length;
  const missed = statuses.filter((status) => MISSED.has(status)).length;
  return (100 * caught) / (caught + missed);
}
