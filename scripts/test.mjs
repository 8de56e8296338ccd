import { readFileSync, rmSync } from 'node:fs';
import { findOrGetChromium } from './chromium.mjs';
import { playwrightCounts, vitestCounts } from './counts.mjs';
import { ownEnvironment, run, tool } from './processes.mjs';
import { ready } from './ready.mjs';
import { inRoot } from './root.mjs';
import { Stop, command, say } from './screen.mjs';
import { checks, take } from './steps.mjs';
import { buildWeb } from './web.mjs';

// `npm test` proves everything; `npm test -- unit|integration|browser [filter]` runs one part of it.
const parts = {
  checks: async () => {
    const passed = (await Promise.all(checks.map(take))).filter(Boolean).length;
    return { passed, failed: checks.length - passed, skipped: 0 };
  },
  unit: (filter) => vitest('unit', filter),
  integration: (filter) => vitest('integration', filter),
  browser: async (filter) => {
    const chromium = await findOrGetChromium();
    await buildWeb();
    const report = inRoot('reports', 'browser.json');
    rmSync(report, { force: true });
    const { code } = await run(
      tool('playwright'),
      ['test', '--config', inRoot('e2e/playwright.config.ts'), ...filter],
      {
        shows: true,
        env: ownEnvironment({ CHROMIUM: chromium }),
      },
    );
    return playwrightCounts(readReport(report), code);
  },
};

async function vitest(project, filter) {
  const report = inRoot('reports', `${project}.json`);
  rmSync(report, { force: true });
  const { code } = await run(
    tool('vitest'),
    ['run', '--project', project, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...filter],
    { shows: true },
  );
  return vitestCounts(readReport(report), code);
}

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

/** A part that cannot even begin says why and counts as one failure; the others still run. */
async function attempt(name, filter) {
  const began = performance.now();
  say(`\n── ${name}`);
  let counts;
  try {
    counts = await parts[name](filter);
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    say([error.output.trimEnd(), error.message].filter(Boolean).join('\n'));
    counts = { passed: 0, failed: 1, skipped: 0 };
  }
  const skipped = counts.skipped ? `, ${counts.skipped} skipped` : '';
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  say(`── ${name}: ${counts.passed} passed, ${counts.failed} failed${skipped} (${seconds} s)`);
  return counts;
}

await command(async () => {
  await ready(import.meta.url);
  const [only, ...filter] = process.argv.slice(2);
  if (only && !parts[only])
    throw new Stop(`There is no part "${only}": choose ${Object.keys(parts).join(', ')}, or none for all.`);
  let passed = 0;
  let failed = 0;
  for (const name of only ? [only] : Object.keys(parts)) {
    const counts = await attempt(name, filter);
    passed += counts.passed;
    failed += counts.failed;
  }
  say(`\n${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
});
