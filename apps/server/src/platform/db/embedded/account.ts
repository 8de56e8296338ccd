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
import { userInfo } from 'node:os';
import path from 'node:path';
import { StartError } from './start-error.ts';

/**
 * PostgreSQL refuses to run as root. Started by root, it runs under its own account, which is created when missing.
 * Where that account cannot read the files (a checkout inside /root), it runs in a user namespace in which root
 * appears as `nobody`.
 */
export interface SystemAccount {
  /** Prefix of the command line, for example setpriv. */
  readonly prefix: readonly string[];
  readonly ids: { uid?: number; gid?: number };
  /** The owner of the data folder; null: the current account. */
  readonly owner: number | null;
  /** The account names under which PostgreSQL may see our connections; null when unknown. */
  readonly knownAs: readonly string[] | null;
}

/** Used when no account can be created, and in a namespace. Other programs may run as it too. */
export const NOBODY_UID = 65_534;
const OWN_NAME = 'tiffin-postgres';

/** Finds the account that can run PostgreSQL. `running` is that of a PostgreSQL that still runs, which keeps it. */
export function accountFor(program: string, folder: string, running: number | null): SystemAccount {
  if (process.getuid?.() !== 0) return { prefix: [], ids: {}, owner: null, knownAs: ourNames() };
  const ids = running === NOBODY_UID ? { uid: NOBODY_UID, gid: NOBODY_UID } : ownIds();
  const plain: SystemAccount = { prefix: [], ids, owner: ids.uid, knownAs: ['root'] };
  if (giveFolderAndRun(plain, program, folder)) return plain;
  const unshare = ['unshare', '--user', `--map-user=${NOBODY_UID}`, `--map-group=${NOBODY_UID}`, '--'];
  const namespace: SystemAccount = { prefix: unshare, ids: {}, owner: 0, knownAs: ['root', 'nobody'] };
  if (giveFolderAndRun(namespace, program, folder)) return namespace;
  throw new Error(
    `PostgreSQL does not run as root, and the account it runs under cannot reach ${path.dirname(program)} or ${folder}: ` +
      'run as an ordinary user, or move both where everybody may read.',
  );
}

function ourNames(): string[] | null {
  try {
    return ['root', userInfo().username];
  } catch {
    // A container may run under a number without a name.
    return null;
  }
}

/** The account for PostgreSQL alone, created the first time as a system package would. */
function ownIds(): { readonly uid: number; readonly gid: number } {
  const found = idsOf(OWN_NAME);
  if (found) return found;
  const commands = [
    ['useradd', '--system', '--user-group', '--no-create-home', '--home-dir', '/nonexistent', '--shell', '/bin/false'],
    ['adduser', '-S', '-D', '-H', '-h', '/nonexistent', '-s', '/bin/false'],
  ] as const;
  for (const [command, ...options] of commands) {
    spawnSync(command, [...options, OWN_NAME], { stdio: 'ignore' });
    // Another server may have created it meanwhile.
    const ids = idsOf(OWN_NAME);
    if (ids) return ids;
  }
  return { uid: NOBODY_UID, gid: NOBODY_UID };
}

function idsOf(name: string): { readonly uid: number; readonly gid: number } | null {
  const [uid, gid] = ['-u', '-g'].map((which) => spawnSync('id', [which, name], { encoding: 'utf8' }).stdout ?? '');
  return uid?.trim() && gid?.trim() ? { uid: Number(uid), gid: Number(gid) } : null;
}

/**
 * Changes the owner of the folder and its files. Links are not followed, because root must not give away what they
 * point at.
 */
export function changeOwner(account: SystemAccount, folder: string): void {
  const { owner } = account;
  if (owner === null) return;
  const visit = (file: string): void => {
    // A PostgreSQL that is still stopping may delete files meanwhile.
    const stats = lstatSync(file, { throwIfNoEntry: false });
    if (!stats) return;
    if (stats.uid !== owner) giveTo(owner, file, stats);
    if (stats.isDirectory()) for (const name of readdirSync(file)) visit(path.join(file, name));
  };
  visit(folder);
}

const SAME_GROUP = -1;

function giveTo(owner: number, file: string, observed: Stats): void {
  if (observed.isSymbolicLink() || !(observed.isFile() || observed.isDirectory()))
    return lchownSync(file, owner, SAME_GROUP);
  const opened = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const stats = fstatSync(opened);
    // A hard link may belong to another account.
    if (stats.isFile() && stats.nlink > 1)
      throw new StartError(`${file} has other names elsewhere; remove it and start again.`);
    fchownSync(opened, owner, SAME_GROUP);
  } finally {
    closeSync(opened);
  }
}

/** Gives the folder to the account; true if it can then run PostgreSQL and read the folder. */
function giveFolderAndRun(account: SystemAccount, program: string, folder: string): boolean {
  changeOwner(account, folder);
  const run = (command: string, args: string[]) => {
    const [first = command, ...others] = [...account.prefix, command, ...args];
    return spawnSync(first, others, { ...account.ids, stdio: 'ignore', cwd: '/' }).status === 0;
  };
  return run(program, ['--version']) && run('ls', [folder]);
}
