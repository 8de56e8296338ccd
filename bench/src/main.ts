import path from 'node:path';
import { parseArgs } from 'node:util';
import { meets, write, writeBar, type Benchmark, type Figure, type Report, type RunOptions } from './benchmark.ts';
import { benchmarks } from './list.ts';
import { recordResults, type Result } from './results.ts';

const AT_MOST_MINUTES = 15;
const USAGE = `npm run bench -- NAME [--seconds N] [--rounds N] [--seed N] [--short] [--record], or all:`;
const say = (line: string) => process.stdout.write(`${line}\n`);

// Exit normally, so that exit handlers stop what the benchmarks started.
process.once('SIGINT', () => process.exit(130));
process.once('SIGTERM', () => process.exit(143));

async function run(benchmark: Benchmark, request: RunOptions): Promise<Result> {
  say(`\n${benchmark.name}: ${benchmark.about}`);
  const figures: Figure[] = [];
  const report: Report = {
    step: (words) => void say(`  … ${words}`),
    figure(what, value, unit, bar) {
      const figure = { what, value, unit, bar: bar ?? null };
      figures.push(figure);
      const verdict = bar ? ` (${writeBar(bar)}: ${meets(figure) ? 'met' : 'MISSED'})` : '';
      say(`  ${what}: ${write(value)} ${unit}${verdict}`);
    },
  };
  const atMost = (benchmark.atMostMinutes ?? AT_MOST_MINUTES) + (request.seconds ?? 0) / 60;
  const tooLong = setTimeout(() => {
    say(`${benchmark.name} took longer than ${atMost} minutes and was ended.`);
    process.exit(1);
  }, atMost * 60_000);
  const began = performance.now();
  let failed: string | null = null;
  try {
    await benchmark.run(report, request);
  } catch (error) {
    failed = error instanceof Error ? error.message : String(error);
    say(`  FAILED: ${error instanceof Error ? (error.stack ?? failed) : failed}`);
  } finally {
    clearTimeout(tooLong);
  }
  return { benchmark, figures, failed, seconds: (performance.now() - began) / 1000 };
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string' },
    rounds: { type: 'string' },
    seed: { type: 'string' },
    short: { type: 'boolean', default: false },
    record: { type: 'boolean', default: false },
  },
});
const request: RunOptions = {
  seconds: values.seconds === undefined ? null : Number(values.seconds),
  rounds: values.rounds === undefined ? null : Number(values.rounds),
  short: values.short,
  seed: Number(values.seed ?? Math.floor(Math.random() * 1_000_000)),
};
const [requested] = positionals;
const chosen = benchmarks.filter(({ name, apart }) => (requested === 'all' ? !apart : name === requested));

const isPositive = (value: number | null) => value === null || value > 0;
if (!isPositive(request.seconds) || !isPositive(request.rounds) || !Number.isInteger(request.seed)) {
  say('--seconds, --rounds and --seed are numbers.');
  process.exitCode = 2;
} else if (chosen.length === 0) {
  say(requested ? `There is no benchmark "${requested}".` : USAGE);
  for (const { name, about, apart } of benchmarks) {
    say(`  ${name.padEnd(12)} ${about}${apart ? ` (not in all: ${apart})` : ''}`);
  }
  process.exitCode = requested ? 1 : 0;
} else {
  const results: Result[] = [];
  for (const benchmark of chosen) results.push(await run(benchmark, request));
  if (requested === 'all') {
    const seconds = results.reduce((sum, result) => sum + result.seconds, 0);
    for (const result of results) say(`${result.benchmark.name}: ${write(result.seconds)} s`);
    say(`\n${write(seconds / 60)} minutes`);
  }
  // The figures of a short run are not recorded.
  if ((requested === 'all' || values.record) && !request.short) {
    say(`recorded in ${path.relative(process.cwd(), recordResults(results))}`);
  }
  // A missed target does not fail the run, because timings vary. A benchmark that could not finish does.
  process.exitCode = results.some((result) => result.failed !== null) ? 1 : 0;
}
