import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { writeClientPackage } from '@tiffin/server/operations/client-package/write-client-package';
import { startServer } from '@tiffin/server/testing/server-process';
import { createClient } from '@tiffin/client';
import type { Benchmark } from './benchmark.ts';
import { CLIENT_PROGRAMS } from './client-programs.ts';
import { adminCookie } from './order-request.ts';

const run = promisify(execFile);
const ROOT = path.join(import.meta.dirname, '..', '..');
/** The compiler checks the programs strictly, and writes modules that Node runs. */
const COMPILER = {
  strict: true,
  target: 'es2023',
  lib: ['es2023', 'dom', 'dom.iterable'],
  module: 'commonjs',
  moduleResolution: 'bundler',
  skipLibCheck: true,
  types: [],
  rootDir: '.',
  outDir: 'built',
};

interface Done {
  readonly orderId: string;
  readonly amount: number;
  readonly reservationId: string;
}

export const clients: Benchmark = {
  name: 'clients',
  about: 'two clients that other projects generate from the description, and ours: each orders, books and refunds',
  apart: 'it downloads the generators',
  async run(report) {
    const folder = await mkdtemp(path.join(tmpdir(), 'tiffin-clients-'));
    try {
      await using server = await startServer({
        env: { DEMO: '1', RATE_LIMITS: '0', CLOCK_AT: '2026-11-20T22:15:00Z' },
        apiOnly: true,
      });
      await writePrograms(folder, server.url, report.step);
      report.step('compiling');
      await runIn(folder, [path.join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', folder]);
      const admin = createClient({ baseUrl: server.url, cookie: await adminCookie(server.url) });
      const { key } = await admin.call('createApiKey', { body: { name: 'Other programs' } });
      if (key === null) throw new Error('the server made no key');
      const load = createRequire(path.join(folder, 'built', 'index.js'));
      for (const { name } of CLIENT_PROGRAMS) {
        const { orderBookRefund } = load(`./${name}-program.js`) as {
          orderBookRefund: (baseUrl: string, apiKey: string) => Promise<Done>;
        };
        const { orderId, amount, reservationId } = await orderBookRefund(server.url, key).catch((thrown: unknown) => {
          throw new Error(`${name}: ${refusalText(thrown)}`);
        });
        const { refunds } = await admin.call('getOrderPayments', { query: { orderId } });
        const refunded = refunds.reduce((sum, refund) => sum + refund.amount, 0);
        const { reservation } = await admin.call('getReservation', { query: { reservationId } });
        const isDone = refunded === amount && reservation.status === 'confirmed';
        report.figure(`${name}: ordered, booked, refunded`, isDone ? 1 : 0, 'of 1', { atLeast: 1 });
      }
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

/** Generates the clients in the folder and writes a program for each. */
async function writePrograms(folder: string, url: string, step: (words: string) => void): Promise<void> {
  await writeFile(path.join(folder, 'openapi.json'), await (await fetch(`${url}/api/openapi.json`)).text());
  for (const { name, generate, text } of CLIENT_PROGRAMS) {
    step(generate ? `generating ${generate.packages[0]}` : 'packing @tiffin/client');
    if (generate) {
      const packages = generate.packages.flatMap((each) => ['-p', each]);
      await run('npx', ['--yes', ...packages, ...generate.command], { cwd: folder });
    } else await writeClientPackage(path.join(folder, 'node_modules/@tiffin/client'));
    await writeFile(path.join(folder, `${name}-program.ts`), text);
  }
  const files = CLIENT_PROGRAMS.map(({ name }) => `${name}-program.ts`);
  await writeFile(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: COMPILER, files }));
}

/** Runs a program of Node; its output is the message if it fails. */
async function runIn(cwd: string, args: readonly string[]): Promise<void> {
  await run(process.execPath, args, { cwd }).catch((error: Error & { stdout?: string }) => {
    throw new Error(error.stdout || error.message);
  });
}

/** Generated clients throw the response, with the refusal as `error`, or the refusal. */
function refusalText(thrown: unknown): string {
  if (thrown instanceof Error) return thrown.message;
  const { error } = (thrown ?? {}) as { error?: unknown };
  return JSON.stringify(error ?? thrown);
}
