import { existsSync } from 'node:fs';
import { canInstallPackages, installPackages } from './debian.mjs';
import { Stop } from './screen.mjs';

/** The programs of deploy/ha, and Debian's package of each. */
const PROGRAMS = {
  '/usr/bin/patroni': 'patroni',
  '/usr/bin/etcd': 'etcd-server',
  '/usr/sbin/haproxy': 'haproxy',
  '/usr/lib/postgresql/15/bin/postgres': 'postgresql-15',
};

/** Installs what is missing of a database cluster, on Debian 12. Its programs run under the account of PostgreSQL. */
export async function installClusterPrograms() {
  if (process.getuid?.() !== 0) throw new Stop('A database cluster on one machine needs root.');
  const missing = () => Object.keys(PROGRAMS).filter((program) => !existsSync(program));
  if (missing().length === 0) return;
  const packages = missing().map((program) => PROGRAMS[program]);
  if (canInstallPackages()) await installPackages(packages.join(', '), packages);
  if (missing().length > 0)
    throw new Stop(`A database cluster needs these packages of Debian 12: ${packages.join(', ')}.`);
}
