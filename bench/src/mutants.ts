import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { Benchmark } from './benchmark.ts';

const MIN_CAUGHT_PERCENT = 85;
const root = path.join(import.meta.dirname, '..', '..');
const stryker = path.join(
  fileURLToPath(import.meta.resolve('@stryker-mutator/core/package.json')),
  '..',
  'bin',
  'stryker.js',
);

/** A Stryker configuration in `bench/` and the folder it runs in. */
const RUNS = [
  { config: 'stryker.config.json', folder: path.join(root, 'packages', 'domain') },
  { config: 'stryker.screens.json', folder: root },
];

const reportSchema = z.object({
  files: z.record(z.string(), z.object({ mutants: z.array(z.object({ status: z.string() })) })),
});

/** A mutant is killed when a test fails or times out. Mutants that do not compile or are ignored do not count. */
const CAUGHT = new Set(['Killed', 'Timeout']);
const MISSED = new Set(['Survived', 'NoCoverage']);

export const mutants: Benchmark = {
  name: 'mutants',
  about: 'breaks rules and screens one by one with Stryker and counts how many breaks the tests catch',
  apart: 'it takes long and times nothing',
  atMostMinutes: 60,
  async run(report, { short }) {
    for (const { config, folder } of short ? RUNS.slice(1) : RUNS) {
      report.step(`Stryker with ${config}; some minutes`);
      const byFolder = Map.groupBy(await runStryker(config, folder), (mutant) => mutant.folder);
      for (const [name, mutantsOfFolder] of byFolder) {
        const percent = caughtPercent(mutantsOfFolder.map(({ status }) => status));
        report.figure(name, percent, '% caught', { atLeast: MIN_CAUGHT_PERCENT });
      }
    }
  },
};

async function runStryker(config: string, folder: string): Promise<Array<{ folder: string; status: string }>> {
  const child = spawn(process.execPath, [stryker, 'run', path.join(root, 'bench', config)], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const endWithUs = () => child.kill();
  process.on('exit', endWithUs);
  const [code] = await once(child, 'exit');
  process.off('exit', endWithUs);
  if (code !== 0) throw new Error(`Stryker ended with ${String(code)}`);
  const { files } = reportSchema.parse(
    JSON.parse(await readFile(path.join(folder, 'reports', 'mutants.json'), 'utf8')),
  );
  return Object.entries(files).flatMap(([file, { mutants: all }]) =>
    all.map(({ status }) => ({ folder: path.basename(path.dirname(file)), status })),
  );
}

function caughtPercent(statuses: readonly string[]): number {
  const caught = statuses.filter((status) => CAUGHT.has(status)).length;
  const missed = statuses.filter((status) => MISSED.has(status)).length;
  return (100 * caught) / (caught + missed);
}
