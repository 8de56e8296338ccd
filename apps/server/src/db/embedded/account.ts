import { spawnSync } from 'node:child_process';
import {
  closeSync,
  constants,
  fchownSync,
  fstatSync,
  lchownSync,
  lstatSync,
  openSync,
  readdirSync,
  type Stats,
} from 'node:fs';
import path from 'node:path';
import { StartError } from './start-error.ts';

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

/** Gives the folder and all in it to the account. No link is followed: root must not give away what it points at. */
export function own(account: Account, folder: string): void {
  const { owner } = account;
  if (owner === null) return;
  const visit = (file: string): void => {
    // A PostgreSQL that is still stopping tidies up meanwhile.
    const there = lstatSync(file, { throwIfNoEntry: false });
    if (!there) return;
    if (there.uid !== owner) giveTo(owner, file, there);
    if (there.isDirectory()) for (const name of readdirSync(file)) visit(path.join(file, name));
  };
  visit(folder);
}

function giveTo(owner: number, file: string, seen: Stats): void {
  if (seen.isSymbolicLink() || !(seen.isFile() || seen.isDirectory())) return lchownSync(file, owner, owner);
  const opened = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const there = fstatSync(opened);
    // A second name of a file that may be anybody's.
    if (there.isFile() && there.nlink > 1)
      throw new StartError(`${file} has other names elsewhere; remove it and start again.`);
    fchownSync(opened, owner, owner);
  } finally {
    closeSync(opened);
  }
}

function canReach(account: Account, program: string, folder: string): boolean {
  own(account, folder);
  const run = (command: string, args: string[]) => {
    const line = [...account.prefix, command, ...args];
    return spawnSync(line[0] ?? command, line.slice(1), { ...account.ids, stdio: 'ignore', cwd: '/' }).status === 0;
  };
  return run(program, ['--version']) && run('ls', [folder]);
}
