import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { authSecrets, createSecret } from './secrets.ts';

test('of copies that start together in a new folder, the later ones take the secret that the first one wrote', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'tiffin-secrets-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const secrets = () => authSecrets({ AUTH_SECRET_PREVIOUS: [] }, folder);
  const first = secrets();
  // The other copy looked before the file was there.
  createSecret(path.join(folder, 'auth-secret'));
  expect(secrets()).toEqual(first);
  expect(readdirSync(folder)).toEqual(['auth-secret']);
});
