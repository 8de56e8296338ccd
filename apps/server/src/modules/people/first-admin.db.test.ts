import { expect, test, vi } from 'vitest';
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

test('a start without an admin account logs how to create one', async () => {
  const { context } = await testServer({ demo: false });
  const warned = vi.spyOn(context.log, 'warn');
  await ensureFirstAdmin(context);
  expect(warned.mock.calls.join()).toContain('npm run admin -- create');
  warned.mockClear();
  await context.db
    .insertInto('users')
    .values({ id: 'owner', email: 'o@example.test', name: 'O', role: 'admin' })
    .execute();
  await ensureFirstAdmin(context);
  expect(warned).not.toHaveBeenCalled();
});
