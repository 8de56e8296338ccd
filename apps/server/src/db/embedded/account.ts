import { spawnSync } from 'node:child_process';
import { chownSync, lstatSync, readdirSync } from 'node:fs';
import path from 'node:path';

/**
 * PostgreSQL refuses to run as root. Under root it runs as the unprivileged `nobody`; where that
 * account could not even reach the files (a checkout inside /root, say) it keeps the one capability
 * of passing closed folders.
 */
export interface Account {
  /** How to start a program: the command line that goes before it, and the ids it runs with. */
  readonly prefix: readonly string[];
  readonly ids: { uid?: number; gid?: number };
}

const NOBODY = 65_534;

export function accountFor(program: string, folder: string): Account {
  if (process.getuid?.() !== 0) return { prefix: [], ids: {} };
  const plain: Account = { prefix: [], ids: { uid: NOBODY, gid: NOBODY } };
  if (canReach(plain, program, folder)) return plain;
  const capabilities = '+dac_override,+dac_read_search';
  const passing: Account = {
    prefix: [
      'setpriv',
      `--reuid=${NOBODY}`,
      `--regid=${NOBODY}`,
      '--clear-groups',
      `--inh-caps=${capabilities}`,
      `--ambient-caps=${capabilities}`,
    ],
    ids: {},
  };
  if (canReach(passing, program, folder)) return passing;
  throw new Error(
    `PostgreSQL does not run as root, and the account it runs under cannot reach ${path.dirname(program)} or ${folder}: ` +
      'run as an ordinary user, or move both where everybody may read.',
  );
}

export function own(account: Account, folder: string): void {
  if (process.getuid?.() !== 0) return;
  const visit = (place: string): void => {
    const there = lstatSync(place);
    if (there.uid !== NOBODY) chownSync(place, NOBODY, NOBODY);
    if (there.isDirectory()) for (const name of readdirSync(place)) visit(path.join(place, name));
  };
  visit(folder);
}

function canReach(account: Account, program: string, folder: string): boolean {
  const run = (command: string, args: string[]) => {
    const line = [...account.prefix, command, ...args];
    return spawnSync(line[0] ?? command, line.slice(1), { ...account.ids, stdio: 'ignore', cwd: '/' }).status === 0;
  };
  return run(program, ['--version']) && run('test', ['-w', folder]);
}
