import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { install } from './install.mjs';
import { become } from './processes.mjs';
import { inRoot, ownNode, root } from './root.mjs';

/**
 * The first thing every command does: install what is missing, then go on with the repository's own
 * Node. Call it with the command's `import.meta.url`; under another Node it does not return.
 */
export async function ready(script) {
  process.chdir(root);
  await install();
  const { version } = JSON.parse(readFileSync(inRoot('node_modules', 'node', 'package.json'), 'utf8'));
  if (process.version !== `v${version}`) await become(ownNode, [fileURLToPath(script), ...process.argv.slice(2)]);
}
