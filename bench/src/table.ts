import { readFileSync } from 'node:fs';
import path from 'node:path';
import { bars, type MeasuredBar } from './bars.ts';
import { meets, write, type Figure } from './benchmark.ts';
import { writeTidy, type Result } from './results.ts';

const BEGIN = '<!-- bars: written by `npm run bench -- all` -->';
const END = '<!-- end of bars -->';

/** The table at the README's end: every bar, the command that shows it, and what was measured when. */
export function writeTable(results: readonly Result[]): string {
  const file = path.join(import.meta.dirname, '..', '..', 'README.md');
  const text = readFileSync(file, 'utf8');
  const begin = text.indexOf(BEGIN);
  const end = text.indexOf(END);
  if (begin === -1 || end < begin) throw new Error(`README.md has no place for the bars: ${BEGIN} … ${END}`);
  const lines = ['| what must hold | shown by | measured | on |', '| --- | --- | --- | --- |'];
  const today = new Date().toISOString().slice(0, 10);
  for (const bar of bars) {
    const measured = 'benchmark' in bar ? measuredOf(bar, results) : 'a test';
    lines.push(
      `| ${bar.what} | \`${bar.command}\` | ${measured ?? 'not yet'} | ${measured && 'benchmark' in bar ? today : ''} |`,
    );
  }
  return writeTidy(file, `${text.slice(0, begin)}${BEGIN}\n\n${lines.join('\n')}\n\n${text.slice(end)}`);
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
