import { openAsBlob } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { S3mini, S3NetworkError, S3ServiceError } from 's3mini';
import { PictureStoreError, type PictureStore } from './picture-store.ts';

export interface BucketSettings {
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** True for https://endpoint/bucket/…, false for https://bucket.endpoint/…. */
  readonly pathStyle: boolean;
}

/** Somebody waits for an upload or a page, so a slow answer counts as none. */
const TIMEOUT_MS = 10_000;
const CHECK_TIMEOUT_MS = 2_000;
/** Nobody waits for a backup. */
const BACKUP_TIMEOUT_MS = 10 * 60_000;
/** Before the second and the third attempt. */
const PAUSES_MS = [200, 1_000] as const;

/** A bucket of any service that understands Amazon S3. */
export function openBucket(settings: BucketSettings): PictureStore {
  const place = `bucket ${settings.bucket} at ${settings.endpoint}`;
  const client = clientFor(settings, TIMEOUT_MS);
  const checkingClient = clientFor(settings, CHECK_TIMEOUT_MS);
  return {
    place,
    async write(name, bytes, type) {
      await withRetries(`cannot write ${name} to ${place}`, () => client.putObject(name, bytes, type));
    },
    async read(name) {
      const content = await withRetries(`cannot read ${name} from ${place}`, () => client.getObjectArrayBuffer(name));
      return content && Buffer.from(content);
    },
    async remove(name) {
      await withRetries(`cannot remove ${name} from ${place}`, () => client.deleteObject(name));
    },
    async findProblem() {
      try {
        return (await checkingClient.bucketExists()) ? null : `The ${place} does not exist, or the key may not use it.`;
      } catch (error) {
        return `The ${place} cannot be used: ${reasonOf(error)}.`;
      }
    },
  };
}

export type BackupBucket = ReturnType<typeof openBackupBucket>;

/** A bucket for backups. A large one is uploaded in parts. */
export function openBackupBucket(settings: BucketSettings) {
  const place = `bucket ${settings.bucket} at ${settings.endpoint}`;
  const client = clientFor(settings, BACKUP_TIMEOUT_MS);
  return {
    place,
    async upload(name: string, file: string): Promise<void> {
      const content = await openAsBlob(file);
      await withRetries(`cannot write ${name} to ${place}`, () => client.putAnyObject(name, content));
    },
    async list(): Promise<string[]> {
      const objects = await withRetries(`cannot list ${place}`, () => client.listObjects('/', 'tiffin-'));
      return (objects ?? []).map(({ Key }) => Key);
    },
    async remove(name: string): Promise<void> {
      await withRetries(`cannot remove ${name} from ${place}`, () => client.deleteObject(name));
    },
  };
}

function clientFor(settings: BucketSettings, requestAbortTimeout: number): S3mini {
  const { region, accessKeyId, secretAccessKey } = settings;
  return new S3mini({ endpoint: addressOf(settings), region, accessKeyId, secretAccessKey, requestAbortTimeout });
}

function addressOf({ endpoint, bucket, pathStyle }: BucketSettings): string {
  const url = new URL(endpoint);
  if (pathStyle) url.pathname = `${url.pathname.replace(/\/$/, '')}/${bucket}`;
  else url.hostname = `${bucket}.${url.hostname}`;
  return url.href;
}

/** Repeats a request after temporary errors. `failure` says what failed, for the message of the error. */
async function withRetries<T>(
  failure: string,
  request: () => Promise<T>,
  [delay, ...laterDelays]: readonly number[] = PAUSES_MS,
): Promise<T> {
  try {
    return await request();
  } catch (error) {
    if (delay === undefined || !isTemporary(error))
      throw new PictureStoreError(`${failure}: ${reasonOf(error)}`, { cause: error });
    await pause(delay);
    return withRetries(failure, request, laterDelays);
  }
}

/** A wrong key or a missing bucket stays wrong; a busy service or a lost connection may be over in a second. */
function isTemporary(error: unknown): boolean {
  return !(error instanceof S3ServiceError) || error.status >= 500 || error.status === 429 || error.status === 408;
}

function reasonOf(error: unknown): string {
  if (error instanceof S3ServiceError) {
    return `it answered ${error.status}${error.serviceCode ? ` (${error.serviceCode})` : ''}`;
  }
  if (isTimeout(error)) return 'it did not answer in time';
  if (error instanceof S3NetworkError) return `it cannot be reached${error.code ? ` (${error.code})` : ''}`;
  return error instanceof Error ? error.message : String(error);
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && (error.name === 'TimeoutError' || isTimeout(error.cause));
}
