import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { openBackupBucket } from '../../adapters/pictures/bucket.ts';
import { S3_BUCKET, S3_KEYS, s3Server } from '../../testing/s3-server.ts';
import { backupName, uploadBackup } from './upload-backup.ts';

const s3 = await s3Server();
afterAll(() => s3.close());
const settings = { endpoint: s3.endpoint, bucket: S3_BUCKET, region: 'ca-central-1', ...S3_KEYS, pathStyle: true };
const file = path.join(mkdtempSync(path.join(tmpdir(), 'tiffin-backup-')), 'backup');
const content = Buffer.from('all data');
writeFileSync(file, content);
const dayOf = (days: number) => new Date(Date.UTC(2026, 10, days, 3));
const at = dayOf(28);
const name = backupName(at, { isEncrypted: true });
const put = (...names: string[]) => names.forEach((each) => s3.objects.set(each, { bytes: content, type: '' }));
beforeEach(() => {
  s3.objects.clear();
  s3.trouble(null);
});

test('a backup is uploaded, and older ones are deleted, but never the newest ones nor other objects', async () => {
  const [old, older, oldest] = [13, 12, 1].map((day) => backupName(dayOf(day), { isEncrypted: true })) as [
    string,
    string,
    string,
  ];
  const plain = backupName(dayOf(2), { isEncrypted: false });
  put(old, older, oldest, plain, 'tiffin-notes.txt', 'another/tiffin-2020-01-01T000000.backup.gz');
  const bucket = openBackupBucket(settings);
  expect(await uploadBackup(bucket, { file, name }, { days: 14, least: 3, at })).toBe(2);
  expect(s3.objects.get(name)?.bytes).toEqual(content);
  const left = [older, old, name, 'tiffin-notes.txt', 'another/tiffin-2020-01-01T000000.backup.gz'];
  expect([...s3.objects.keys()].toSorted()).toEqual(left.toSorted());
});

test('old backups stay when there are no newer ones, and when the upload fails', async () => {
  put(backupName(dayOf(1), { isEncrypted: true }), backupName(dayOf(2), { isEncrypted: true }));
  const bucket = openBackupBucket(settings);
  expect(await uploadBackup(bucket, { file, name }, { days: 14, least: 3, at })).toBe(0);
  const stranger = openBackupBucket({ ...settings, secretAccessKey: 'another' });
  await expect(uploadBackup(stranger, { file, name }, { days: 1, least: 1, at })).rejects.toThrow(
    /cannot write tiffin-.* it answered 403/,
  );
  expect(s3.objects.size).toBe(3);
});
