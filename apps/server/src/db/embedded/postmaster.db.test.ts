import { mkdtemp, rm } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FolderInUse, Postmaster } from './postmaster.ts';

const quiet = { info: () => {}, warn: () => {} };
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tiffin-postmaster-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** As a person would who starts it again at once, until the old one has let go. */
async function startAnew(): Promise<Postmaster> {
  for (;;) {
    try {
      return await Postmaster.start(folder, quiet);
    } catch (error) {
      if (!(error instanceof FolderInUse)) throw error;
    }
  }
}

async function answers({ connection }: Postmaster): Promise<boolean> {
  const client = new pg.Client({ ...connection });
  await client.connect();
  const { rows } = await client.query<{ one: number }>('select 1 as one');
  await client.end();
  return rows[0]?.one === 1;
}

test('a server that starts while the last one is still stopping can be reached, then and afterwards', async () => {
  let running = await Postmaster.start(folder, quiet);
  for (let round = 0; round < 3; round++) {
    const stopping = running.stop();
    const next = await startAnew();
    expect(await answers(next)).toBe(true);
    await stopping;
    expect(await answers(next)).toBe(true);
    running = next;
  }
  const { host } = running.connection;
  await running.stop();
  expect(existsSync(host)).toBe(false);
});
