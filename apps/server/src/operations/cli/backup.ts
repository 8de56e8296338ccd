import { createWriteStream, existsSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { createGzip } from 'node:zlib';
import { hasPicturesInStore } from '../../modules/images/picture-files.ts';
import { openBackupBucket } from '../../adapters/pictures/bucket.ts';
import { noteTime } from '../../modules/locations/restaurant/last-backup.ts';
import type { Context } from '../../context.ts';
import { bucketSettings } from '../../create-context.ts';
import { createBackupKey, encryptBackup } from '../backup/encryption.ts';
import { backupName, uploadBackup } from '../backup/upload-backup.ts';
import { writeBackup } from '../backup/write-backup.ts';
import { errorText } from './error-text.ts';
import { withContext } from './with-context.ts';

/**
 * `npm run backup [FILE]`: writes a consistent snapshot of all data while the server runs, encrypted if
 * BACKUP_RECIPIENTS is set. `--create-key FILE` creates a key for that.
 */
try {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { 'create-key': { type: 'string' } } });
  const keyFile = values['create-key'];
  if (keyFile === undefined)
    await withContext((context) => backUp(context, positionals[0]), { requiresDatabase: true });
  else await createKey(keyFile);
  process.exit(0);
} catch (error) {
  process.stderr.write(`${errorText(error)}\n`);
  process.exit(1);
}

async function backUp(context: Context, requestedFile?: string): Promise<void> {
  const { clock, config, database, version } = context;
  const at = clock.now();
  const recipients = config.BACKUP_RECIPIENTS;
  const isEncrypted = recipients.length > 0;
  const name = backupName(at, { isEncrypted });
  const file = requestedFile ?? name;
  // Use a temporary name until the file is complete.
  const unfinished = `${file}.unfinished`;
  try {
    const packed = createGzip({ level: 6 });
    const content = isEncrypted ? await encryptBackup(packed, recipients) : packed;
    // Two pipelines, so that an error of the database ends the encryption and the file too.
    await Promise.all([
      pipeline(writeBackup(database.pool, version, at), packed),
      pipeline(content, createWriteStream(unfinished, { mode: 0o600 })),
    ]);
    renameSync(unfinished, file);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
  const { size } = statSync(file);
  const length = size < 1e6 ? `${Math.ceil(size / 1e3)} kB` : `${(size / 1e6).toFixed(1)} MB`;
  process.stdout.write(`${file}: ${length}${isEncrypted ? ', encrypted' : ''}\n`);
  const settings = bucketSettings(config, config.BACKUP_BUCKET);
  if (settings) {
    const bucket = openBackupBucket(settings);
    const retention = { days: config.BACKUP_DAYS, least: config.BACKUP_LEAST, at };
    const deleted = await uploadBackup(bucket, { file, name }, retention);
    process.stdout.write(`Uploaded as ${name} to ${bucket.place}. Old backups deleted there: ${deleted}.\n`);
  }
  await noteTime(context.db, 'backup', at).catch((error: unknown) =>
    process.stderr.write(`Monitoring will not see this backup: ${errorText(error)}\n`),
  );
  if (await hasPicturesInStore(context)) {
    const place = context.pictureStore?.place ?? 'a bucket';
    process.stdout.write(`Pictures are in ${place} and not in this file: back up the bucket, too.\n`);
  }
}

async function createKey(file: string): Promise<void> {
  if (existsSync(file)) {
    process.stderr.write(`${file} exists already.\n`);
    process.exit(1);
  }
  const key = await createBackupKey(new Date());
  writeFileSync(file, key.file, { mode: 0o600, flag: 'wx' });
  process.stdout.write(
    `${file} contains the private key. Store it away from this machine: without it nobody can read the backups.\nBACKUP_RECIPIENTS=${key.recipient}\n`,
  );
}
