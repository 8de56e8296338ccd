import path from 'node:path';
import { meets, write, writeBar, type Benchmark, type Figure, type Report } from './benchmark.ts';
import { benchmarks } from './list.ts';
import { writeResults } from './results.ts';

const AT_MOST_MINUTES = 15;
const say = (line: string) => process.stdout.write(`${line}\n`);

// Whatever ends the run also ends what the benchmarks started: their exit handlers do it.
process.once('SIGINT', () => process.exit(130));
process.once('SIGTERM', () => process.exit(143));

async function run(benchmark: Benchmark): Promise<Figure[]> {
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
  const tooLong = setTimeout(() => {
    say(`${benchmark.name} took longer than ${AT_MOST_MINUTES} minutes and was ended.`);
    process.exit(1);
  }, AT_MOST_MINUTES * 60_000);
  try {
    await benchmark.run(report);
  } finally {
    clearTimeout(tooLong);
  }
  return figures;
}

const wanted = process.argv[2];
const chosen = benchmarks.filter((benchmark) => wanted === 'all' || benchmark.name === wanted);

if (chosen.length === 0) {
  say(wanted ? `There is no benchmark "${wanted}".` : 'npm run bench -- <name>, or all:');
  for (const benchmark of benchmarks) say(`  ${benchmark.name.padEnd(12)} ${benchmark.about}`);
  process.exitCode = wanted ? 1 : 0;
} else {
  const results: { benchmark: Benchmark; figures: Figure[] }[] = [];
  for (const benchmark of chosen) results.push({ benchmark, figures: await run(benchmark) });
  if (wanted === 'all') say(`\nWritten to ${path.relative(process.cwd(), writeResults(results))}`);
  // Timed figures never gate anything: a missed bar is there to be read.
}
