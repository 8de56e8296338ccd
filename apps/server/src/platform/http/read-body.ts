import type { BodyLimits } from '@tiffin/contract';
import { Refusal, refuse, say, toStorableText } from '@tiffin/domain/core';
import type { ApiContext } from './api-context.ts';
import { ByteBudget } from './byte-budget.ts';

const KB = 1024;
const MB = 1024 * KB;
/** Bodies being received, in total and per address. Orders have some kilobytes, photos up to ten megabytes. */
const inFlight = new ByteBudget({ all: 36 * MB, each: 32 * MB });
/** The time to receive a body: the same for each, and some for every kilobyte, so that 10 MB have a minute. */
const PATIENCE_MS = { each: 10_000, perKb: 5 } as const;

/** No call nests deeper than a few levels; millions of levels would take seconds to parse. */
const DEEPEST = 64;
/** A large order has a few thousand values; millions would block the process. */
const MOST_VALUES = 200_000;

/** Why a JSON text is refused before it is parsed. Brackets and commas outside strings show depth and values. */
export function findBodyExcess(text: string): 'malformed-json' | 'payload-too-large' | null {
  let depth = 0;
  let values = 0;
  for (let at = 0; at < text.length; at++) {
    const sign = text.charCodeAt(at);
    if (sign === QUOTE) {
      for (at++; at < text.length && text.charCodeAt(at) !== QUOTE; at++) {
        if (text.charCodeAt(at) !== BACKSLASH) continue;
        values++; // an escaped character costs as much to parse as a value
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

/** Escaped characters in JSON; surrogates come in pairs. An escaped backslash begins no other escape. */
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
export async function readBody(c: ApiContext, limits: BodyLimits): Promise<unknown> {
  const type = c.req.header('content-type') ?? '';
  if (!/^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(type)) throw refuse('unsupported-media-type');
  return parseBody(await readText(c, limits));
}

/** Parses the text of a body as `parseStorable` does; refuses it with a reason. */
export function parseBody(text: string): unknown {
  // Removed before the limits are checked: a backslash before such a character escapes the next one afterwards.
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
export async function readForm(c: ApiContext, limits: BodyLimits): Promise<Record<string, unknown>> {
  const type = c.req.header('content-type') ?? '';
  if (!/^multipart\/form-data/i.test(type)) throw refuse('unsupported-media-type');
  const bytes = await readBytes(c, limits);
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

/** Reads a body of any type. */
export function readBytes(c: ApiContext, limits: BodyLimits): Promise<ArrayBuffer | Uint8Array<ArrayBuffer>> {
  return receive<ArrayBuffer | Uint8Array<ArrayBuffer>>(c, limits.maxKb, (isDeclared) =>
    isDeclared ? c.req.arrayBuffer() : readChunked(c, limits.maxKb * KB),
  );
}

/** Reads a body of any type as text. */
export function readText(c: ApiContext, limits: BodyLimits): Promise<string> {
  return receive(c, limits.maxKb, async (isDeclared) =>
    isDeclared ? c.req.text() : Buffer.from(await readChunked(c, limits.maxKb * KB)).toString('utf8'),
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
async function readChunked(c: ApiContext, most: number): Promise<Uint8Array<ArrayBuffer>> {
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
