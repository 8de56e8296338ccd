import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { inRoot } from './root.mjs';

let folder;
const git = (...args) =>
  execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.net', ...args], { cwd: folder, stdio: 'pipe' });

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'tiffin-release-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const name of ['release-notes.mjs', 'root.mjs', 'screen.mjs']) {
    cpSync(inRoot('scripts', name), path.join(folder, 'scripts', name));
  }
  writeFileSync(path.join(folder, 'package.json'), '{ "version": "0.3.0" }');
  write('## Unreleased\n\n## 0.3.0 (2026-12-01)\n\n- New.\n\n## 0.2.0\n\n- Old.\n');
  git('init', '-q');
  git('add', '.');
  git('commit', '-qm', 'a');
});

const write = (notes) => writeFileSync(path.join(folder, 'CHANGELOG.md'), `# Changelog\n\n${notes}`);

/** Runs the script in `bash -e`, as the workflow does. */
function release(version) {
  const script = `node scripts/release-notes.mjs ${version} > notes.md\ncat notes.md`;
  const { status, stdout, stderr } = spawnSync('bash', ['-e', '-c', script], { cwd: folder, encoding: 'utf8' });
  return status === 0 ? stdout : stderr;
}

test('a version that is in package.json, is new and has all the notes is released with them', () => {
  expect(release('0.3.0')).toBe('- New.\n');
});

test('a release stops if the version has a tag, also an older one', () => {
  git('tag', 'v0.3.0');
  expect(release('0.3.0')).toMatch(/^v0\.3\.0 is released already\./);
});

test('a release stops if package.json has another version', () => {
  expect(release('0.2.0')).toMatch(/^package\.json has version 0\.3\.0, not 0\.2\.0\./);
  expect(release('')).toMatch(/^package\.json has version/);
});

test('a release stops while notes are under “Unreleased”, or if the version has none', () => {
  write('## Unreleased\n\n### For guests\n\n- New.\n\n## 0.3.0\n\n- Newer.\n');
  expect(release('0.3.0')).toMatch(/^CHANGELOG\.md still has notes under “Unreleased”/);
  write('## 0.3.0-rc.1\n\n- New.\n\n## 0.2.0\n\n- Old.\n');
  expect(release('0.3.0')).toMatch(/^CHANGELOG\.md has no notes under “0\.3\.0”/);
});

test('a release stops if Git cannot say whether the tag exists', () => {
  rmSync(path.join(folder, '.git'), { recursive: true });
  expect(release('0.3.0')).toMatch(/Git cannot list the tags\.$/m);
});

test('the release workflow checks the version first, and runs one release at a time', () => {
  const workflow = execFileSync('cat', [inRoot('.github/workflows/release.yml')], { encoding: 'utf8' });
  const commands = workflow.slice(workflow.indexOf('steps:'));
  const check = commands.indexOf('node scripts/release-notes.mjs "$VERSION" > notes.md');
  expect(check).toBeGreaterThan(0);
  expect(check).toBeLessThan(commands.indexOf('docker/build-push-action'));
  expect(workflow).toMatch(/^concurrency: release$/m);
  // `bash -e` does not stop at a negated command.
  expect(workflow).not.toMatch(/^\s+! /m);
});
