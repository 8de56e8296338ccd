import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { storageOf } from '../testing/browser-storage.ts';
import { followDevice, personHere, personOfDevice, rememberPerson } from './person.ts';

const PERSON = 'tiffin_person';
let forgot: (string | null)[];
let meanwhile: () => unknown;

vi.mock('../offline/forget.ts', () => {
  const forget = async (uid: string | null) => {
    forgot.push(uid);
    await meanwhile();
  };
  return { forgetPerson: forget, forgetTab: forget };
});

beforeEach(() => {
  forgot = [];
  meanwhile = () => {};
  vi.stubGlobal('localStorage', storageOf());
});

afterEach(() => vi.unstubAllGlobals());

test('who is here is written down once the device has forgotten the one before', async () => {
  await rememberPerson('asha customer');
  meanwhile = () => expect(personOfDevice()).toBe('asha');
  await rememberPerson('bela customer');
  expect(forgot).toEqual(['asha', 'bela']);
  expect(personOfDevice()).toBe('bela');
  expect(personHere()).toBe('bela');
  await rememberPerson('bela customer');
  expect(forgot).toHaveLength(2);
});

test('what could not be forgotten is forgotten by the next page', async () => {
  await rememberPerson('asha customer');
  meanwhile = () => Promise.reject(new Error('gone'));
  await expect(rememberPerson(null)).rejects.toThrow('gone');
  expect(localStorage.getItem(PERSON)).toBe('asha customer');
  meanwhile = () => {};
  await rememberPerson(null);
  expect(localStorage.getItem(PERSON)).toBeNull();
});

test('somebody who became a customer is somebody else to the device', async () => {
  await rememberPerson('asha staff');
  await rememberPerson('asha customer');
  expect(forgot).toEqual(['asha', 'asha']);
  expect(localStorage.getItem(PERSON)).toBe('asha customer');
});

test('a tab loads anew, without what it kept, when another tab says that the device is somebody else’s; else not', async () => {
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
