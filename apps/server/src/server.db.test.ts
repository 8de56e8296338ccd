import { once } from 'node:events';
import { chmodSync, mkdtempSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { demoPeople } from '@tiffin/demo/people';
import { startServer, type ServerProcess } from './testing/server-process.ts';
import { signIn, type Headers } from './testing/sign-in.ts';

const folders: string[] = [];
const running = new Set<ServerProcess>();

afterEach(async () => {
  for (const server of running) await stop(server);
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function newFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'tiffin-life-'));
  folders.push(folder);
  return folder;
}

async function start(
  dataDir: string,
  { port, demo = '0' }: { port?: number; demo?: string } = {},
): Promise<ServerProcess> {
  const env = { RATE_LIMITS: '0', LOG_LEVEL: 'silent', DEMO: demo };
  const server = await startServer({ env, dataDir, apiOnly: true, ...(port !== undefined && { port }) });
  running.add(server);
  return server;
}

/** Stops the server normally and returns the milliseconds it took. */
function stop(server: ServerProcess): Promise<number> {
  running.delete(server);
  return server.stop();
}

function postmasterPid(folder: string): number {
  return Number(readFileSync(path.join(folder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
}

/** Writes a number in letters, because names contain no digits. */
const spelt = (number: number) => [...`${number}`].map((digit) => 'abcdefghij'[Number(digit)]).join('');
const read = (name: string) =>
  Number([...(/^Writer ([a-j]+)$/.exec(name)?.[1] ?? '')].map((letter) => letter.charCodeAt(0) - 97).join(''));

/** Writes as fast as responses arrive, and remembers the last confirmed and the last attempted value. */
class Writer {
  answered = 0;
  tried = 0;
  #who: Headers | null = null;
  readonly #email: string;
  constructor(email: string) {
    this.#email = email;
  }
  async enter(url: string): Promise<void> {
    this.#who ??= await signIn(url, this.#email);
  }
  async write(url: string): Promise<void> {
    for (;;) {
      const number = ++this.tried;
      let answer: Response;
      try {
        answer = await this.#ask(url, 'updateMe', { displayName: `Writer ${spelt(number)}` });
        await answer.arrayBuffer();
      } catch {
        return; // The server was killed.
      }
      if (answer.status === 200) this.answered = number;
      else return;
    }
  }
  async stored(url: string): Promise<number> {
    const answer = await this.#ask(url, 'getMe');
    const { me } = (await answer.json()) as { me: { displayName: string } };
    return read(me.displayName);
  }
  #ask(url: string, call: string, body?: object): Promise<Response> {
    const headers = { 'content-type': 'application/json', ...this.#who, origin: url };
    return fetch(`${url}/api/${call}`, body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers });
  }
}

async function expectAllOrdersFound(url: string, writers: readonly Writer[]): Promise<void> {
  for (const writer of writers) {
    await writer.enter(url);
    const stored = await writer.stored(url);
    expect(stored).toBeGreaterThanOrEqual(writer.answered);
    expect(stored).toBeLessThanOrEqual(writer.tried);
  }
}

/** Lets all write until each has ten confirmed values, then runs `kill`. */
async function writeUntil(url: string, writers: readonly Writer[], kill: () => Promise<void>): Promise<void> {
  const goals = writers.map((writer) => writer.answered + 10);
  const isBehind = (writer: Writer, i: number) => writer.answered < (goals[i] ?? 0);
  let isRefused = false;
  const writing = writers.map(async (writer, i) => {
    await writer.write(url);
    isRefused ||= isBehind(writer, i);
  });
  while (writers.some(isBehind)) {
    if (isRefused) throw new Error('a writer was refused before its tenth value');
    await new Promise(setImmediate);
  }
  await kill();
  await Promise.all(writing);
}

vi.setConfig({ testTimeout: 300_000 });

test('after repeated kills under write load, the server starts without help and no confirmed write is missing', async () => {
  const folder = newFolder();
  const writers = demoPeople.map((person) => new Writer(person.email));
  const refusals: (readonly [status: number, retryAfter: number])[] = [];
  for (let round = 0; round < 3; round++) {
    const server = await start(folder, { demo: '1' });
    await expectAllOrdersFound(server.url, writers);
    await writeUntil(server.url, writers, async () => void process.kill(postmasterPid(folder), 'SIGKILL'));
    // The server restarts the database. Until then it returns 503 with a time to retry.
    const ask = () => fetch(`${server.url}/api/getLocations`, { headers: { 'x-api-key': 'pk_demo' } });
    let answer = await ask();
    while (answer.status !== 200) {
      refusals.push([answer.status, Number(answer.headers.get('retry-after'))]);
      answer = await ask();
    }
    await expectAllOrdersFound(server.url, writers);
    running.delete(server);
    await writeUntil(server.url, writers, () => server.kill());
  }
  const last = await start(folder);
  await expectAllOrdersFound(last.url, writers);
  expect(Math.min(...writers.map((writer) => writer.answered))).toBeGreaterThanOrEqual(60);
  expect(refusals.length).toBeGreaterThan(0);
  for (const [status, retryAfter] of refusals) {
    expect(status).toBe(503);
    expect(retryAfter).toBeGreaterThan(0);
  }
});

test('a second server on the same data folder is refused with a message', async () => {
  const folder = newFolder();
  await start(folder);
  await expect(start(folder)).rejects.toThrow(/Another server is already running on the data folder/);
});

test('a port in use is reported by number', async () => {
  const inTheWay = createServer((_request, response) => response.writeHead(418).end()).listen(0, '127.0.0.1');
  await once(inTheWay, 'listening');
  const { port } = inTheWay.address() as AddressInfo;
  await expect(start(newFolder(), { port })).rejects.toThrow(/PORT: \d+ is taken/);
  inTheWay.close();
});

test('a data folder that cannot be created is reported by name', async () => {
  const folder = newFolder();
  writeFileSync(path.join(folder, 'file'), 'in the way');
  await expect(start(path.join(folder, 'file'))).rejects.toThrow(/DATA_DIR: .* cannot be written/);
});

test.skipIf(process.getuid?.() === 0)('a data folder without write permission is reported by name', async () => {
  const folder = path.join(newFolder(), 'closed');
  mkdirSync(folder);
  chmodSync(folder, 0o500);
  await expect(start(folder)).rejects.toThrow(/cannot be (written|prepared)/);
});

test('the server stops within five seconds and leaves no PostgreSQL process', async () => {
  const folder = newFolder();
  const server = await start(folder);
  // An open stream does not delay stopping.
  const stream = await fetch(`${server.url}/api/events`);
  const pid = postmasterPid(folder);
  expect(await stop(server)).toBeLessThan(5_000);
  await stream.body?.cancel().catch(() => undefined);
  expect(() => process.kill(pid, 0)).toThrow('ESRCH');
});
