import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { Benchmark, Report } from './benchmark.ts';
import { EditedCopy } from './edited-copy.ts';
import { SCREEN_EDITS } from './screen-edits.ts';

const AT_LEAST_PERCENT = 85;
const SCREENS_AT_LEAST_PERCENT = 95;
/** Of a short run. */
const A_HANDFUL = 6;
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
  about: 'breaks rules and screens one by one and counts how many breaks the tests catch',
  apart: 'it takes long and times nothing',
  atMostMinutes: 60,
  async run(report, { short }) {
    await breakScreens(report, short);
    if (short) return;
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

/** Each edit of a screen against the test that names its fact, in a copy of the sources. */
async function breakScreens(report: Report, short: boolean): Promise<void> {
  await using copy = await EditedCopy.make();
  const every = short ? Math.ceil(SCREEN_EDITS.length / A_HANDFUL) : 1;
  const edits = SCREEN_EDITS.filter((_, place) => place % every === 0);
  for (const test of new Set(edits.map((edit) => edit.test))) {
    if (!(await copy.passes(test))) throw new Error(`${test} fails before anything is broken`);
  }
  let caught = 0;
  for (const [place, edit] of edits.entries()) {
    const isCaught = await copy.isCaught(edit);
    if (isCaught) caught++;
    report.step(`${place + 1} of ${edits.length}: ${edit.fact} ${isCaught ? 'caught' : `MISSED in ${edit.file}`}`);
  }
  report.figure(`${edits.length} edits of screens`, (100 * caught) / edits.length, '% caught', {
    atLeast: SCREENS_AT_LEAST_PERCENT,
  });
}
