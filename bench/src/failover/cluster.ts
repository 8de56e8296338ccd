import type { ChildProcess } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { installClusterPrograms } from '../../../scripts/cluster-programs.mjs';
import { inRoot } from '../../../scripts/root.mjs';
import { DatabaseNode } from './database-node.ts';
import { postgresAccount } from '@tiffin/server/testing/debian-postgres';
import { startProgram, stopProgram } from './processes.ts';

/** Three machines of the private network, and the proxy beside the servers. */
const MACHINES = ['127.0.0.11', '127.0.0.12', '127.0.0.13'] as const;
const PROXY = '127.0.0.10';
const PASSWORDS = {
  TIFFIN: 'tiffin-secret',
  SUPERUSER: 'super-secret',
  REPLICATION: 'replica-secret',
  REWIND: 'rewind',
};
const READY_WITHIN_MS = 120_000;

/**
 * The cluster of deploy/ha on loopback: three etcd members, two nodes of Patroni with PostgreSQL, and HAProxy. It uses
 * those files, with addresses, passwords and folders filled in.
 */
export class Cluster implements AsyncDisposable {
  readonly databaseUrl = `postgres://tiffin:${PASSWORDS.TIFFIN}@${PROXY}:5000/tiffin`;
  readonly siteUrl = `http://${PROXY}:8080`;
  readonly nodes: readonly DatabaseNode[];
  /** With a folder of files and logs for each program. */
  readonly folder: string;
  readonly #programs: ChildProcess[] = [];

  private constructor(folder: string, serverPorts: readonly number[]) {
    this.folder = folder;
    for (const [at, address] of MACHINES.entries()) {
      const name = `etcd${at + 1}`;
      const config = this.#writeConfig('etcd.yml', name, address, serverPorts);
      this.#programs.push(startProgram('/usr/bin/etcd', ['--config-file', config], folder, `${config}.log`));
    }
    this.nodes = MACHINES.slice(0, 2).map((address, at) => {
      const name = `pg${at + 1}`;
      const config = this.#writeConfig('patroni.yml', name, address, serverPorts);
      return new DatabaseNode(name, address, path.dirname(config), config);
    });
    const proxy = this.#writeConfig('haproxy.cfg', 'haproxy', PROXY, serverPorts);
    this.#programs.push(startProgram('/usr/sbin/haproxy', ['-db', '-f', proxy], folder, `${proxy}.log`));
  }

  static async start(serverPorts: readonly number[]): Promise<Cluster> {
    await installClusterPrograms();
    const folder = mkdtempSync(path.join(tmpdir(), 'tiffin-cluster-'));
    chmodSync(folder, 0o755);
    const cluster = new Cluster(folder, serverPorts);
    try {
      for (const node of cluster.nodes) node.start();
      await cluster.untilHealthy();
      await cluster.#createDatabase();
      return cluster;
    } catch (error) {
      await cluster[Symbol.asyncDispose]();
      throw error;
    }
  }

  /** Fills in what a person fills in, and moves the folders. Returns the file. */
  #writeConfig(file: string, name: string, address: string, serverPorts: readonly number[]): string {
    const home = path.join(this.folder, name);
    mkdirSync(home);
    const { uid, gid } = postgresAccount();
    chownSync(home, uid, gid);
    const values: Record<string, string> = {
      NAME: name,
      DB_SELF: address,
      ...Object.fromEntries(MACHINES.map((machine, at) => [`DB${at + 1}`, machine])),
      ...Object.fromEntries(serverPorts.map((port, at) => [`APP${at + 1}:3000`, `127.0.0.1:${port}`])),
      ...Object.fromEntries(Object.entries(PASSWORDS).map(([role, password]) => [`${role}_PASSWORD`, password])),
      NETWORK: '127.0.0.0/8',
      '/var/lib/etcd': home,
      '/var/lib/postgresql': home,
      '/var/run/postgresql': home,
      '127.0.0.1:5000': `${PROXY}:5000`,
      '127.0.0.1:8080': `${PROXY}:8080`,
    };
    const template = readFileSync(inRoot('deploy', 'ha', file), 'utf8');
    const filled = Object.entries(values).reduce((text, [from, to]) => text.replaceAll(from, to), template);
    const target = path.join(home, file);
    writeFileSync(target, filled);
    return target;
  }

  async #createDatabase(): Promise<void> {
    const primary = await this.primary();
    const client = await primary.connect('postgres', PASSWORDS.SUPERUSER, 'postgres');
    await client.query(`create role tiffin login password '${PASSWORDS.TIFFIN}'`);
    await client.query('create database tiffin owner tiffin');
    await client.end();
  }

  async #members() {
    const views = await Promise.all(this.nodes.map((node) => node.readMembers()));
    return views.find((view) => view !== null) ?? [];
  }

  /** Waits until there is a primary and a standby that confirms every commit. */
  async untilHealthy(): Promise<void> {
    const isHealthy = async () => {
      const members = await this.#members();
      return (
        members.some(({ role, state }) => role === 'leader' && state === 'running') &&
        members.some(({ role, state }) => role === 'sync_standby' && /^(running|streaming)$/.test(state))
      );
    };
    await waitFor(isHealthy, 'the cluster has no primary with a synchronous standby');
  }

  async primary(): Promise<DatabaseNode> {
    const leader = (await this.#members()).find(({ role }) => role === 'leader');
    const node = this.nodes.find(({ name }) => name === leader?.name);
    if (!node) throw new Error('the cluster has no primary');
    return node;
  }

  otherThan(node: DatabaseNode): DatabaseNode {
    const other = this.nodes.find((each) => each !== node);
    if (!other) throw new Error('there is one node only');
    return other;
  }

  /** Waits until this node was promoted and accepts connections through the proxy. */
  async untilPrimary(node: DatabaseNode): Promise<void> {
    const isPrimary = async () => {
      try {
        return (await fetch(`http://${node.address}:8008/primary`, { signal: AbortSignal.timeout(1_000) })).ok;
      } catch {
        return false;
      }
    };
    await waitFor(isPrimary, `${node.name} was not promoted`);
  }

  connectAsServer(node: DatabaseNode) {
    return node.connect('tiffin', PASSWORDS.TIFFIN);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.nodes.map((node) => node.stop()));
    for (const program of this.#programs) await stopProgram(program);
    // The logs of a cluster that failed are kept with TIFFIN_KEEP_CLUSTER=1.
    if (process.env['TIFFIN_KEEP_CLUSTER'] !== '1') rmSync(this.folder, { recursive: true, force: true });
  }
}

export async function waitFor(isDone: () => Promise<boolean>, problem: string): Promise<void> {
  for (const deadline = performance.now() + READY_WITHIN_MS; !(await isDone());) {
    if (performance.now() > deadline) throw new Error(`${problem} after ${READY_WITHIN_MS / 1000} s`);
    await pause(200);
  }
}
