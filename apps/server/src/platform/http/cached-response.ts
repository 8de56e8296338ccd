import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { COMPRESSIBLE_CONTENT_TYPE_REGEX } from 'hono/utils/compress';

type Bytes = Uint8Array<ArrayBuffer>;
type Encoding = 'br' | 'gzip';

interface Ready {
  readonly status: 200 | 304;
  readonly body: Bytes | null;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * A response that many clients get: serialized, tagged and compressed once, then sent from memory. Clients that have
 * it get 304.
 */
export class CachedResponse {
  readonly etag: string;
  readonly #ready: Ready;
  readonly #isCompressible: boolean;
  readonly #quality: number | undefined;
  /** Bytes, because Node would copy a text into a new buffer for each response. */
  readonly #plain: Ready & { readonly body: Bytes };
  readonly #compressed = new Map<Encoding, Ready>();
  readonly #compressing = new Map<Encoding, Promise<Ready>>();

  /** `more` adds or replaces headers. A body that changes often is compressed with less effort. */
  constructor(body: string | Bytes, type: string, more: Readonly<Record<string, string>> = {}, quality?: number) {
    // Weak, because the same response exists in several encodings.
    this.etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 20)}"`;
    const headers = {
      'content-type': type,
      // may be stored, but must be revalidated
      'cache-control': 'no-cache',
      vary: 'accept-encoding',
      ...more,
      etag: this.etag,
    };
    this.#ready = { status: 304, body: null, headers };
    this.#plain = { status: 200, body: typeof body === 'string' ? new TextEncoder().encode(body) : body, headers };
    this.#isCompressible = COMPRESSIBLE_CONTENT_TYPE_REGEX.test(type);
    this.#quality = quality;
  }

  /** The response for these request headers; null while it must be compressed first. */
  ready(request: Headers): Ready | null {
    if (matches(request.get('if-none-match'), this.etag)) return this.#ready;
    const encoding = this.#isCompressible ? bestEncoding(request) : null;
    return encoding ? (this.#compressed.get(encoding) ?? null) : this.#plain;
  }

  async answer(request: Headers): Promise<Response> {
    const { body, ...init } = this.ready(request) ?? (await this.#compress(bestEncoding(request) ?? 'gzip'));
    return new Response(body, init);
  }

  #compress(encoding: Encoding): Promise<Ready> {
    const running = this.#compressing.get(encoding);
    if (running) return running;
    const made = compress(this.#plain.body, encoding, this.#quality).then((body) => {
      const ready: Ready = { ...this.#plain, body, headers: { ...this.#plain.headers, 'content-encoding': encoding } };
      this.#compressed.set(encoding, ready);
      return ready;
    });
    this.#compressing.set(encoding, made);
    made.catch(() => this.#compressing.delete(encoding));
    return made;
  }
}

function matches(request: string | null, etag: string): boolean {
  if (request === null) return false;
  const strong = (tag: string): string => tag.trim().replace(/^W\//, '');
  return request.split(',').some((tag) => tag.trim() === '*' || strong(tag) === strong(etag));
}

export function bestEncoding(request: Headers): Encoding | null {
  const accepted = request.get('accept-encoding') ?? '';
  if (/\bbr\b/.test(accepted)) return 'br';
  return /\bgzip\b/.test(accepted) ? 'gzip' : null;
}

const brotli = promisify(brotliCompress);
const gz = promisify(gzip);

export async function compress(bytes: Bytes, encoding: Encoding, quality = 9): Promise<Bytes> {
  if (encoding === 'gzip') return new Uint8Array(await gz(bytes));
  return new Uint8Array(await brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }));
}
