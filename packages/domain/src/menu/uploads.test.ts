import { expect, test } from 'vitest';
import {
  COMPRESSED_QUALITY,
  COMPRESSED_WIDTH_MAX,
  IMAGE_BYTES_MAX,
  imagePath,
  imageProblem,
  needsCompression,
  photoProblem,
  uploadFailureText,
} from './index.ts';

const file = (name: string, type: string, size: number) => ({ name, type, size });

test.each([
  [null, 'No file selected'],
  [file('a.jpg', 'image/jpeg', 1000), null],
  [file('a.jpg', 'image/jpg', 1000), null],
  [file('a.png', 'IMAGE/PNG', 1000), null],
  [file('a.webp', 'image/webp', IMAGE_BYTES_MAX), null],
  [file('a.webp', 'image/webp', IMAGE_BYTES_MAX + 1), 'File too large. Maximum size: 5MB'],
  [file('a.svg', 'image/svg+xml', 10), 'Invalid file format. Allowed: jpeg, jpg, png, webp'],
  [file('a.gif', 'image/gif', 10), 'Invalid file format. Allowed: jpeg, jpg, png, webp'],
  [file('a.jpg', 'text/html', 10), 'Invalid file format. Allowed: jpeg, jpg, png, webp'],
])('%j as a picture: %s [A-MENU-42] [A-MENU-43] [A-MENU-44] [A-MENU-45]', (picked, problem) => {
  expect(imageProblem(picked)).toBe(problem);
  expect(IMAGE_BYTES_MAX).toBe(5 * 1024 * 1024);
});

test('files over 1 MB are made smaller: 1200 wide, quality 0.8 [A-MENU-46]', () => {
  const mb = 1024 * 1024;
  expect([needsCompression(file('a', 'b', mb)), needsCompression(file('a', 'b', mb + 1))]).toEqual([false, true]);
  expect([COMPRESSED_WIDTH_MAX, COMPRESSED_QUALITY]).toEqual([1200, 0.8]);
});

test.each([
  ['', null, 'Please provide an image URL or select a file'],
  ['  ', null, 'Please provide an image URL or select a file'],
  ['/a.jpg', null, null],
  ['', file('a.jpg', 'image/jpeg', 1), null],
])('saving a photo with %j and %j: %s [A-MENU-39]', (url, picked, problem) => {
  expect(photoProblem(url, picked)).toBe(problem);
});

test.each([
  ['unauthorized', "You don't have permission to upload images"],
  ['canceled', 'Upload was cancelled'],
  ['quota-exceeded', 'Storage quota exceeded'],
  ['unknown', 'Unknown error occurred during upload'],
  ['toString', 'Unknown error occurred during upload'],
])('an upload that fails with %s says %s [A-ERR-65] [A-ERR-66] [A-ERR-67] [A-ERR-68]', (code, text) => {
  expect(uploadFailureText(code)).toBe(text);
});

test.each([
  ['Dal photo (1).JPG', 'image/jpeg', 'dal-photo-1.jpg'],
  ['../../etc/passwd', 'image/png', 'etc-passwd.png'],
  ['.png', 'image/png', 'image.png'],
  ['dal.exe', 'image/webp', 'dal.webp'],
  [`${'x'.repeat(80)}.webp`, 'image/webp', `${'x'.repeat(60)}.webp`],
])('the picture %s is kept under its location, item and time [A-DATA-28]', (name, type, kept) => {
  const now = new Date(1_763_600_000_000);
  expect(imagePath('truro', 'dal', file(name, type, 1), now)).toBe(`menu-images/truro/dal/1763600000000-${kept}`);
});
