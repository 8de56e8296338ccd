import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { COMPRESSIBLE_CONTENT_TYPE_REGEX } from 'hono/utils/compress';

type Bytes = Uint8Array<ArrayBuffer>;
type Encoding = 'br' | 'gzip';

interface PreparedResponse {
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
  readonly #notModified: PreparedResponse;
  readonly #isCompressible: boolean;
  readonly #brotliQuality: number | undefined;
  /** Bytes, because Node would copy a text into a new buffer for each response. */
  readonly #plain: PreparedResponse & { readonly body: Bytes };
  readonly #compressed = new Map<Encoding, PreparedResponse>();
  readonly #compressing = new Map<Encoding, Promise<PreparedResponse>>();

  /** `more` adds or replaces headers. Brotli's quality is at most 11; a body that changes often gets less. */
  constructor(body: string | Bytes, type: string, more: Readonly<Record<string, string>> = {}, brotliQuality?: number) {
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
    this.#notModified = { status: 304, body: null, headers };
    this.#plain = { status: 200, body: typeof body === 'string' ? new TextEncoder().encode(body) : body, headers };
    this.#isCompressible = COMPRESSIBLE_CONTENT_TYPE_REGEX.test(type);
    this.#brotliQuality = brotliQuality;
  }

  /** The response for these request headers; null while it must be compressed first. */
  ready(request: Headers): PreparedResponse | null {
    if (matchesEtag(request.get('if-none-match'), this.etag)) return this.#notModified;
    const encoding = this.#isCompressible ? bestEncoding(request) : null;
    return encoding ? (this.#compressed.get(encoding) ?? null) : this.#plain;
  }

  /** The response for these request headers, compressed first if necessary. */
  async answer(request: Headers): Promise<Response> {
    const { body, ...init } = this.ready(request) ?? (await this.#compress(bestEncoding(request) ?? 'gzip'));
    return new Response(body, init);
  }

  #compress(encoding: Encoding): Promise<PreparedResponse> {
    const running = this.#compressing.get(encoding);
    if (running) return running;
    const compressing = compress(this.#plain.body, encoding, this.#brotliQuality).then((body) => {
      const headers = { ...this.#plain.headers, 'content-encoding': encoding };
      const compressed: PreparedResponse = { ...this.#plain, body, headers };
      this.#compressed.set(encoding, compressed);
      return compressed;
    });
    this.#compressing.set(encoding, compressing);
    compressing.catch(() => this.#compressing.delete(encoding));
    return compressing;
  }
}

function matchesEtag(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false;
  const strong = (tag: string): string => tag.trim().replace(/^W\//, '');
  return ifNoneMatch.split(',').some((tag) => tag.trim() === '*' || strong(tag) === strong(etag));
}

/** The best encoding that the client accepts; null if it accepts neither. */
export function bestEncoding(request: Headers): Encoding | null {
  const accepted = request.get('accept-encoding') ?? '';
  if (/\bbr\b/.test(accepted)) return 'br';
  return /\bgzip\b/.test(accepted) ? 'gzip' : null;
}

const brotli = promisify(brotliCompress);
const gz = promisify(gzip);

export async function compress(bytes: Bytes, encoding: Encoding, brotliQuality = 9): Promise<Bytes> {
  if (encoding === 'gzip') return new Uint8Array(await gz(bytes));
  return new Uint8Array(await brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } }));
}
