import type { ChildProcess } from 'node:child_process';
import path from 'node:path';
import pg from 'pg';
import { processesOfDatabase, signalAll, startProgram, stopProgram } from './processes.ts';

const ANSWERS_WITHIN_MS = 1_000;

/** One machine with Patroni and PostgreSQL, on an address of its own. */
export class DatabaseNode {
  readonly name: string;
  readonly address: string;
  readonly #folder: string;
  readonly #config: string;
  #patroni: ChildProcess | null = null;
  #frozen: readonly number[] = [];

  constructor(name: string, address: string, folder: string, config: string) {
    this.name = name;
    this.address = address;
    this.#folder = folder;
    this.#config = config;
  }

  get #dataDir(): string {
    return path.join(this.#folder, 'tiffin');
  }

  start(): void {
    const log = path.join(this.#folder, 'patroni.log');
    this.#patroni = startProgram('/usr/bin/patroni', [this.#config], this.#folder, log);
  }

  async stop(): Promise<void> {
    this.thaw();
    if (this.#patroni) await stopProgram(this.#patroni);
    signalAll(processesOfDatabase(this.#dataDir), 'SIGKILL');
  }

  /** PostgreSQL dies, and Patroni notices. */
  killDatabase(): void {
    signalAll(processesOfDatabase(this.#dataDir), 'SIGKILL');
  }

  /** Everything dies at once, as without power. */
  async killMachine(): Promise<void> {
    const database = processesOfDatabase(this.#dataDir);
    this.#patroni?.kill('SIGKILL');
    signalAll(database, 'SIGKILL');
    if (this.#patroni) await stopProgram(this.#patroni, 'SIGKILL');
  }

  /** The machine stops to work and keeps its connections, as one that swaps or whose disk hangs. */
  freeze(): void {
    this.#frozen = [this.#patroni?.pid ?? 0, ...processesOfDatabase(this.#dataDir)].filter((pid) => pid > 0);
    signalAll(this.#frozen, 'SIGSTOP');
  }

  thaw(): void {
    signalAll(this.#frozen, 'SIGCONT');
    this.#frozen = [];
  }

  /** Patroni's view of the cluster; null while it does not answer. */
  async readMembers(): Promise<readonly Member[] | null> {
    try {
      const response = await fetch(`http://${this.address}:8008/cluster`, {
        signal: AbortSignal.timeout(ANSWERS_WITHIN_MS),
      });
      return ((await response.json()) as { members: readonly Member[] }).members;
    } catch {
      return null;
    }
  }

  async switchOverTo(candidate: DatabaseNode): Promise<void> {
    const response = await fetch(`http://${this.address}:8008/switchover`, {
      method: 'POST',
      body: JSON.stringify({ leader: this.name, candidate: candidate.name }),
      signal: AbortSignal.timeout(60_000),
    });
    if (!response.ok) throw new Error(`the switchover failed: ${await response.text()}`);
  }

  /** Connects to this node, not to the primary. */
  async connect(user: string, password: string, database = 'tiffin'): Promise<pg.Client> {
    const client = new pg.Client({
      host: this.address,
      port: 5432,
      user,
      password,
      database,
      connectionTimeoutMillis: ANSWERS_WITHIN_MS,
    });
    client.on('error', () => undefined);
    await client.connect();
    return client;
  }
}

export interface Member {
  readonly name: string;
  readonly role: 'leader' | 'replica' | 'sync_standby' | 'standby_leader';
  readonly state: string;
  readonly lag?: number | 'unknown';
}
