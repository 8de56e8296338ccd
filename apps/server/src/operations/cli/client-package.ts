import { existsSync, readdirSync } from 'node:fs';
import { writeClientPackage } from '../client-package/write-client-package.ts';

/** `npm run client -- [FOLDER]`: writes the typed client of the API as a package that other programs can install. */
const folder = process.argv[2] ?? 'tiffin-client';
if (existsSync(folder) && readdirSync(folder).length > 0) {
  process.stderr.write(`${folder} is not empty: name another folder.\n`);
  process.exit(1);
}
await writeClientPackage(folder);
process.stdout.write(`${folder}: install it with npm install ${folder}; README.md has an example.\n`);
