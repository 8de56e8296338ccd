import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';

export interface Load {
  readonly url: string;
  readonly clients: number;
  readonly seconds: number;
  /** At most this many requests a second, of all clients together. */
  readonly rate?: number;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Each request gets a new idempotency key. */
  readonly uniqueKeys?: boolean;
  /** The cookies of guests, who send the requests in turns. */
  readonly cookies?: readonly string[];
  /** Statuses other than 2xx that this load expects, such as 304. Otherwise they count as failures. */
  readonly mayAnswer?: readonly ('3xx' | '4xx')[];
}

const answer = z.object({
  requests: z.object({ average: z.number(), total: z.number() }),
  latency: z.object({ p50: z.number(), p99: z.number() }),
  errors: z.number(),
  timeouts: z.number(),
  '2xx': z.number(),
  '3xx': z.number(),
  '4xx': z.number(),
  '5xx': z.number(),
});

interface LoadResult {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
}

const PROGRAM = path.join(import.meta.dirname, 'load-program.mjs');
const run = promisify(execFile);

/** Generates load with autocannon in its own process, so that it does not slow the measured process. */
export async function load({ mayAnswer = [], ...requested }: Load): Promise<LoadResult> {
  const { url, seconds } = requested;
  const { stdout } = await run(process.execPath, [PROGRAM, JSON.stringify(requested)], {
    timeout: (seconds + 30) * 1000,
    maxBuffer: 16 * 1024 * 1024,
  });
  const result = answer.parse(JSON.parse(stdout));
  const wrong = result.errors + result.timeouts + result['5xx'];
  const unexpected = (['3xx', '4xx'] as const).filter((kind) => !mayAnswer.includes(kind) && result[kind] > 0);
  if (wrong > 0 || unexpected.length > 0) {
    throw new Error(
      `${url}: ${wrong} errors, ${unexpected.map((kind) => `${result[kind]} answers ${kind}`).join(', ')}`,
    );
  }
  return { perSecond: result.requests.average, p50: result.latency.p50, p99: result.latency.p99 };
}
