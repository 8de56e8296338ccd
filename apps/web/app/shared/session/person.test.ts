import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { storageOf } from '../testing/browser-storage.ts';
import { followDevice, currentPerson, lastPersonOfDevice, rememberPerson, watchPersonOfTab } from './person.ts';

const PERSON = 'tiffin_person';
let forgot: (string | null)[];
let meanwhile: () => unknown;

vi.mock('../offline/clear-stored-data.ts', () => {
  const forget = async (uid: string | null) => {
    forgot.push(uid);
    await meanwhile();
  };
  return { clearStoredData: forget, forgetTab: forget };
});

beforeEach(() => {
  forgot = [];
  meanwhile = () => {};
  vi.stubGlobal('localStorage', storageOf());
});

afterEach(() => vi.unstubAllGlobals());

test('stores the current person after the data of the previous one was removed', async () => {
  await rememberPerson('asha customer');
  meanwhile = () => expect(lastPersonOfDevice()).toBe('asha');
  await rememberPerson('bela customer');
  expect(forgot).toEqual(['asha', 'bela']);
  expect(lastPersonOfDevice()).toBe('bela');
  expect(currentPerson()).toBe('bela');
  await rememberPerson('bela customer');
  expect(forgot).toHaveLength(2);
});

test('data that could not be removed is removed by the next page', async () => {
  await rememberPerson('asha customer');
  meanwhile = () => Promise.reject(new Error('gone'));
  await expect(rememberPerson(null)).rejects.toThrow('gone');
  expect(localStorage.getItem(PERSON)).toBe('asha customer');
  meanwhile = () => {};
  await rememberPerson(null);
  expect(localStorage.getItem(PERSON)).toBeNull();
});

test('a person with a new role counts as another person on the device', async () => {
  await rememberPerson('asha staff');
  await rememberPerson('asha customer');
  expect(forgot).toEqual(['asha', 'asha']);
  expect(localStorage.getItem(PERSON)).toBe('asha customer');
});

test('a tab reloads without its data when another tab reports a different person, and only then', async () => {
  const reload = vi.fn<() => void>();
  await rememberPerson('asha customer');
  await followDevice(reload);
  expect(reload).not.toHaveBeenCalled();
  localStorage.setItem(PERSON, 'bela customer');
  meanwhile = () => expect(reload).not.toHaveBeenCalled();
  await followDevice(reload);
  expect(forgot).toEqual(['asha', 'bela']);
  expect(reload).toHaveBeenCalledOnce();
});

test('watchers are called once when the tab has another person', async () => {
  await rememberPerson('asha customer');
  const watcher = vi.fn<() => void>();
  const stop = watchPersonOfTab(watcher);
  await rememberPerson('asha customer');
  expect(watcher).not.toHaveBeenCalled();
  await rememberPerson('bela customer');
  expect(watcher).toHaveBeenCalledOnce();
  stop();
});
