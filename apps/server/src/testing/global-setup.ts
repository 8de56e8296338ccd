import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { inRoot } from '../../../../scripts/root.mjs';
import { readConfig } from '../config.ts';
import { createContext } from '../create-context.ts';
import { Postmaster } from '../platform/db/embedded/postmaster.ts';
import { openDatabase } from '../platform/db/connection.ts';
import { migrate } from '../platform/db/migrate.ts';
import { writeDemo } from '../operations/demo/create-demo.ts';
import { DEMO_TEMPLATE, FRIDAY_EVENING, TEMPLATE } from './templates.ts';

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
  const admin = openDatabase({ ...postmaster.superuser, database: 'postgres', max: 1 }, () => undefined);
  await admin.pool.query(`create database ${TEMPLATE}`);
  await admin.close();
  const template = openDatabase({ ...postmaster.superuser, database: TEMPLATE, max: 1 }, () => undefined);
  await migrate(template.untyped);
  await template.close();
  await createTemplate({ host, port, user });
  project.provide('postgres', { host, port, user });
  return async () => {
    await postmaster.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}

/** Password hashing is slow by design, so it is done once for all test files. */
async function createTemplate(superuser: { host: string; port: number; user: string }): Promise<void> {
  const admin = openDatabase({ ...superuser, database: 'postgres', max: 1 }, () => undefined);
  await admin.pool.query(`create database ${DEMO_TEMPLATE} template ${TEMPLATE}`);
  await admin.close();
  const folder = mkdtempSync(path.join(tmpdir(), 'tiffin-demo-'));
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: folder, LOG_LEVEL: 'silent', DEMO: '1' });
  const context = await createContext(
    config,
    { ...superuser, database: DEMO_TEMPLATE },
    { clock: { now: () => new Date(FRIDAY_EVENING) } },
  );
  await writeDemo(context);
  await context.database.close();
  rmSync(folder, { recursive: true, force: true });
}
