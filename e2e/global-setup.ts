import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startServer } from '@tiffin/server/testing/server-process';

/** One server with demo data for the whole run. Tests that need their own start a second one. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const written = await mkdtemp(path.join(tmpdir(), 'tiffin-laid-'));
  process.env.TIFFIN_LAID = written;
  const server = await startServer({ env: { DEMO: '1', RATE_LIMITS: '0', CHECK_ANSWERS: '1' } });
  process.env.TIFFIN_URL = server.url;
  return async () => {
    await server.stop();
    await rm(written, { recursive: true, force: true });
  };
}
