import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { Decrypter, Encrypter, generateIdentity, identityToRecipient } from 'age-encryption';
import { RestoreError } from './read-backup.ts';

/* Backups are encrypted with age (https://age-encryption.org), so that `age` itself can decrypt them as well. */

const AGE_HEADER = 'age-encryption.org/v1';

/** Encrypts for everyone who has the private key of one of the recipients. */
export async function encryptBackup(plain: Readable, recipients: readonly string[]): Promise<Readable> {
  const encrypter = new Encrypter();
  for (const recipient of recipients) encrypter.addRecipient(recipient);
  return fromWeb(await encrypter.encrypt(toWeb(plain)));
}

/** True if a file that begins with these bytes is encrypted. */
export function isEncrypted(beginning: Buffer): boolean {
  return beginning.subarray(0, AGE_HEADER.length).toString('latin1') === AGE_HEADER;
}

/** Decrypts with the private keys in the text of a key file. */
export async function decryptBackup(encrypted: Readable, keyFile: string): Promise<Readable> {
  const decrypter = new Decrypter();
  const identities = keyFile
    .split('\n')
    .flatMap((line) => (line.trim().startsWith('AGE-SECRET-KEY-') ? [line.trim()] : []));
  if (identities.length === 0) throw new RestoreError('The key file contains no private key (AGE-SECRET-KEY-…).');
  for (const identity of identities) decrypter.addIdentity(identity);
  try {
    return fromWeb(await decrypter.decrypt(toWeb(encrypted)));
  } catch (error) {
    throw new RestoreError(
      `The backup cannot be decrypted with this key: ${error instanceof Error ? error.message : String(error)}.`,
    );
  }
}

/** A new key: the text of its file, and its public half. */
export async function createBackupKey(at: Date): Promise<{ readonly file: string; readonly recipient: string }> {
  const identity = await generateIdentity();
  const recipient = await identityToRecipient(identity);
  return { file: `# created: ${at.toISOString()}\n# public key: ${recipient}\n${identity}\n`, recipient };
}

// The library's types are the browser's, Node's types are its own; the streams are the same.
function toWeb(stream: Readable): globalThis.ReadableStream<Uint8Array> {
  return Readable.toWeb(stream) as unknown as globalThis.ReadableStream<Uint8Array>;
}

function fromWeb(stream: globalThis.ReadableStream<Uint8Array>): Readable {
  return Readable.fromWeb(stream as unknown as ReadableStream<Uint8Array>);
}
