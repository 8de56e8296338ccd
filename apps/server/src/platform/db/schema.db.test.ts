import { generate, Logger, PostgresDialect } from 'kysely-codegen';
import { expect, test } from 'vitest';
import { testServer } from '../../testing/server.ts';

const server = await testServer({ demo: false });

// Run `npm run schema` after a migration.
test('generated-schema.ts matches the migrated database', async () => {
  const generated = await generate({
    db: server.context.db,
    dialect: new PostgresDialect({ dateParser: 'string', numericParser: 'number' }),
    // Without the tables that only the previous version uses.
    excludePattern: '{schema_migrations*,fiscal_receipts,fiscal_stand_in,security_log}',
    typeMapping: { int8: 'number', numeric: 'number', jsonb: 'ColumnType<Record<string, unknown>, string, string>' },
    logger: new Logger('silent'),
  });
  await expect(generated).toMatchFileSnapshot('./generated-schema.ts');
});
