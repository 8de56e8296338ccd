import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const gz = promisify(gzip);

export function bestEncoding(accepted: string | null): 'br' | 'gzip' | null {
  if (accepted && /\bbr\b/.test(accepted)) return 'br';
  return accepted && /\bgzip\b/.test(accepted) ? 'gzip' : null;
}

export async function squeeze(
  bytes: Uint8Array<ArrayBuffer>,
  encoding: string,
  quality = 9,
): Promise<Uint8Array<ArrayBuffer>> {
  if (encoding === 'br') {
    return new Uint8Array(await brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }));
  }
  return encoding === 'gzip' ? new Uint8Array(await gz(bytes)) : bytes;
}
