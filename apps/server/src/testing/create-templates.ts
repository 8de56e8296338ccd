import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readConfig } from '../config.ts';
import { createContext } from '../create-context.ts';
import { openDatabase } from '../platform/db/connection.ts';
import { migrate } from '../platform/db/migrate.ts';
import { writeDemo } from '../operations/demo/create-demo.ts';
import type { TestPostgres } from './run-test-server.ts';
import { DEMO_TEMPLATE, FRIDAY_EVENING, TEMPLATE } from './templates.ts';

/** Creates the databases that tests clone: a migrated one, and one with the demo restaurant. */
export async function createTemplates(superuser: TestPostgres): Promise<void> {
  const admin = openDatabase({ ...superuser, database: 'postgres', max: 1 }, () => undefined);
  await admin.pool.query(`create database ${TEMPLATE}`);
  await admin.close();
  const template = openDatabase({ ...superuser, database: TEMPLATE, max: 1 }, () => undefined);
  await migrate(template.untyped);
  await template.close();
  await createDemoTemplate(superuser);
}

/** Password hashing is slow by design, so it is done once for all test files. */
async function createDemoTemplate(superuser: TestPostgres): Promise<void> {
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
