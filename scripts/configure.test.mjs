import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
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
