import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { install } from './install.mjs';
import { become } from './processes.mjs';
import { inRoot, ownNode, root } from './root.mjs';

/**
 * Every command calls this first: it installs missing packages and continues on the repository's own Node. Pass the
 * command's `import.meta.url`. Under another Node it does not return.
 */
export async function ready(script) {
  process.chdir(root);
  await install();
  const { version } = JSON.parse(readFileSync(inRoot('node_modules', 'node', 'package.json'), 'utf8'));
  if (process.version !== `v${version}`) await become(ownNode, [fileURLToPath(script), ...process.argv.slice(2)]);
}
