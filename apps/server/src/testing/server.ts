import { afterAll, inject } from 'vitest';
import { runTestServer, type ServerOptions, type TestServer } from './run-test-server.ts';

export { SITE_KEY, TestClock, type Answered, type Caller, type TestServer } from './run-test-server.ts';

/**
 * Starts the whole server on its own database, cloned from the migrated template. Call it at the top of a test file.
 * Contains the demo restaurant unless the options exclude it.
 */
export async function testServer(requested: ServerOptions = {}): Promise<TestServer> {
  const server = await runTestServer(inject('postgres'), requested);
  afterAll(server.stop);
  return server;
}
