import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { previousVersionOf } from './previous-version.ts';

const AUTHOR = ['-c', 'user.name=Test', '-c', 'user.email=test@example.test'];

test('the previous version is the newest tag before this commit, or a fixed commit until there is one', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'tiffin-versions-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const git = (...args: string[]) => execFileSync('git', [...AUTHOR, ...args], { cwd: folder, stdio: 'ignore' });
  const commit = () => git('commit', '--allow-empty', '-m', 'a change');
  git('init');
  commit();
  commit();
  expect(previousVersionOf(folder)).toMatch(/^[\da-f]{40}$/);
  git('tag', 'v0.2.0');
  expect(previousVersionOf(folder)).toMatch(/^[\da-f]{40}$/);
  commit();
  expect(previousVersionOf(folder)).toBe('v0.2.0');
  commit();
  git('tag', 'v0.3.0');
  git('tag', 'not-a-version');
  expect(previousVersionOf(folder)).toBe('v0.2.0');
});
