import { findOrInstallChromium } from './chromium.mjs';
import { findEngines, missingEngines } from './engines.mjs';
import { ownEnvironment, run, tool } from './processes.mjs';
import { ready } from './ready.mjs';
import { checkReport, deleteReport, emptyReport, printSlowest, readReport, writeReport } from './report.mjs';
import { inRoot } from './root.mjs';
import { Stop, command, say } from './screen.mjs';
import { buildWeb } from './web.mjs';

const format = { name: 'format', does: () => run(tool('oxfmt'), ['--check']) };
/** Checks one project. What did not change since the last time is not checked again. */
function checkTypes(project) {
  const stored = inRoot('node_modules', '.cache', 'types', `${project.replaceAll('/', '-')}.tsbuildinfo`);
  // Each check uses one processor, because they run in parallel and every extra checker repeats work.
  const options = ['--noEmit', '--checkers', '1', '--incremental', '--tsBuildInfoFile', stored];
  return run(tool('tsc'), ['-p', inRoot(project), ...options]);
}
const oneProcessor = { env: ownEnvironment({ GOMAXPROCS: '1' }) };

const lint = { name: 'lint', does: () => run(tool('oxlint'), [], oneProcessor) };
const types = { name: 'types', does: () => checkTypes('.') };
const webTypes = {
  name: 'web types',
  async does() {
    const pages = await checkTypes('apps/web');
    return pages.code === 0 ? checkTypes('apps/web/worker') : pages;
  },
};

/** Lint and types read the types of the routes, which a fresh clone does not have yet. */
const routeTypes = {
  name: 'types of the routes',
  does: () => run(tool('react-router'), ['typegen'], { cwd: inRoot('apps', 'web') }),
};

const unused = { name: 'unused code', does: () => run(tool('knip'), []) };

/** Checks that need no test runner. */
const checks = [format, lint, types, webTypes, unused];

/** Runs a step, prints one line, and its output if it failed. Returns whether it passed. */
async function runStep(step) {
  const began = performance.now();
  const { code, output } = await step.does();
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  say(`${code === 0 ? '✓' : '✗'} ${step.name} (${seconds} s)`);
  if (code !== 0) say(output.trimEnd());
  return code === 0;
}

const unit = {
  name: 'unit tests',
  does: () =>
    run(tool('vitest'), ['run', '--project', 'unit*', '--reporter=minimal'], {
      env: ownEnvironment({ QUICK_TESTS: '1' }),
    }),
};

/** Runs steps in parallel and returns those that failed. */
async function runSteps(steps) {
  if (!(await runStep(routeTypes))) return [routeTypes];
  const passed = await Promise.all(steps.map(runStep));
  return steps.filter((_, index) => !passed[index]);
}

/** `npm run check`: all checks that take about a minute, in parallel. */
async function checkAll() {
  const failed = await runSteps([...checks, unit]);
  process.exitCode = failed.length === 0 ? 0 : 1;
}

/** Each part runs alone with `npm test -- PART [FILTER]`. */
const parts = {
  checks: async () => {
    const failed = await runSteps(checks);
    const problems = failed.map(({ name }) => `✗ ${name}`);
    return { ...emptyReport(), passed: checks.length - failed.length, failed: failed.length, problems };
  },
  // Two projects each: files that wind a clock forward or replace modules run apart.
  unit: (filter, env) => vitest('unit*', filter, env),
  screens: (filter, env) => vitest('screens*', filter, env),
  integration: (filter, env) => vitest('integration', filter, env),
  browser: async (filter, env) => playwright(filter, { ...env, CHROMIUM: await findOrInstallChromium() }),
  engines: async (filter, env) => {
    for (const name of missingEngines()) say(`No journey runs in ${name}: npm run engines installs it.`);
    return playwright(filter, { ...env, ...findEngines(), ENGINES: '1' });
  },
};

/** The part that `npm test` leaves out and `npm test -- all` adds. */
const LEFT_OUT = 'engines';
const NOT_RUN =
  'Not run: the journeys in Firefox and WebKit, the slowest journeys, hostile input in every field, broken servers and the long properties. npm test -- all runs them, too.';

async function vitest(project, filter, env) {
  deleteReport('vitest');
  const { code } = await run(
    tool('vitest'),
    [
      'run',
      '--project',
      project,
      ...(env.TEST_PART ? [] : ['--reporter=default']),
      `--reporter=${inRoot('scripts/vitest-report.mjs')}`,
      ...filter,
    ],
    { inheritsOutput: true, env: ownEnvironment(env) },
  );
  return checkReport(readReport('vitest'), code);
}

async function playwright(filter, env) {
  await buildWeb();
  deleteReport('browser');
  const { code } = await run(tool('playwright'), ['test', '--config', inRoot('e2e/playwright.config.ts'), ...filter], {
    inheritsOutput: true,
    env: ownEnvironment(env),
  });
  return checkReport(readReport('browser'), code);
}

/** Runs one part and prints its counts. A part that cannot start counts as one failure; the other parts still run. */
async function attempt(name, filter, env) {
  const began = performance.now();
  say(`\n── ${name}`);
  let counts;
  try {
    counts = await parts[name](filter, env);
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    say([error.output.trimEnd(), error.message].filter(Boolean).join('\n'));
    counts = { ...emptyReport(), failed: 1, problems: [`✗ ${error.message}`] };
  }
  const skipped = counts.skipped ? `, ${counts.skipped} skipped` : '';
  const seconds = (performance.now() - began) / 1000;
  if (counts.tests.length > 0 && filter.length === 0) for (const line of printSlowest(counts)) say(line);
  say(`── ${name}: ${counts.passed} passed, ${counts.failed} failed${skipped} (${seconds.toFixed(0)} s)`);
  return { ...counts, seconds };
}

/** Runs these parts one after the other, and remembers how long each took for the progress of the next run. */
async function runParts(names, filter, isQuick) {
  const before = readReport('durations') ?? {};
  const durations = { ...before };
  const results = [];
  for (const [index, part] of names.entries()) {
    const after = names.slice(index + 1).reduce((sum, name) => sum + (before[name]?.seconds ?? 0), 0);
    const progress = filter.length === 0 && { TEST_PART: JSON.stringify({ part, last: before[part], after }) };
    const result = await attempt(part, filter, { ...progress, ...(isQuick && { QUICK_TESTS: '1' }) });
    results.push({ part, ...result });
    if (filter.length > 0 || result.tests.length === 0) continue;
    durations[part] = { seconds: Math.round(result.seconds), tests: result.tests.length };
    writeReport('durations', durations);
  }
  for (const { part, problems } of results) for (const problem of problems) say(`\n${part} ${problem}`);
  const sum = (count) => results.reduce((total, result) => total + result[count], 0);
  say(`\n${sum('passed')} passed, ${sum('failed')} failed`);
  process.exitCode = sum('failed') > 0 || sum('passed') === 0 ? 1 : 0;
}

await command(async () => {
  await ready(import.meta.url, { withDevelopment: true });
  const [chosen, ...filter] = process.argv.slice(2);
  const all = Object.keys(parts);
  if (chosen === 'check') return checkAll();
  if (chosen === 'all') return runParts(all, [], false);
  if (parts[chosen]) return runParts([chosen], filter, filter.length === 0);
  if (chosen) throw new Stop(`There is no part "${chosen}": choose ${all.join(', ')} or all.`);
  const quick = all.filter((part) => part !== LEFT_OUT);
  await runParts(quick, [], true);
  say(NOT_RUN);
});
