import type { BodyLimits } from '@tiffin/contract';
import { Refusal, refuse, say, toStorableText } from '@tiffin/domain/core';
import type { ApiContext } from './api-context.ts';
import { ByteBudget } from './byte-budget.ts';

const KB = 1024;
const MB = 1024 * KB;
/** Bodies being received, in total and per address. Orders have some kilobytes, photos up to ten megabytes. */
const inFlight = new ByteBudget({ all: 36 * MB, each: 32 * MB });
/** The basic time to receive a body. Each kilobyte adds some, so that 10 MB have a minute. */
const PATIENCE_MS = { each: 10_000, perKb: 5 } as const;

/** No call nests deeper than a few levels; millions of levels would take seconds to parse. */
const DEEPEST = 64;
/** A large order has a few thousand values; millions would block the process. */
const MOST_VALUES = 200_000;

/** Counts brackets and commas in the text, outside strings. */
export function findBodyExcess(text: string): 'malformed-json' | 'payload-too-large' | null {
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

/** Characters as JSON escapes them; surrogates come in pairs. The backslash may itself be escaped. */
const ESCAPED = /\\(?:[\\bf]|u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|u[\da-fA-F]{4})/g;
/** Unwanted characters that JSON allows to be written as they are. */
const LITERAL = /[\x7f-\x9f\p{Bidi_Control}]/gu;

/** Parses JSON and removes what may not be stored (`toStorableText`), from the names of fields, too. */
export function parseStorable(text: string): unknown {
  return parseEscaped(text.replaceAll(LITERAL, ''));
}

function parseEscaped(text: string): unknown {
  return JSON.parse(
    text.replace(ESCAPED, (escaped) => {
      const sign = JSON.parse(`"${escaped}"`) as string;
      const storable = toStorableText(sign);
      return storable === sign ? escaped : storable;
    }),
  );
}

/** Reads a JSON body; distinguishes malformed from excessive. */
export async function readBody(c: ApiContext, bounds: BodyLimits): Promise<unknown> {
  const type = c.req.header('content-type') ?? '';
  if (!/^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(type)) throw refuse('unsupported-media-type');
  return parseBody(await readText(c, bounds));
}

export function parseBody(text: string): unknown {
  // Before the limits are checked: without the character between them, a backslash escapes the next quote.
  const written = text.replaceAll(LITERAL, '');
  const excess = findBodyExcess(written);
  if (excess) throw refuse(excess);
  try {
    return parseEscaped(written);
  } catch {
    throw refuse('malformed-json');
  }
}

/** Reads a form; empty fields count as missing. */
export async function readForm(c: ApiContext, bounds: BodyLimits): Promise<Record<string, unknown>> {
  const type = c.req.header('content-type') ?? '';
  if (!/^multipart\/form-data/i.test(type)) throw refuse('unsupported-media-type');
  const bytes = await readBytes(c, bounds);
  try {
    const form = await new Response(bytes, { headers: { 'content-type': type } }).formData();
    return Object.fromEntries(
      [...form]
        .filter(([, value]) => value !== '')
        .map(([name, value]) => [name, typeof value === 'string' ? toStorableText(value) : value]),
    );
  } catch {
    throw refuse('invalid-argument', say`Invalid form data`);
  }
}

export function readBytes(c: ApiContext, bounds: BodyLimits): Promise<ArrayBuffer | Uint8Array<ArrayBuffer>> {
  return receive<ArrayBuffer | Uint8Array<ArrayBuffer>>(c, bounds.maxKb, (isDeclared) =>
    isDeclared ? c.req.arrayBuffer() : count(c, bounds.maxKb * KB),
  );
}

export function readText(c: ApiContext, bounds: BodyLimits): Promise<string> {
  return receive(c, bounds.maxKb, async (isDeclared) =>
    isDeclared ? c.req.text() : Buffer.from(await count(c, bounds.maxKb * KB)).toString('utf8'),
  );
}

/**
 * Reads a body of bounded size. Larger declared sizes are refused at once, slow bodies and clients with too much in
 * flight are cut off.
 */
async function receive<T>(c: ApiContext, mostKb: number, read: (isDeclared: boolean) => Promise<T>): Promise<T> {
  const declared = c.req.header('content-length');
  if (Number(declared ?? 0) > mostKb * KB) throw tooLarge(mostKb);
  let cut = (): void => undefined;
  const isCut = new Promise<never>((_resolve, reject) => {
    cut = () => reject(refuse('body-too-slow'));
  });
  const bytes = declared === undefined ? mostKb * KB : Number(declared);
  const release = inFlight.hold(c.var.info.address ?? '', bytes, cut);
  const timer = setTimeout(cut, PATIENCE_MS.each + PATIENCE_MS.perKb * mostKb);
  try {
    return await Promise.race([read(declared !== undefined), isCut]);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    // The connection broke before the body was complete; nobody reads the response.
    throw refuse('request-cut');
  } finally {
    clearTimeout(timer);
    release();
  }
}

function tooLarge(mostKb: number): Refusal {
  return refuse('payload-too-large', say`The request body is larger than ${mostKb} kB.`);
}

/** Chunked bodies declare no size, so count while reading. */
async function count(c: ApiContext, most: number): Promise<Uint8Array<ArrayBuffer>> {
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
      throw tooLarge(most / KB);
    }
    chunks.push(value);
  }
  return new Uint8Array(Buffer.concat(chunks));
}
