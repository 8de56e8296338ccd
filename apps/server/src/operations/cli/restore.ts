import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { parseArgs } from 'node:util';
import { createGunzip } from 'node:zlib';
import { decryptBackup, isEncrypted } from '../backup/encryption.ts';
import { readBackup, RestoreError } from '../backup/read-backup.ts';
import { versionText } from '../../platform/version.ts';
import { errorText } from './error-text.ts';
import { withContext } from './with-context.ts';

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

/** `npm run restore FILE [--key KEYFILE]`: restores a backup into an empty database. */
try {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { key: { type: 'string' } } });
  const [file] = positionals;
  if (!file) fail('Which file? npm run restore -- FILE');
  for (const each of [file, values.key]) if (each !== undefined && !existsSync(each)) fail(`There is no file ${each}`);
  const packed = await openFile(file, values.key);
  const header = await withContext(
    (context) => {
      const unzip = createGunzip();
      packed.on('error', (error) => unzip.destroy(error));
      return readBackup(context.database, packed.pipe(unzip));
    },
    // The backup contains its own schema.
    { migratesSchema: false },
  );
  process.stdout.write(
    `Restored what was backed up at ${header.at} by version ${versionText(header.version, header.commit ?? null)}.\n`,
  );
  process.exit(0);
} catch (error) {
  fail(error instanceof RestoreError ? error.message : errorText(error));
}

async function openFile(backup: string, keyFile: string | undefined): Promise<Readable> {
  const handle = await open(backup);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(64), 0, 64, 0);
  await handle.close();
  const raw = createReadStream(backup);
  if (!isEncrypted(buffer.subarray(0, bytesRead))) return raw;
  if (keyFile === undefined) {
    throw new RestoreError(
      'This backup is encrypted. Name the file with the private key: npm run restore -- FILE --key KEYFILE',
    );
  }
  return decryptBackup(raw, readFileSync(keyFile, 'utf8'));
}
