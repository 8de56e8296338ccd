import { findOrInstallChromium } from './chromium.mjs';
import { findEngines, missingEngines } from './engines.mjs';
import { ownEnvironment, run, tool } from './processes.mjs';
import { ready } from './ready.mjs';
import { deleteReport, readReport, checkReport } from './report.mjs';
import { inRoot } from './root.mjs';
import { Stop, command, say } from './screen.mjs';
import { buildWeb } from './web.mjs';

const format = { name: 'format', does: () => run(tool('oxfmt'), ['--check']) };
// Each check uses one processor, because they run in parallel and every extra checker repeats work.
const checkTypes = ['--noEmit', '--checkers', '1'];
const oneProcessor = { env: ownEnvironment({ GOMAXPROCS: '1' }) };

const lint = { name: 'lint', does: () => run(tool('oxlint'), [], oneProcessor) };
const types = { name: 'types', does: () => run(tool('tsc'), checkTypes) };
const webTypes = {
  name: 'web types',
  async does() {
    const cwd = inRoot('apps', 'web');
    const pages = await run(tool('tsc'), checkTypes, { cwd });
    return pages.code === 0 ? run(tool('tsc'), [...checkTypes, '-p', 'worker'], { cwd }) : pages;
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
  does: () => run(tool('vitest'), ['run', '--project', 'unit', '--reporter=minimal']),
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

// `npm test` runs everything; `npm test -- unit|screens|integration|browser [filter]` runs one part.
const parts = {
  checks: async () => {
    const failed = await runSteps(checks);
    const problems = failed.map(({ name }) => `✗ ${name}`);
    return { passed: checks.length - failed.length, failed: failed.length, skipped: 0, problems };
  },
  unit: (filter) => vitest('unit', filter),
  screens: (filter) => vitest('screens', filter),
  integration: (filter) => vitest('integration', filter),
  browser: async (filter) => {
    const chromium = await findOrInstallChromium();
    for (const name of missingEngines()) say(`No journey runs in ${name}: npm run engines installs it.`);
    await buildWeb();
    deleteReport('browser');
    const { code } = await run(
      tool('playwright'),
      ['test', '--config', inRoot('e2e/playwright.config.ts'), ...filter],
      {
        inheritsOutput: true,
        env: ownEnvironment({ CHROMIUM: chromium, ...findEngines() }),
      },
    );
    return checkReport(readReport('browser'), code);
  },
};

async function vitest(project, filter) {
  deleteReport('vitest');
  const { code } = await run(
    tool('vitest'),
    ['run', '--project', project, '--reporter=default', `--reporter=${inRoot('scripts/vitest-report.mjs')}`, ...filter],
    { inheritsOutput: true },
  );
  return checkReport(readReport('vitest'), code);
}

/** A part that cannot start counts as one failure; the other parts still run. */
async function attempt(name, filter) {
  const began = performance.now();
  say(`\n── ${name}`);
  let counts;
  try {
    counts = await parts[name](filter);
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    say([error.output.trimEnd(), error.message].filter(Boolean).join('\n'));
    counts = { passed: 0, failed: 1, skipped: 0, problems: [`✗ ${error.message}`] };
  }
  const skipped = counts.skipped ? `, ${counts.skipped} skipped` : '';
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  say(`── ${name}: ${counts.passed} passed, ${counts.failed} failed${skipped} (${seconds} s)`);
  return counts;
}

await command(async () => {
  await ready(import.meta.url, { withDevelopment: true });
  const [only, ...filter] = process.argv.slice(2);
  if (only === 'check') return checkAll();
  if (only && !parts[only])
    throw new Stop(`There is no part "${only}": choose ${Object.keys(parts).join(', ')}, or none for all.`);
  let passed = 0;
  let failed = 0;
  const problems = [];
  for (const name of only ? [only] : Object.keys(parts)) {
    const counts = await attempt(name, filter);
    passed += counts.passed;
    failed += counts.failed;
    problems.push(...counts.problems.map((problem) => `${name} ${problem}`));
  }
  for (const problem of problems) say(`\n${problem}`);
  say(`\n${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
});
