import { spawnSync } from 'node:child_process';
import { chownSync, lstatSync, readdirSync } from 'node:fs';
import path from 'node:path';

/**
 * PostgreSQL refuses to run as root. Under root it runs as the unprivileged `nobody`; where that
 * account could not even reach the files (a checkout inside /root, say) it runs in a user namespace
 * in which we look like `nobody` and still own what is ours.
 */
export interface Account {
  /** The command line that goes before a program's. */
  readonly prefix: readonly string[];
  readonly ids: { uid?: number; gid?: number };
  /** Who the data folder must belong to; null: whoever we are. */
  readonly owner: number | null;
}

const NOBODY = 65_534;

export function accountFor(program: string, folder: string): Account {
  if (process.getuid?.() !== 0) return { prefix: [], ids: {}, owner: null };
  const plain: Account = { prefix: [], ids: { uid: NOBODY, gid: NOBODY }, owner: NOBODY };
  if (canReach(plain, program, folder)) return plain;
  const apart = ['unshare', '--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`, '--'];
  const namespace: Account = { prefix: apart, ids: {}, owner: 0 };
  if (canReach(namespace, program, folder)) return namespace;
  throw new Error(
    `PostgreSQL does not run as root, and the account it runs under cannot reach ${path.dirname(program)} or ${folder}: ` +
      'run as an ordinary user, or move both where everybody may read.',
  );
}

export function own(account: Account, folder: string): void {
  const { owner } = account;
  if (owner === null) return;
  const visit = (file: string): void => {
    // A PostgreSQL that is still stopping tidies up meanwhile.
    const there = lstatSync(file, { throwIfNoEntry: false });
    if (!there) return;
    if (there.uid !== owner) chownSync(file, owner, owner);
    if (there.isDirectory()) for (const name of readdirSync(file)) visit(path.join(file, name));
  };
  visit(folder);
}

function canReach(account: Account, program: string, folder: string): boolean {
  own(account, folder);
  const run = (command: string, args: string[]) => {
    const line = [...account.prefix, command, ...args];
    return spawnSync(line[0] ?? command, line.slice(1), { ...account.ids, stdio: 'ignore', cwd: '/' }).status === 0;
  };
  return run(program, ['--version']) && run('ls', [folder]);
}
