import { existsSync } from 'node:fs';
import { ownEnvironment, run } from './processes.mjs';
import { Stop, showProgress } from './screen.mjs';

/** The programs of deploy/ha, and Debian's package of each. */
const PROGRAMS = {
  '/usr/bin/patroni': 'patroni',
  '/usr/bin/etcd': 'etcd-server',
  '/usr/sbin/haproxy': 'haproxy',
  '/usr/lib/postgresql/15/bin/postgres': 'postgresql-15',
};
const APT = '/usr/bin/apt-get';

/** Installs what is missing of a database cluster, as root on Debian 12. */
export async function installClusterPrograms() {
  const missing = () => Object.keys(PROGRAMS).filter((program) => !existsSync(program));
  if (missing().length === 0) return;
  const packages = missing().map((program) => PROGRAMS[program]);
  if (process.getuid?.() === 0 && existsSync(APT)) {
    const progress = showProgress(`Installing ${packages.join(', ')} (apt-get)`);
    // With this run level the services of the packages are not started.
    const env = ownEnvironment({ DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' });
    const apt = (...args) => run(APT, ['-o', 'DPkg::Lock::Timeout=600', '-y', ...args], { env });
    await apt('update');
    await apt('install', '--no-install-recommends', ...packages);
    progress.end(missing().length === 0 ? 'done' : 'failed');
  }
  if (missing().length > 0) {
    throw new Stop(`A database cluster needs the packages ${packages.join(', ')} of Debian 12, and root to run them.`);
  }
}
