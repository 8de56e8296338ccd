import { createHmac } from 'node:crypto';

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The code an authenticator app shows (RFC 6238) for the secret in the QR code. */
export function appShows(uri: string, periods = 0): string {
  const secret = new URL(uri).searchParams.get('secret') ?? '';
  const bits = [...secret].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + periods));
  const mac = createHmac('sha1', key).update(counter).digest();
  const at = (mac.at(-1) ?? 0) & 15;
  return String((mac.readUInt32BE(at) & 0x7f_ff_ff_ff) % 1_000_000).padStart(6, '0');
}
