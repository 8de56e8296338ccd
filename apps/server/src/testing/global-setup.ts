import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { inRoot } from '../../../../scripts/root.mjs';
import { createTemplates } from './create-templates.ts';
import { Postmaster } from '../platform/db/embedded/postmaster.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgres: { host: string; port: number; user: string };
  }
}

/** Starts one real PostgreSQL for the whole run and creates the template databases that test files clone. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Processes that tests start share one compile cache.
  process.env['NODE_COMPILE_CACHE'] ??= inRoot('node_modules', '.cache', 'compiled');
  const folder = mkdtempSync(path.join(tmpdir(), 'tiffin-tests-'));
  const postmaster = await Postmaster.start(folder, { info: () => undefined, warn: () => undefined });
  const { host, port, user } = postmaster.superuser;
  await createTemplates({ host, port, user });
  project.provide('postgres', { host, port, user });
  return async () => {
    await postmaster.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}
