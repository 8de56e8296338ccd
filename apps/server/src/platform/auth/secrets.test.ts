import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import type * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { authSecrets } from './secrets.ts';

const look = vi.hoisted((): { before: () => unknown } => ({ before: () => undefined }));
vi.mock('node:fs', async (original) => {
  const real = await original<typeof fs>();
  return {
    ...real,
    existsSync: (file: string) => {
      const exists = real.existsSync(file);
      look.before();
      return exists;
    },
  };
});

const folder = mkdtempSync(path.join(tmpdir(), 'tiffin-secrets-'));
afterEach(() => rmSync(folder, { recursive: true }));

test('a copy that starts with another one in a new folder takes the secret that the other wrote first', () => {
  look.before = () => writeFileSync(path.join(folder, 'auth-secret'), 'of the other\n');
  expect(authSecrets({ AUTH_SECRET_PREVIOUS: [] }, folder)).toEqual(['of the other']);
  expect(readdirSync(folder)).toEqual(['auth-secret']);
  look.before = () => undefined;
  expect(authSecrets({ AUTH_SECRET_PREVIOUS: [] }, folder)).toEqual(['of the other']);
});
