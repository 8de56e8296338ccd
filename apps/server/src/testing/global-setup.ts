import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { Postmaster } from '../db/embedded/postmaster.ts';
import { openDatabase } from '../db/connection.ts';
import { migrate } from '../db/migrate.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgres: { host: string; port: number; user: string };
  }
}

export const TEMPLATE = 'tiffin_template';

/** One real PostgreSQL for the whole run, and one migrated database that every test file clones. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(path.join(tmpdir(), 'tiffin-tests-'));
  const postmaster = await Postmaster.start(folder, { info: () => undefined, warn: () => undefined });
  const { host, port, user } = postmaster.superuser;
  const admin = openDatabase({ ...postmaster.superuser, database: 'postgres', max: 1 }, () => undefined);
  await admin.pool.query(`create database ${TEMPLATE}`);
  await admin.close();
  const template = openDatabase({ ...postmaster.superuser, database: TEMPLATE, max: 1 }, () => undefined);
  await migrate(template.untyped);
  await template.close();
  project.provide('postgres', { host, port, user });
  return async () => {
    await postmaster.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}
