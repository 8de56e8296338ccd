import { progressText } from './report.mjs';
import { showProgress } from './screen.mjs';

/** Shows how far a whole part is. Null while a person runs some tests of it, whose runner prints each. */
export function showPartProgress() {
  const { TEST_PART } = process.env;
  if (!TEST_PART) return null;
  const { part, ...lastRun } = JSON.parse(TEST_PART);
  let done = 0;
  const line = showProgress(part, () => progressText(done, lastRun));
  return { add: () => void done++, end: () => line.end() };
}
