import { run, tool } from './processes.mjs';
import { inRoot } from './root.mjs';
import { say } from './screen.mjs';

const format = { name: 'format', does: () => run(tool('oxfmt'), ['--check']) };
const lint = { name: 'lint', does: () => run(tool('oxlint'), []) };
const types = { name: 'types', does: () => run(tool('tsc'), ['--noEmit']) };
const webTypes = {
  name: 'web types',
  async does() {
    const cwd = inRoot('apps', 'web');
    const routes = await run(tool('react-router'), ['typegen'], { cwd });
    if (routes.code !== 0) return routes;
    const pages = await run(tool('tsc'), ['--noEmit'], { cwd });
    return pages.code === 0 ? run(tool('tsc'), ['--noEmit', '-p', 'worker'], { cwd }) : pages;
  },
};

const unused = { name: 'nothing unused', does: () => run(tool('knip'), []) };

/** What needs no test runner. */
export const checks = [format, lint, types, webTypes, unused];

/** Runs a step, says one line about it, shows its output only when it failed; answers whether it passed. */
export async function take(step) {
  const began = performance.now();
  const { code, output } = await step.does();
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  say(`${code === 0 ? '✓' : '✗'} ${step.name} (${seconds} s)`);
  if (code !== 0) say(output.trimEnd());
  return code === 0;
}
