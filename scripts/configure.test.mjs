import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

let folder;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'tiffin-configure-'));
  for (const name of ['configure.mjs', 'root.mjs', 'screen.mjs']) {
    cpSync(path.join(import.meta.dirname, name), path.join(folder, 'scripts', name));
  }
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const file = () => path.join(folder, '.env');
const configure = (...args) =>
  execFileSync(process.execPath, [path.join(folder, 'scripts', 'configure.mjs'), ...args], {
    stdio: 'pipe',
  }).toString();

test('writes the settings for production once, readable only by the owner', () => {
  expect(configure('https://order.example.com/')).toContain('NODE_ENV, PUBLIC_URL, AUTH_SECRET');
  const written = readFileSync(file(), 'utf8');
  expect(written).toMatch(/^NODE_ENV=production\nPUBLIC_URL=https:\/\/order\.example\.com\nAUTH_SECRET=[\w-]{43}\n$/);
  expect(statSync(file()).mode & 0o077).toBe(0);
  expect(configure('https://other.example.com')).toContain('already has all settings');
  expect(readFileSync(file(), 'utf8')).toBe(written);
});

test('keeps existing settings, also without a line break at the end', () => {
  writeFileSync(file(), 'SMTP_URL=smtps://mail.example.com\nPUBLIC_URL=https://order.example.com');
  configure();
  expect(readFileSync(file(), 'utf8')).toMatch(
    /^SMTP_URL=\S+\nPUBLIC_URL=https:\/\/order\.example\.com\nNODE_ENV=production\nAUTH_SECRET=\S+\n$/,
  );
});

test.each([[], ['order.example.com'], ['ftp://order.example.com'], ['https://example.com/menu']])(
  'asks for the address if it is missing or invalid: %s',
  (...args) => {
    expect(() => configure(...args)).toThrow(
      'Please give the address of your site: npm run configure -- https://order.example.com',
    );
  },
);

/** Runs deploy/configure.sh in a folder with the files of a release. */
function configureContainers(...args) {
  mkdirSync(path.join(folder, 'deploy'), { recursive: true });
  for (const name of ['.env.example', 'deploy/configure.sh']) {
    cpSync(path.join(import.meta.dirname, '..', name), path.join(folder, name));
  }
  return spawnSync('sh', [path.join(folder, 'deploy/configure.sh'), ...args], { encoding: 'utf8' });
}

test('for containers, one command writes the site and new secrets, readable only by the owner', () => {
  expect(configureContainers('order.example.ca').status).toBe(0);
  const written = readFileSync(file(), 'utf8');
  for (const line of [
    /^DOMAIN=order\.example\.ca$/m,
    /^AUTH_SECRET=[0-9a-f]{64}$/m,
    /^POSTGRES_PASSWORD=[0-9a-f]{64}$/m,
  ]) {
    expect(written).toMatch(line);
  }
  expect(new Set(written.match(/[0-9a-f]{64}/g)).size).toBe(2);
  expect(statSync(file()).mode & 0o077).toBe(0);
  expect(configureContainers('other.example.ca').status).toBe(0);
  expect(readFileSync(file(), 'utf8')).toBe(written);
});

test('for containers, settings of an older .env stay and what is missing is added', () => {
  writeFileSync(file(), 'AUTH_SECRET=old\nDOMAIN=order.example.ca\n');
  expect(configureContainers().stdout).toContain('Added to .env: POSTGRES_PASSWORD');
  expect(readFileSync(file(), 'utf8')).toMatch(
    /^AUTH_SECRET=old\nDOMAIN=order\.example\.ca\nPOSTGRES_PASSWORD=[0-9a-f]{64}\n$/,
  );
});

test.each([[], ['https://order.example.ca'], ['order example']])(
  'for containers, the name of the site is asked for if it is missing or an address: %s',
  (...args) => {
    const { status, stderr } = configureContainers(...args);
    expect([status, stderr]).toEqual([1, expect.stringContaining('without https://, such as: sh deploy/configure.sh')]);
  },
);
