import { startServer } from '@tiffin/server/testing/server-process';

/** One server with demo data for the whole run; a journey that needs its own starts a second one. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const server = await startServer({ env: { DEMO: '1', RATE_LIMITS: '0' } });
  process.env.TIFFIN_URL = server.url;
  return async () => {
    await server.stop();
  };
}
