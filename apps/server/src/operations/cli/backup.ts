import { createWriteStream, renameSync, rmSync, statSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { writeBackup } from '../backup/write-backup.ts';
import { withContext } from './with-context.ts';

/** `npm run backup [FILE]`: writes a consistent snapshot of all data while the server runs. */
await withContext(async (context) => {
  const at = context.clock.now();
  const file = process.argv[2] ?? `tiffin-${at.toISOString().slice(0, 19).replaceAll(':', '')}.backup.gz`;
  // Use a temporary name until the file is complete.
  const unfinished = `${file}.unfinished`;
  try {
    const out = createWriteStream(unfinished, { mode: 0o600 });
    await pipeline(writeBackup(context.database.pool, context.version, at), createGzip({ level: 6 }), out);
    renameSync(unfinished, file);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
  process.stdout.write(`${file}: ${(statSync(file).size / 1e6).toFixed(1)} MB\n`);
});
process.exit(0);
