import { createReadStream, existsSync } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { readBackup, RestoreError } from '../backup/read-backup.ts';
import { withContext } from './with-context.ts';

function fail(words: string): never {
  process.stderr.write(`${words}\n`);
  process.exit(1);
}

/** `npm run restore FILE`: restores a backup into an empty database. */
const [file] = process.argv.slice(2);
if (!file) fail('Which file? npm run restore -- FILE');
if (!existsSync(file)) fail(`There is no file ${file}`);
try {
  const header = await withContext(
    (context) => {
      const text = createGunzip();
      const raw = createReadStream(file);
      raw.on('error', (error) => text.destroy(error));
      return readBackup(context.database, raw.pipe(text));
    },
    // The backup contains its own schema.
    { schema: 'as it is' },
  );
  process.stdout.write(`Restored what was backed up at ${header.at} by version ${header.version}.\n`);
  process.exit(0);
} catch (error) {
  if (error instanceof RestoreError) fail(error.message);
  throw error;
}
