import { existsSync } from 'node:fs';
import { ownEnvironment, run } from './processes.mjs';
import { showProgress } from './screen.mjs';

const APT = '/usr/bin/apt-get';

/** True if this account may install packages of Debian or Ubuntu. */
export const canInstallPackages = () => process.getuid?.() === 0 && existsSync(APT);

/** Installs packages, and says so. Each item may be a list of which the first that exists is installed. */
export async function installPackages(name, packages) {
  const progress = showProgress(`Installing ${name} (apt-get)`);
  // With this run level the services of the packages are not started.
  const env = ownEnvironment({ DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' });
  const apt = async (...args) => {
    const { code } = await run(APT, ['-o', 'DPkg::Lock::Timeout=600', '-y', ...args], { env });
    return code === 0;
  };
  // If the update fails, the existing package lists may be sufficient.
  await apt('update');
  let isInstalled = true;
  for (const choices of packages.map((each) => [each].flat())) {
    let found = false;
    for (const choice of choices) found ||= await apt('install', '--no-install-recommends', choice);
    isInstalled &&= found;
  }
  progress.end(isInstalled ? 'done' : 'failed');
}
