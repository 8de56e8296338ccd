import { refuse } from '@tiffin/domain/core';
import type { Context as HonoContext } from 'hono';

/** What a request may carry; so no text in one is longer either. */
export const BODY_BYTES_MAX = 10 * 1024 * 1024;

export function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

/** No call nests deeper than a handful; what nests by the million costs seconds to take apart. */
const DEEPEST = 64;
/** The longest order anybody could mean has some thousand values and escapes; millions of them hold everybody up. */
const MOST_VALUES = 200_000;

/** Counted over the text as it stands: brackets and commas inside strings are none. */
export function excessOf(text: string): 'malformed-json' | 'payload-too-large' | null {
  let depth = 0;
  let values = 0;
  for (let at = 0; at < text.length; at++) {
    const sign = text.charCodeAt(at);
    if (sign === QUOTE) {
      for (at++; at < text.length && text.charCodeAt(at) !== QUOTE; at++) {
        if (text.charCodeAt(at) !== BACKSLASH) continue;
        values++;
        at++;
      }
    } else if (sign === OPEN_BRACKET || sign === OPEN_BRACE) {
      values++;
      if (++depth > DEEPEST) return 'malformed-json';
    } else if (sign === CLOSE_BRACKET || sign === CLOSE_BRACE) depth--;
    else if (sign === COMMA) values++;
    if (values > MOST_VALUES) return 'payload-too-large';
  }
  return null;
}

const [QUOTE, BACKSLASH, OPEN_BRACKET, CLOSE_BRACKET, OPEN_BRACE, CLOSE_BRACE, COMMA] = [34, 92, 91, 93, 123, 125, 44];

/** How JSON writes what no database can hold: NUL, and halves of surrogate pairs. A backslash may itself be escaped. */
const ESCAPED = /\\\\|\\u0000|\\ud[89ab][\da-f]{2}(\\ud[c-f][\da-f]{2})?|\\ud[c-f][\da-f]{2}/gi;

/** JSON whose texts can all be stored. */
export function parseStorable(text: string): unknown {
  return JSON.parse(
    text.replace(ESCAPED, (whole, low?: string) => {
      if (low !== undefined || whole === '\\\\') return whole;
      return whole.endsWith('0000') ? '' : '\\ufffd';
    }),
  );
}

/** A JSON body of at most 10 MB; what is not JSON is told apart from what is too much. */
export async function readBody(c: HonoContext): Promise<unknown> {
  const type = c.req.header('content-type') ?? '';
  if (!/^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(type)) throw refuse('unsupported-media-type');
  const text = await readText(c, BODY_BYTES_MAX);
  const excess = excessOf(text);
  if (excess) throw refuse(excess);
  try {
    return parseStorable(text);
  } catch {
    throw refuse('malformed-json');
  }
}

/** The fields and files of a form, within the same limit; a field left empty was not filled in. */
export async function readForm(c: HonoContext): Promise<Record<string, unknown>> {
  const type = c.req.header('content-type') ?? '';
  if (!/^multipart\/form-data/i.test(type)) throw refuse('unsupported-media-type');
  const bytes = await readBytes(c, BODY_BYTES_MAX);
  try {
    const form = await new Response(bytes, { headers: { 'content-type': type } }).formData();
    return Object.fromEntries(
      [...form]
        .filter(([, value]) => value !== '')
        .map(([name, value]) => [name, typeof value === 'string' ? storable(value) : value]),
    );
  } catch {
    throw refuse('invalid-argument', 'Invalid form data');
  }
}

export async function readBytes(c: HonoContext, most: number): Promise<ArrayBuffer | Uint8Array<ArrayBuffer>> {
  return declaresSize(c, most) ? c.req.arrayBuffer() : count(c, most);
}

export async function readText(c: HonoContext, most: number): Promise<string> {
  return declaresSize(c, most) ? c.req.text() : Buffer.from(await count(c, most)).toString('utf8');
}

/** Refuses what declares too much; false for what declares nothing. */
function declaresSize(c: HonoContext, most: number): boolean {
  const declared = c.req.header('content-length');
  if (Number(declared ?? 0) > most) throw refuse('payload-too-large');
  return declared !== undefined;
}

/** Chunked bodies declare nothing: count while reading. */
async function count(c: HonoContext, most: number): Promise<Uint8Array<ArrayBuffer>> {
  const reader = c.req.raw.body?.getReader();
  if (!reader) return new Uint8Array();
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
  return new Uint8Array(Buffer.concat(chunks));
}
