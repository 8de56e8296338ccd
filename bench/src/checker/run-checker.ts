import { execFile, spawnSync } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

const CHECKER = path.join(import.meta.dirname, '..', '..', '..', 'tools', 'check-export.py');
const run = promisify(execFile);

/** On Debian: apt-get install python3. */
export const hasPython = spawnSync('python3', ['--version']).status === 0;

export interface CheckerAnswer {
  readonly isClean: boolean;
  readonly output: string;
}

/** Checks an export with `tools/check-export.py`. With `sumsOnly`, the digests of the files are not compared. */
export async function runChecker(folder: string, { sumsOnly = false } = {}): Promise<CheckerAnswer> {
  try {
    const { stdout } = await run('python3', [CHECKER, folder, ...(sumsOnly ? ['--sums-only'] : [])]);
    return { isClean: true, output: stdout };
  } catch (error) {
    const { code, stdout, stderr } = error as { code?: unknown; stdout?: string; stderr?: string };
    if (code === 'ENOENT')
      throw new Error('python3 is missing. Install Python 3.9 or newer to check exports.', { cause: error });
    if (code !== 1 || stdout === undefined)
      throw new Error(`the checker failed: ${stderr ?? String(error)}`, { cause: error });
    return { isClean: false, output: stdout };
  }
}
