import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { install, requireInstalled } from './install.mjs';
import { become } from './processes.mjs';
import { inRoot, isImage, isProduction, ownNode, root } from './root.mjs';
import { Stop } from './screen.mjs';

/**
 * Every command calls this first: it installs missing packages, in production only for `npm run build` and with the
 * development packages, and continues on the repository's own Node. Pass the command's `import.meta.url`. Under another
 * Node it does not return.
 */
export async function ready(script, { withDevelopment = false, installs = withDevelopment || !isProduction() } = {}) {
  process.chdir(root);
  if (isImage) {
    if (installs) throw new Stop('The image contains only what runs. Run this command in a checkout of the sources.');
    return;
  }
  if (installs) await install({ withDevelopment });
  else requireInstalled();
  const { version } = JSON.parse(readFileSync(inRoot('node_modules', 'node', 'package.json'), 'utf8'));
  if (process.version !== `v${version}`) await become(ownNode, [fileURLToPath(script), ...process.argv.slice(2)]);
}
