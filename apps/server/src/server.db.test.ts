import { chmodSync, mkdtempSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { DEMO_PASSWORD, demoPeople } from './demo/people.ts';
import { startProcess, type ServerProcess } from './testing/process.ts';

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

async function start(env: Record<string, string>): Promise<ServerProcess> {
  const server = await startProcess(env);
  running.add(server);
  return server;
}

async function stop(server: ServerProcess): Promise<number | string> {
  running.delete(server);
  server.child.kill('SIGTERM');
  return server.ended;
}

function postmasterPid(folder: string): number {
  return Number(readFileSync(path.join(folder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
}

async function signIn(url: string, email: string): Promise<string> {
  const answer = await fetch(`${url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ email, password: DEMO_PASSWORD }),
  });
  return answer.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ');
}

/** One person writing as fast as answers come; remembers the last one answered and the last one tried. */
class Writer {
  answered = 0;
  tried = 0;
  #cookie = '';
  readonly #email: string;
  constructor(email: string) {
    this.#email = email;
  }
  async enter(url: string): Promise<void> {
    this.#cookie ||= await signIn(url, this.#email);
  }
  async write(url: string): Promise<void> {
    for (;;) {
      const number = ++this.tried;
      let answer: Response;
      try {
        answer = await this.#ask(url, 'updateMe', { displayName: `Writer ${number}` });
        await answer.arrayBuffer();
      } catch {
        return; // the server is gone
      }
      if (answer.status === 200) this.answered = number;
      else return;
    }
  }
  async stored(url: string): Promise<number> {
    const answer = await this.#ask(url, 'getMe');
    const { me } = (await answer.json()) as { me: { displayName: string } };
    return Number(me.displayName.split(' ')[1] ?? 0);
  }
  #ask(url: string, call: string, body?: object): Promise<Response> {
    const headers = { 'content-type': 'application/json', cookie: this.#cookie, origin: url };
    return fetch(`${url}/api/${call}`, body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers });
  }
}

test(
  'killed under write load, again and again: the next start needs no hand and nothing answered is missing',
  { timeout: 120_000 },
  async () => {
    const folder = newFolder();
    const writers = demoPeople.map((person) => new Writer(person.email));
    for (let round = 0; round < 6; round++) {
      const server = await start({ DATA_DIR: folder });
      for (const writer of writers) {
        await writer.enter(server.url);
        if (writer.tried > 0) {
          const stored = await writer.stored(server.url);
          expect(stored).toBeGreaterThanOrEqual(writer.answered);
          expect(stored).toBeLessThanOrEqual(writer.tried);
        }
      }
      const before = writers.map((writer) => writer.answered);
      const writing = writers.map((writer) => writer.write(server.url));
      // in the thick of it: everybody has been answered some times in this round
      while (writers.some((writer, i) => writer.answered < (before[i] ?? 0) + 10)) await new Promise(setImmediate);
      if (round % 2 === 0) {
        server.child.kill('SIGKILL');
        running.delete(server);
        await server.ended;
        await Promise.all(writing);
      } else {
        process.kill(postmasterPid(folder), 'SIGKILL');
        await Promise.all(writing);
        // the server itself brings the database back, and says 503 until then
        let status = 503;
        while (status !== 200) status = (await fetch(`${server.url}/api/healthCheck`)).status;
        expect(await stop(server)).toBe(0);
      }
    }
  },
);

test('a second server on the same data folder is refused with a sentence', async () => {
  const folder = newFolder();
  await start({ DATA_DIR: folder });
  await expect(start({ DATA_DIR: folder })).rejects.toThrow(/Another server is already running on the data folder/);
});

test('a taken port is told by name', async () => {
  const first = await start({ DATA_DIR: newFolder() });
  const port = new URL(first.url).port;
  await expect(start({ DATA_DIR: newFolder(), PORT: port })).rejects.toThrow(/PORT: \d+ is taken/);
});

test('a data folder that cannot be made is told by name', async () => {
  const folder = newFolder();
  writeFileSync(path.join(folder, 'file'), 'in the way');
  await expect(start({ DATA_DIR: path.join(folder, 'file') })).rejects.toThrow(/DATA_DIR: .* cannot be written/);
});

test.skipIf(process.getuid?.() === 0)('a data folder without the right to write is told by name', async () => {
  const folder = path.join(newFolder(), 'closed');
  mkdirSync(folder);
  chmodSync(folder, 0o500);
  await expect(start({ DATA_DIR: folder })).rejects.toThrow(/cannot be (written|prepared)/);
});

test('asked to stop, it stops in order within five seconds and leaves no PostgreSQL behind', async () => {
  const folder = newFolder();
  const server = await start({ DATA_DIR: folder });
  // an open stream does not hold it up
  const stream = await fetch(`${server.url}/api/events`);
  const pid = postmasterPid(folder);
  const begun = performance.now();
  expect(await stop(server)).toBe(0);
  expect(performance.now() - begun).toBeLessThan(5_000);
  await stream.body?.cancel().catch(() => undefined);
  expect(() => process.kill(pid, 0)).toThrow('ESRCH');
});
