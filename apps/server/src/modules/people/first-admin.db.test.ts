import { expect, test } from 'vitest';
import { testServer } from '../../testing/server.ts';
import { ensureFirstAdmin } from './add-person.ts';

const server = await testServer({
  demo: false,
  env: { ADMIN_EMAIL: 'Owner@example.test', ADMIN_PASSWORD: 'Good-pass-1!' },
});

test('copies of the server that start at once create one first admin without an error', async () => {
  await Promise.all([
    ensureFirstAdmin(server.context),
    ensureFirstAdmin(server.context),
    ensureFirstAdmin(server.context),
  ]);
  const admins = await server.context.db.selectFrom('users').select('email').where('role', '=', 'admin').execute();
  expect(admins).toEqual([{ email: 'owner@example.test' }]);
});
