import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { Stop, showProgress } from './screen.mjs';

/** The programs of deploy/ha, and Debian's package of each. */
const PROGRAMS = {
  '/usr/bin/patroni': 'patroni',
  '/usr/bin/etcd': 'etcd-server',
  '/usr/sbin/haproxy': 'haproxy',
  '/usr/lib/postgresql/15/bin/postgres': 'postgresql-15',
};
const APT = '/usr/bin/apt-get';

/** Installs what is missing of a database cluster, on Debian 12. Its programs run under the account of PostgreSQL. */
export function installClusterPrograms() {
  if (process.getuid?.() !== 0) throw new Stop('A database cluster on one machine needs root.');
  const missing = () => Object.keys(PROGRAMS).filter((program) => !existsSync(program));
  if (missing().length === 0) return;
  const packages = missing().map((program) => PROGRAMS[program]);
  if (existsSync(APT)) {
    const progress = showProgress(`Installing ${packages.join(', ')} (apt-get)`);
    // With this run level the services of the packages are not started.
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
    const apt = (...args) => spawnSync(APT, ['-o', 'DPkg::Lock::Timeout=600', '-y', ...args], { env, stdio: 'ignore' });
    apt('update');
    apt('install', '--no-install-recommends', ...packages);
    progress.end(missing().length === 0 ? 'done' : 'failed');
  }
  if (missing().length > 0)
    throw new Stop(`A database cluster needs these packages of Debian 12: ${packages.join(', ')}.`);
}
