import { createHash } from 'node:crypto';
import type { Context as HonoContext } from 'hono';
import { bestEncoding, squeeze } from './compress.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/**
 * An answer that many will ask for: written out, named and compressed once, then given from memory.
 * Whoever has it already, and says so, gets 304.
 */
export class KeptBody {
  readonly etag: string;
  readonly #type: string;
  readonly #plain: Bytes;
  readonly #squeezed = new Map<string, Promise<Bytes>>();

  constructor(text: string, type: string) {
    this.#plain = new TextEncoder().encode(text);
    this.#type = type;
    // Weak: the same answer, whichever way it is compressed.
    this.etag = `W/"${createHash('sha256').update(this.#plain).digest('base64url').slice(0, 20)}"`;
  }

  async answer(c: HonoContext): Promise<Response> {
    const headers: Record<string, string> = {
      'content-type': this.#type,
      etag: this.etag,
      // may be kept, but is asked about each time
      'cache-control': 'no-cache',
      vary: 'accept-encoding',
    };
    if (matches(c.req.header('if-none-match'), this.etag)) return c.body(null, 304, headers);
    const encoding = bestEncoding(c.req.header('accept-encoding') ?? null);
    if (encoding === null) return c.body(this.#plain, 200, headers);
    return c.body(await this.#squeeze(encoding), 200, { ...headers, 'content-encoding': encoding });
  }

  #squeeze(encoding: string): Promise<Bytes> {
    let bytes = this.#squeezed.get(encoding);
    if (!bytes) this.#squeezed.set(encoding, (bytes = squeeze(this.#plain, encoding)));
    return bytes;
  }
}

function matches(asked: string | undefined, etag: string): boolean {
  if (asked === undefined) return false;
  const strong = (tag: string): string => tag.trim().replace(/^W\//, '');
  return asked.split(',').some((tag) => tag.trim() === '*' || strong(tag) === strong(etag));
}
