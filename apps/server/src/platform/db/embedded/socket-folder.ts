import { createHash } from 'node:crypto';
import { closeSync, constants, existsSync, fchmodSync, fchownSync, fstatSync, mkdirSync, openSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { StartError } from './start-error.ts';

/** A path of a Unix socket has so many characters at most, and PostgreSQL adds the name of the socket. */
const LONGEST = 107 - '/.s.PGSQL.5432.lock'.length;

/** The folder of the socket: beside the data. If the path is too long, a short private folder named after it. */
export function socketFolderOf(folder: string, isRoot = process.getuid?.() === 0): string {
  const besideData = path.join(path.dirname(folder), 'socket');
  if (Buffer.byteLength(besideData) <= LONGEST) return besideData;
  const folderHash = createHash('sha256').update(folder).digest('hex').slice(0, 16);
  if (isRoot && existsSync('/run')) return path.join('/run', `tiffin-${folderHash}`);
  return path.join(process.env['XDG_RUNTIME_DIR'] ?? tmpdir(), `tiffin-${process.getuid?.() ?? 0}-${folderHash}`);
}

/**
 * Makes the folder private to us and PostgreSQL. A folder of someone else, or a link, is refused: its owner could
 * replace the socket, and root would change the owner of the link's target.
 */
export function makePrivate(folder: string, owner: number | null): void {
  mkdirSync(path.dirname(folder), { recursive: true });
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  // Windows cannot open folders, and they belong to the signed-in user.
  if (process.platform === 'win32') return;
  const opened = openOwn(folder, owner);
  try {
    // Change what was opened, wherever its name points now.
    if (owner !== null) fchownSync(opened, owner, -1);
    fchmodSync(opened, 0o700);
  } finally {
    closeSync(opened);
  }
}

/** Whether only we and PostgreSQL's account can write to the folder. */
export function isPrivate(folder: string, owner: number | null): boolean {
  try {
    const opened = openOwn(folder, owner);
    const { mode } = fstatSync(opened);
    closeSync(opened);
    return (mode & 0o077) === 0;
  } catch {
    return false;
  }
}

/** Opens a folder of ours or of PostgreSQL's account; refuses any other. */
function openOwn(folder: string, owner: number | null): number {
  const { O_RDONLY, O_DIRECTORY, O_NOFOLLOW } = constants;
  let opened: number;
  try {
    opened = openSync(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ELOOP' || code === 'ENOTDIR') throw notOurs(folder);
    throw error;
  }
  const { uid } = fstatSync(opened);
  if (uid === (process.getuid?.() ?? uid) || uid === owner) return opened;
  closeSync(opened);
  throw notOurs(folder);
}

function notOurs(folder: string): StartError {
  return new StartError(`${folder} is not ours: somebody else made it, or it is a link. Remove it and start again.`);
}
