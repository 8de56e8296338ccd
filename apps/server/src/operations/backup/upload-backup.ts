import type { BackupBucket } from '../../adapters/pictures/bucket.ts';

/** How long backups stay in the bucket. */
export interface Retention {
  readonly days: number;
  /** This many of the newest stay, however old they are. */
  readonly least: number;
}

/** `tiffin-2026-11-28T013000.backup.gz.age`: sorts by time. */
export function backupName(at: Date, { isEncrypted }: { readonly isEncrypted: boolean }): string {
  const time = at.toISOString().slice(0, 19).replaceAll(':', '');
  return `tiffin-${time}.backup.gz${isEncrypted ? '.age' : ''}`;
}

/** Uploads a backup, then deletes those that are too old. Other objects of the bucket stay. Returns how many it deleted. */
export async function uploadBackup(
  bucket: BackupBucket,
  { file, name }: { readonly file: string; readonly name: string },
  { days, least, at }: Retention & { readonly at: Date },
): Promise<number> {
  await bucket.upload(name, file);
  const oldestKept = backupName(new Date(at.getTime() - days * 86_400_000), { isEncrypted: false });
  const backups = (await bucket.list()).filter((each) => /^tiffin-[\dT-]{17}\.backup\.gz(\.age)?$/.test(each));
  const expired = backups
    .toSorted()
    .slice(0, -least)
    .filter((each) => each < oldestKept);
  for (const each of expired) await bucket.remove(each);
  return expired.length;
}
