import { expect, test } from 'vitest';
import type { Benchmark, Figure } from './benchmark.ts';
import { withResults, type Result } from './results.ts';

const DOCUMENT = `# Figures

Measured by \`npm run bench\`.

## What must hold

| what must hold | shown by | measured |
| -------------- | -------- | -------- |
| an old target  | nothing  | not yet  |

## Notes

A chain of 300 orders.

## slots

free times

Measured on 2026-11-21 in 1 minutes: another machine.

| what   | figure | bar   |     |
| ------ | -----: | ----- | --- |
| growth | 0.97 × | ≤ 1.5 | met |

## start

the start

| what                          | figure | bar |     |
| ----------------------------- | -----: | --- | --- |
| start to first answer, median | 1.22 s | ≤ 2 | met |
`;

const measured = (name: string, figures: readonly Figure[], failed: string | null = null): Result => ({
  benchmark: { name, about: `about ${name}`, run: () => Promise.resolve() } satisfies Benchmark,
  figures,
  failed,
  seconds: 90,
});

const firstAnswer = (value: number): Figure => ({
  what: 'start to first answer, median',
  value,
  unit: 's',
  bar: { atMost: 2 },
});

const targetOf = (document: string, command: string) =>
  document.split('\n').find((line) => line.startsWith('| ') && line.includes(`\`npm run bench -- ${command}\``));

test('recording one benchmark replaces its section and its target, and leaves the others', () => {
  const written = withResults(DOCUMENT, [measured('start', [firstAnswer(2.5)])], 'this machine');
  expect(targetOf(written, 'start')).toContain('start to first answer, median: **2.5 s, missed**');
  expect(targetOf(written, 'slots')).toContain('growth: 0.97 ×');
  expect(written).toContain('| start to first answer, median | 2.5 s | ≤ 2 | **missed** |');
  expect(written).toContain('in 1.5 minutes: this machine.');
  expect(written).not.toContain('1.22 s');
  expect(written).not.toContain('an old target');
  for (const kept of ['A chain of 300 orders.', 'another machine.', 'Measured by `npm run bench`.']) {
    expect(written).toContain(kept);
  }
});

test('a benchmark that is recorded for the first time is appended, and recording it again changes nothing else', () => {
  const once = withResults(DOCUMENT, [measured('memory', [], 'the server did not start\nat line 1')], 'this machine');
  expect(once.slice(once.indexOf('## memory'))).toContain('to its end:** the server did not start\n');
  expect(withResults(once, [measured('memory', [], 'the server did not start')], 'this machine')).toBe(once);
});

test('a target that was never measured says so', () => {
  expect(targetOf(withResults(DOCUMENT, [], ''), 'chaos')).toContain('| not yet |');
});
