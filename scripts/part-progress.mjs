import { progressText } from './report.mjs';
import { showProgress } from './screen.mjs';

/** After so long without the end of a test, the progress names what runs. */
const NAMED_AFTER_MS = 60_000;
/** More than a test, its retry and its hooks may take: what runs now never ends. */
const STUCK_AFTER_MS = 10 * 60_000;

/**
 * Shows how far a whole part is. Null while a person runs some tests of it, whose runner prints each. `begin` and
 * `finish` say what runs; `onStuck` gets their names if no test has ended for too long.
 */
export function showPartProgress(onStuck = () => {}) {
  const { TEST_PART } = process.env;
  if (!TEST_PART) return null;
  const { part, ...lastRun } = JSON.parse(TEST_PART);
  const running = new Set();
  let done = 0;
  let lastEnd = Date.now();
  const line = showProgress(part, () => {
    const waited = Date.now() - lastEnd;
    const progress = progressText(done, lastRun);
    return waited < NAMED_AFTER_MS ? progress : `${progress}, running: ${[...running].join(', ')}`;
  });
  const timer = setInterval(() => {
    if (Date.now() - lastEnd > STUCK_AFTER_MS) onStuck(running.size > 0 ? [...running] : ['the run']);
  }, 1000);
  const end = () => {
    clearInterval(timer);
    line.end();
  };
  return {
    begin: (name) => void running.add(name),
    finish: (name) => void running.delete(name),
    add() {
      done++;
      lastEnd = Date.now();
    },
    end,
  };
}
