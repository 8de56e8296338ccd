import { isDeepStrictEqual } from 'node:util';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { calls, type Call } from '@tiffin/contract';
import { errorBody } from '@tiffin/contract/wire';
import type { z } from 'zod';
import type { Handler } from '../platform/http/api-context.ts';

const CALL_BY_NAME = new Map(Object.values<Call>(calls).map((call) => [call.path.slice(1), call]));

/**
 * Checks every API response of a server under test against the contract. A difference, including an unknown field,
 * becomes a 500 that names it.
 */
export function checkResponses(handler: Handler): Handler {
  return async (request, bindings) => {
    const answer = await handler(request, bindings);
    const name = new URL(request.url).pathname.slice('/api/'.length);
    const call = CALL_BY_NAME.get(name);
    const isJson = answer.headers.get('content-type')?.startsWith('application/json');
    // A 304 has no body.
    if (!call || !isJson || answer.body === null) return answer;
    const differs = differenceOf(call, answer.ok, await bodyOf(answer));
    if (differs === null) return answer;
    const text = `${name} answered otherwise than its contract says: ${differs}`;
    process.stderr.write(`${text}\n`);
    return Response.json({ success: false, error: text }, { status: 500 });
  };
}

const UNPACKED = { br: brotliDecompressSync, gzip: gunzipSync, zstd: zstdDecompressSync };

async function bodyOf(answer: Response): Promise<unknown> {
  const bytes = Buffer.from(await answer.clone().arrayBuffer());
  const packed = answer.headers.get('content-encoding') as keyof typeof UNPACKED | null;
  return JSON.parse((packed ? UNPACKED[packed](bytes) : bytes).toString());
}

function differenceOf(call: Call, isDone: boolean, body: unknown): string | null {
  if (!isDone) return differenceFrom(errorBody, body);
  if (call.contentType) return differenceFrom(call.response, body);
  const { success, ...answer } = body as { success?: unknown };
  return success === true ? differenceFrom(call.response, answer) : 'no success';
}

function differenceFrom(schema: z.ZodType, value: unknown): string | null {
  const { data, error } = schema.safeParse(value);
  if (error) return error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ');
  return isDeepStrictEqual(data, value) ? null : `unknown: ${unknownIn(value, data).join(', ')}`;
}

/** The fields that the schema dropped, which are unknown to the contract. */
function unknownIn(value: unknown, parsed: unknown, at: readonly string[] = []): string[] {
  if (typeof value !== 'object' || value === null) return value === parsed ? [] : [at.join('.')];
  const fields = Object(parsed) as Readonly<Record<string, unknown>>;
  return Object.entries(value).flatMap(([name, inner]) =>
    Object.hasOwn(fields, name) ? unknownIn(inner, fields[name], [...at, name]) : [[...at, name].join('.')],
  );
}
