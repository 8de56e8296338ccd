import { refuse } from '@tiffin/domain/core';
import type { Context as HonoContext } from 'hono';

export const MOST_BODY_BYTES = 10 * 1024 * 1024;

/** A JSON body of at most 10 MB; what is not JSON is told apart from what is too much. */
export async function readBody(c: HonoContext): Promise<unknown> {
  const type = c.req.header('content-type') ?? '';
  if (!/^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(type)) throw refuse('unsupported-media-type');
  const text = await readText(c, MOST_BODY_BYTES);
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw refuse('malformed-json');
  }
  // Only an escape can bring such a character into JSON, so hardly any body has to be walked through.
  if (/\\u(?:0000|d[89a-f])/i.test(text)) mustBeStorable(body);
  return body;
}

/** Half of a surrogate pair and the zero character are no text: no database keeps them. */
export function mustBeStorable(value: unknown): void {
  if (typeof value === 'string') {
    if (value.includes('\0') || !value.isWellFormed())
      throw refuse('invalid-argument', 'Invalid characters in the text');
  } else if (value && typeof value === 'object') {
    for (const [name, inner] of Object.entries(value)) {
      mustBeStorable(name);
      mustBeStorable(inner);
    }
  }
}

export async function readText(c: HonoContext, most: number): Promise<string> {
  const declared = Number(c.req.header('content-length') ?? 0);
  if (declared > most) throw refuse('payload-too-large');
  // Chunked bodies declare nothing: count while reading.
  if (c.req.header('content-length') !== undefined) return c.req.text();
  const reader = c.req.raw.body?.getReader();
  if (!reader) return '';
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.byteLength;
    if (size > most) {
      await reader.cancel();
      throw refuse('payload-too-large');
    }
    chunks.push(value);
  }
  return Buffer.concat(chunks).toString('utf8');
}
