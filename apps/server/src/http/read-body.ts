import { refuse } from '@tiffin/domain/core';
import type { Context as HonoContext } from 'hono';

export const MOST_BODY_BYTES = 10 * 1024 * 1024;

/** How JSON writes what no database can hold: NUL, and halves of surrogate pairs. */
const UNSTORABLE = /\\u0000|\\ud[89a-f]/i;

export function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

/** JSON whose texts can all be stored. */
export function parseStorable(text: string): unknown {
  return UNSTORABLE.test(text)
    ? JSON.parse(text, (_name, value: unknown) => (typeof value === 'string' ? storable(value) : value))
    : JSON.parse(text);
}

/** A JSON body of at most 10 MB; what is not JSON is told apart from what is too much. */
export async function readBody(c: HonoContext): Promise<unknown> {
  const type = c.req.header('content-type') ?? '';
  if (!/^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(type)) throw refuse('unsupported-media-type');
  const text = await readText(c, MOST_BODY_BYTES);
  try {
    return parseStorable(text);
  } catch {
    throw refuse('malformed-json');
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
