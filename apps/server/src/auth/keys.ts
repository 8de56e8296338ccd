import { createHash, randomBytes } from 'node:crypto';

/** Only the hash is kept: whoever reads the database holds no key. */
export function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

export function newAdminKey(): string {
  return `sk_${randomBytes(24).toString('base64url')}`;
}

export function newCustomerKey(): string {
  return `pk_${randomBytes(12).toString('base64url')}`;
}
