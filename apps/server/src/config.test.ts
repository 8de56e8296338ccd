import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { ConfigError } from './platform/read-variables.ts';

test('without settings the server is a working demo, reachable only from this machine', () => {
  expect(readConfig({})).toMatchObject({
    HOST: '127.0.0.1',
    PORT: 3000,
    demo: true,
    hasOpenDemoOrders: true,
    production: false,
    payments: { name: 'sandbox' },
  });
});

test('tests and an explicit DEMO setting get the restaurant without its history', () => {
  expect(readConfig({ DEMO: '1' })).toMatchObject({ demo: true, hasOpenDemoOrders: false });
  expect(readConfig({ NODE_ENV: 'test' })).toMatchObject({ demo: true, hasOpenDemoOrders: false });
  expect(readConfig({ DEMO: '0' })).toMatchObject({ demo: false, hasOpenDemoOrders: false });
});

test.each([
  [{ PORT: 'abc' }, /^PORT:/],
  [{ PORT: '70000' }, /^PORT:/],
  [{ DATABASE_URL: 'mysql://x' }, /^DATABASE_URL: must be an address such as postgres:\/\//],
  [{ SMTP_URL: 'mail.example.com' }, /^SMTP_URL: must be an address such as smtps:\/\//],
  [{ PUBLIC_URL: 'orders.example.com' }, /^PUBLIC_URL: must be an address such as https:\/\//],
  [{ DATABASE_URL: 'postgres://a:5432,b:5432/tiffin' }, /^DATABASE_URL: several hosts are not supported.*a proxy/],
  [{ DATABASE_URL: 'postgres://tiffin:secret@a,b/tiffin' }, /^DATABASE_URL: several hosts are not supported/],
  [{ DATABASE_STANDBYS: 'one' }, /^DATABASE_STANDBYS:/],
  [{ CLOCK_AT: 'yesterday' }, /^CLOCK_AT:/],
  [{ LOG_LEVEL: 'loud' }, /^LOG_LEVEL:/],
  [{ DEMO: 'maybe' }, /^DEMO:/],
  [{ AUTH_SECRET: 'short' }, /^AUTH_SECRET: must be at least 32/],
  [{ STRIPE_SECRET_KEY: 'sk_test_1' }, /^STRIPE_WEBHOOK_SECRET: required together with STRIPE_SECRET_KEY/],
  [{ ADMIN_EMAIL: 'owner@example.com' }, /^ADMIN_PASSWORD:/],
  [{ NODE_ENV: 'production' }, /^AUTH_SECRET and PUBLIC_URL: required in production.*npm run configure -- https/],
  [{ NODE_ENV: 'production', PUBLIC_URL: 'https://a.example' }, /^AUTH_SECRET: required in production/],
  [{ NODE_ENV: 'production', AUTH_SECRET: 'x'.repeat(32) }, /^PUBLIC_URL: required in production/],
  [
    { NODE_ENV: 'production', AUTH_SECRET: 'x'.repeat(32), PUBLIC_URL: 'https://a.example', DEMO: '1' },
    /^DEMO: exists only/,
  ],
  [{ DKIM_SELECTOR: 'tiffin' }, /^DKIM_KEY: required together/],
  [{ DKIM_SELECTOR: 'tiffin', DKIM_KEY: 'secret' }, /^DKIM_KEY: must be a private key/],
  [{ PAYMENTS: 'stripe' }, /^STRIPE_SECRET_KEY: required when/],
])('%o stops the start with one line that names the setting', (env, pattern) => {
  expect(() => readConfig(env)).toThrow(ConfigError);
  expect(() => readConfig(env)).toThrow(pattern);
});

test('in production the sandbox is used only if it is chosen explicitly', () => {
  const production = { NODE_ENV: 'production', AUTH_SECRET: 'x'.repeat(32), PUBLIC_URL: 'https://a.example/' };
  expect(readConfig(production)).toMatchObject({ payments: null, demo: false, PUBLIC_URL: 'https://a.example' });
  expect(readConfig({ ...production, PAYMENTS: 'sandbox' }).payments?.name).toBe('sandbox');
});

test('a setting is read from the file that its _FILE names, and a missing file or both at once stop the start', () => {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'tiffin-config-')), 'secret');
  writeFileSync(file, `${'s'.repeat(32)}\n`);
  expect(readConfig({ AUTH_SECRET_FILE: file }).AUTH_SECRET).toBe('s'.repeat(32));
  writeFileSync(`${file}.stripe`, 'sk_test_123\n');
  expect(
    readConfig({ STRIPE_SECRET_KEY_FILE: `${file}.stripe`, STRIPE_WEBHOOK_SECRET_FILE: file }).payments?.name,
  ).toBe('stripe');
  expect(() => readConfig({ AUTH_SECRET_FILE: file, AUTH_SECRET: 't'.repeat(32) })).toThrow(/AUTH_SECRET_FILE: leave/);
  expect(() => readConfig({ SMTP_URL_FILE: `${file}.none` })).toThrow(/SMTP_URL_FILE: the file .* cannot be read/);
  expect(() =>
    readConfig({
      NODE_ENV: 'production',
      WEBHOOKS_ALLOW_PRIVATE: '1',
      AUTH_SECRET_FILE: file,
      PUBLIC_URL: 'https://x.example',
    }),
  ).toThrow(/WEBHOOKS_ALLOW_PRIVATE: exists only outside production/);
});
