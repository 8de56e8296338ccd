import {
  chmodSync,
  chownSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { changeOwner } from './account.ts';
import { isPrivate, makePrivate, socketFolderOf } from './socket-folder.ts';

let room: string;
beforeEach(() => (room = mkdtempSync(path.join(tmpdir(), 'tiffin-sockets-'))));
afterEach(() => rmSync(room, { recursive: true, force: true }));
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;

test('the socket is beside the data, or in a short private folder if that path is too long', () => {
  expect(socketFolderOf('/srv/tiffin/postgres')).toBe('/srv/tiffin/socket');
  const long = `/srv/${'x'.repeat(100)}/postgres`;
  expect(socketFolderOf(long, true)).toMatch(/^\/run\/tiffin-[\da-f]{16}$/);
  for (const folder of [socketFolderOf(long, true), socketFolderOf(long, false)]) {
    expect(path.join(folder, '.s.PGSQL.5432.lock').length).toBeLessThanOrEqual(107);
  }
});

test('creates the folder with private permissions and restores them if it exists', () => {
  const folder = path.join(room, 'socket');
  makePrivate(folder, null);
  chmodSync(folder, 0o777);
  expect(isPrivate(folder, null)).toBe(false);
  makePrivate(folder, null);
  expect(isPrivate(folder, null)).toBe(true);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
});

test('refuses a symbolic link and leaves its target unchanged', () => {
  const owned = path.join(room, 'theirs');
  mkdirSync(owned, { mode: 0o755 });
  const folder = path.join(room, 'socket');
  symlinkSync(owned, folder);
  expect(() => makePrivate(folder, isRoot ? NOBODY : null)).toThrow('is not ours');
  expect(isPrivate(folder, null)).toBe(false);
  expect([statSync(owned).mode & 0o777, statSync(owned).uid]).toEqual([0o755, process.getuid?.()]);
});

test.runIf(isRoot)('refuses a folder that another user created', () => {
  const folder = path.join(room, 'socket');
  mkdirSync(folder, { mode: 0o700 });
  chownSync(folder, 12_345, 12_345);
  expect(() => makePrivate(folder, NOBODY)).toThrow('is not ours');
  expect(statSync(folder).uid).toBe(12_345);
});

test.runIf(isRoot)('changing the owner of the data does not follow links', () => {
  const shadow = path.join(room, 'shadow');
  writeFileSync(shadow, 'secret');
  const data = path.join(room, 'data');
  mkdirSync(data);
  writeFileSync(path.join(data, 'ours'), '');
  symlinkSync(shadow, path.join(data, 'link'));
  const account = { prefix: [], ids: { uid: NOBODY, gid: NOBODY }, owner: NOBODY, knownAs: ['root'] };
  changeOwner(account, data);
  expect([statSync(path.join(data, 'ours')).uid, lstatSync(path.join(data, 'link')).uid]).toEqual([NOBODY, NOBODY]);
  expect(statSync(shadow).uid).toBe(0);
  linkSync(shadow, path.join(data, 'second name'));
  expect(() => changeOwner(account, data)).toThrow('has other names elsewhere');
  expect(statSync(shadow).uid).toBe(0);
});
