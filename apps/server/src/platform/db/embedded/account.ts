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
 * PostgreSQL refuses to run as root. Under root it runs under an account of its own, which is made when
 * it is missing; where that could not even reach the files (a checkout inside /root, say) it runs in a
 * user namespace in which we look like `nobody` and still own what is ours.
 */
export interface Account {
  /** The command line that goes before a program's. */
  readonly prefix: readonly string[];
  readonly ids: { uid?: number; gid?: number };
  /** Who the data folder must belong to; null: whoever we are. */
  readonly owner: number | null;
  /** What PostgreSQL is told we are called when we come in; null where nobody can say. */
  readonly weAre: readonly string[] | null;
}

/** Where no account can be made, and in a namespace. Other programs may run as it, too. */
export const NOBODY = 65_534;
const OWN_NAME = 'tiffin-postgres';

/** `running`: who a PostgreSQL from before still runs as, which goes on as it is. */
export function accountFor(program: string, folder: string, running: number | null): Account {
  if (process.getuid?.() !== 0) return { prefix: [], ids: {}, owner: null, weAre: ourNames() };
  const ids = running === NOBODY ? { uid: NOBODY, gid: NOBODY } : ownIds();
  const plain: Account = { prefix: [], ids, owner: ids.uid, weAre: ['root'] };
  if (canReach(plain, program, folder)) return plain;
  const apart = ['unshare', '--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`, '--'];
  const namespace: Account = { prefix: apart, ids: {}, owner: 0, weAre: ['root', 'nobody'] };
  if (canReach(namespace, program, folder)) return namespace;
  throw new Error(
    `PostgreSQL does not run as root, and the account it runs under cannot reach ${path.dirname(program)} or ${folder}: ` +
      'run as an ordinary user, or move both where everybody may read.',
  );
}

function ourNames(): string[] | null {
  try {
    return ['root', userInfo().username];
  } catch {
    // A container may run under a number that has no name.
    return null;
  }
}

/** The account that is PostgreSQL's alone, made the first time, as a package of the system would. */
function ownIds(): { readonly uid: number; readonly gid: number } {
  const found = idsOf(OWN_NAME);
  if (found) return found;
  const ways = [
    ['useradd', '--system', '--user-group', '--no-create-home', '--home-dir', '/nonexistent', '--shell', '/bin/false'],
    ['adduser', '-S', '-D', '-H', '-h', '/nonexistent', '-s', '/bin/false'],
  ] as const;
  for (const [command, ...options] of ways) {
    spawnSync(command, [...options, OWN_NAME], { stdio: 'ignore' });
    // Another server may have been quicker.
    const made = idsOf(OWN_NAME);
    if (made) return made;
  }
  return { uid: NOBODY, gid: NOBODY };
}

function idsOf(name: string): { readonly uid: number; readonly gid: number } | null {
  const [uid, gid] = ['-u', '-g'].map((which) => spawnSync('id', [which, name], { encoding: 'utf8' }).stdout ?? '');
  return uid?.trim() && gid?.trim() ? { uid: Number(uid), gid: Number(gid) } : null;
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

/** Which group a file has means nothing: none may do anything with it. */
const SAME_GROUP = -1;

function giveTo(owner: number, file: string, observed: Stats): void {
  if (observed.isSymbolicLink() || !(observed.isFile() || observed.isDirectory()))
    return lchownSync(file, owner, SAME_GROUP);
  const opened = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const there = fstatSync(opened);
    // A second name of a file that may be anybody's.
    if (there.isFile() && there.nlink > 1)
      throw new StartError(`${file} has other names elsewhere; remove it and start again.`);
    fchownSync(opened, owner, SAME_GROUP);
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
