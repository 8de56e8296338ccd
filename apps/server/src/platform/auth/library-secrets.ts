import type { Logger } from 'pino';
import type { Db } from '../db/connection.ts';
import type { KeyRing } from './key-ring.ts';

/**
 * The secrets of the sign-in library. It signs cookies with the first one, and encrypts the secrets of second factors
 * with it; a stored value names its key by version. `secret` is only for values of versions before the ring.
 */
export function librarySecrets(keys: KeyRing) {
  return {
    secrets: keys.all('sign-in').map(({ id, key }) => ({ version: versionOf(id), value: key })),
    secret: keys.secrets.at(-1) ?? '',
  };
}

/** The library expects an integer. */
function versionOf(id: string): number {
  return Number.parseInt(id, 16);
}

/**
 * Encrypts the secrets of second factors again with the current key, after AUTH_SECRET was replaced, so that the older
 * secret can be removed. Without an older secret nothing changes, and a copy of an earlier version can still read them.
 */
export async function renewSecondFactors({
  db,
  keys,
  log,
}: {
  readonly db: Db;
  readonly keys: KeyRing;
  readonly log: Logger;
}): Promise<void> {
  if (keys.secrets.length === 1) return;
  // The library puts the version of the key before what it encrypts.
  const prefix = `$ba$${versionOf(keys.current('sign-in').id)}$`;
  const old = await db.selectFrom('two_factors').select(['id', 'secret', 'backup_codes']).execute();
  for (const row of old) {
    if (row.secret.startsWith(prefix) && row.backup_codes.startsWith(prefix)) continue;
    try {
      await db
        .updateTable('two_factors')
        .set({ secret: await encryptAgain(keys, row.secret), backup_codes: await encryptAgain(keys, row.backup_codes) })
        .where('id', '=', row.id)
        // A recovery code may have been used in the meantime.
        .where('secret', '=', row.secret)
        .where('backup_codes', '=', row.backup_codes)
        .execute();
    } catch (error) {
      log.error({ err: error, id: row.id }, 'a second factor can be read with no secret of the ring');
    }
  }
}

async function encryptAgain(keys: KeyRing, stored: string): Promise<string> {
  const { symmetricDecrypt, symmetricEncrypt, formatEnvelope, parseEnvelope } = await import('better-auth/crypto');
  const { id, key } = keys.current('sign-in');
  const envelope = parseEnvelope(stored);
  const candidates = envelope
    ? keys.all('sign-in').flatMap((each) => (versionOf(each.id) === envelope.version ? [each.key] : []))
    : keys.secrets;
  for (const candidate of candidates) {
    const data = await symmetricDecrypt({ key: candidate, data: envelope?.ciphertext ?? stored }).catch(() => null);
    if (data !== null) return formatEnvelope(versionOf(id), await symmetricEncrypt({ key, data }));
  }
  throw new Error('no secret of the ring encrypted this');
}
