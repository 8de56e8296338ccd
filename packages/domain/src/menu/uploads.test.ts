import fc from 'fast-check';
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
import { pictureSources, pictureUrl, readPictureUrl } from './pictures.ts';
import { FILE_OPERATION_RETRY_MS, UPLOAD_RETRY_MS, isResumable, nextPartSize, uploadRetryDelay } from './uploads.ts';

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

test('files over 1 MB are scaled down: 1200 wide, quality 0.8 [A-MENU-46]', () => {
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
])('an upload that fails with %s shows %s', (code, text) => {
  expect(uploadFailureText(code)).toBe(text);
});

test.each([
  ['Dal photo (1).JPG', 'image/jpeg', 'dal-photo-1.jpg'],
  ['../../etc/passwd', 'image/png', 'etc-passwd.png'],
  ['.png', 'image/png', 'image.png'],
  ['dal.exe', 'image/webp', 'dal.webp'],
  [`${'x'.repeat(80)}.webp`, 'image/webp', `${'x'.repeat(60)}.webp`],
])('the picture %s is stored under its location, item and time [A-DATA-28]', (name, type, stored) => {
  const now = new Date(1_763_600_000_000);
  expect(imagePath('truro', 'dal', file(name, type, 1), now)).toBe(`menu-images/truro/dal/1763600000000-${stored}`);
});

const id = '0123456789abcdef0123456789abcdef';

test('a URL contains picture, width and format, and can be parsed again', () => {
  expect(pictureUrl(id)).toBe(`/images/${id}-1200.jpg`);
  expect(readPictureUrl(pictureUrl(id))).toEqual({ id, width: 1200, format: 'jpg' });
  expect(readPictureUrl(pictureUrl(id, 400, 'avif'))).toEqual({ id, width: 400, format: 'avif' });
});

test.each([
  `/images/${id}-1200.svg`,
  `/images/${id}-1000.jpg`,
  `/images/${id.toUpperCase()}-1200.jpg`,
  `/images/${id}.jpg`,
  `https://example.com/images/${id}-1200.jpg`,
  `/images/../${id}-1200.jpg`,
  '',
])('%s is not a stored picture', (url) => {
  expect(readPictureUrl(url)).toBeNull();
  expect(pictureSources(url)).toBeNull();
});

test('browsers are offered the best format first, in every width', () => {
  expect(pictureSources(pictureUrl(id))).toEqual([
    {
      type: 'image/avif',
      srcSet: `/images/${id}-400.avif 400w, /images/${id}-800.avif 800w, /images/${id}-1200.avif 1200w`,
    },
    {
      type: 'image/webp',
      srcSet: `/images/${id}-400.webp 400w, /images/${id}-800.webp 800w, /images/${id}-1200.webp 1200w`,
    },
    {
      type: 'image/jpeg',
      srcSet: `/images/${id}-400.jpg 400w, /images/${id}-800.jpg 800w, /images/${id}-1200.jpg 1200w`,
    },
  ]);
});

const KB = 1024;

test('files above 256 KB are uploaded in parts [C-LIMIT-05]', () => {
  expect([isResumable(256 * KB), isResumable(256 * KB + 1)]).toEqual([false, true]);
});

test('parts start at 256 KB and double up to 32 MB [C-LIMIT-05]', () => {
  const size = 1024 * 1024 * KB;
  expect([0, 1, 2, 6, 7, 8, 20].map((arrived) => nextPartSize(arrived, 0, size) / KB)).toEqual([
    256,
    512,
    1024,
    16 * KB,
    32 * KB,
    32 * KB,
    32 * KB,
  ]);
});

test('the parts sum to the file, whatever its size', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100 * KB * KB }), (size) => {
      let received = 0;
      for (let arrived = 0; received < size; arrived++) {
        const part = nextPartSize(arrived, received, size);
        expect(part).toBeGreaterThan(0);
        received += part;
      }
      expect(received).toBe(size);
    }),
  );
});

test('uploads are retried for ten minutes, other file requests for two [C-LIMIT-04]', () => {
  expect([UPLOAD_RETRY_MS, FILE_OPERATION_RETRY_MS]).toEqual([600_000, 120_000]);
  expect([1, 2, 3, 4, 5, 6, 50].map((failures) => uploadRetryDelay(failures, 0))).toEqual([
    1000, 2000, 4000, 8000, 16_000, 30_000, 30_000,
  ]);
  expect(uploadRetryDelay(30, 570_000)).toBe(30_000);
  expect(uploadRetryDelay(30, 570_001)).toBeNull();
  expect(uploadRetryDelay(8, 90_001, FILE_OPERATION_RETRY_MS)).toBeNull();
});

test('the path of a photo contains no forbidden characters, whatever its name [C-LIMIT-06]', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (name) => {
      const path = imagePath('truro', 'butter-chicken', { name, type: 'image/png', size: 1 }, new Date(0));
      expect(path).not.toMatch(/[\p{Cc}#[\]*?"<>|\\:]/u);
      // nothing that leaves its folder
      expect(path.split('/').filter((part) => /^\.{0,2}$/.test(part))).toEqual([]);
    }),
  );
});
