import { createHash } from 'node:crypto';
import type { Context as HonoContext } from 'hono';
import { bestEncoding, squeeze } from './compress.ts';
import { whenThere, type Soon } from '../when-there.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/**
 * An answer that many will ask for: written out, named and compressed once, then given from memory.
 * Whoever has it already, and says so, gets 304.
 */
export class KeptBody {
  readonly etag: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #quality: number | undefined;
  /** As bytes: Node joins a text to its head anew for each answer, and leaves that much to be swept. */
  readonly #bytes: Bytes;
  readonly #squeezed = new Map<string, Soon<Bytes>>();

  /** `more` are headers beside, or in place of, the usual ones; a body that changes often is compressed less. */
  constructor(text: string, type: string, more: Readonly<Record<string, string>> = {}, quality?: number) {
    this.#bytes = new TextEncoder().encode(text);
    this.#quality = quality;
    // Weak: the same answer, whichever way it is compressed.
    this.etag = `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 20)}"`;
    this.#headers = {
      'content-type': type,
      // may be kept, but is asked about each time
      'cache-control': 'no-cache',
      vary: 'accept-encoding',
      ...more,
      etag: this.etag,
    };
  }

  answer(c: HonoContext): Soon<Response> {
    const headers = this.#headers;
    // Not `c.body`: that copies the headers into an object of the Fetch standard, which costs more than all the rest
    // here. What was said with `c.header` before is not in it.
    if (matches(c.req.header('if-none-match'), this.etag)) return new Response(null, { status: 304, headers });
    const encoding = bestEncoding(c.req.header('accept-encoding') ?? null);
    if (encoding === null) return new Response(this.#bytes, { headers });
    return whenThere(
      this.#squeeze(encoding),
      (bytes) => new Response(bytes, { headers: { ...headers, 'content-encoding': encoding } }),
    );
  }

  #squeeze(encoding: string): Soon<Bytes> {
    const before = this.#squeezed.get(encoding);
    if (before) return before;
    const making = this.#keep(encoding);
    this.#squeezed.set(encoding, making);
    return making;
  }

  async #keep(encoding: string): Promise<Bytes> {
    try {
      const bytes = await squeeze(this.#bytes, encoding, this.#quality);
      this.#squeezed.set(encoding, bytes);
      return bytes;
    } catch (error) {
      this.#squeezed.delete(encoding);
      throw error;
    }
  }
}

function matches(asked: string | undefined, etag: string): boolean {
  if (asked === undefined) return false;
  const strong = (tag: string): string => tag.trim().replace(/^W\//, '');
  return asked.split(',').some((tag) => tag.trim() === '*' || strong(tag) === strong(etag));
}
