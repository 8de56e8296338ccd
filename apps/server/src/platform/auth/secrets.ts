import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

interface ProvidedSecrets {
  readonly AUTH_SECRET?: string | undefined;
  /** The secrets before it, the newest first. */
  readonly AUTH_SECRET_PREVIOUS: readonly string[];
}

/**
 * The secrets from which all keys are derived, the current one first: AUTH_SECRET, or outside production one that is
 * created once in the data folder.
 */
export function authSecrets(provided: ProvidedSecrets, dataDir: string): readonly [string, ...string[]] {
  return [provided.AUTH_SECRET ?? storedSecret(dataDir), ...provided.AUTH_SECRET_PREVIOUS];
}

function storedSecret(dataDir: string): string {
  const file = path.join(dataDir, 'auth-secret');
  if (!existsSync(file)) createSecret(file);
  return readFileSync(file, 'utf8').trim();
}

/** Copies that start together with an empty folder all take the secret of the first: a link replaces no file. */
export function createSecret(file: string): void {
  const own = `${file}.${process.pid}`;
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(own, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600 });
  try {
    linkSync(own, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(own);
  }
}

/** Only the hash is stored, so that a copy of the database contains no key. */
export function hashKey(key: string): string {
  return hash('sha256', key);
}

export function newAdminKey(): string {
  return `sk_${randomBytes(24).toString('base64url')}`;
}

export function newCustomerKey(): string {
  return `pk_${randomBytes(12).toString('base64url')}`;
}

/** Compares hashes, which have equal lengths, in constant time. */
export function sameToken(expected: string, token: string): boolean {
  return timingSafeEqual(hash('sha256', expected, 'buffer'), hash('sha256', token, 'buffer'));
}
