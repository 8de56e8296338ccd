import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FILE_OPERATION_RETRY_MS, isResumable, partSize, UPLOAD_RETRY_MS, uploadPause } from './resume.ts';
import { imagePath } from './uploads.ts';

const KB = 1024;

test('above 256 KB an upload goes in parts [C-LIMIT-05]', () => {
  expect([isResumable(256 * KB), isResumable(256 * KB + 1)]).toEqual([false, true]);
});

test('parts begin with 256 KB and double up to 32 MB [C-LIMIT-05]', () => {
  const size = 1024 * 1024 * KB;
  expect([0, 1, 2, 6, 7, 8, 20].map((arrived) => partSize(arrived, 0, size) / KB)).toEqual([
    256,
    512,
    1024,
    16 * KB,
    32 * KB,
    32 * KB,
    32 * KB,
  ]);
});

test('parts make up the whole, whatever its size', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100 * KB * KB }), (size) => {
      let received = 0;
      for (let arrived = 0; received < size; arrived++) {
        const part = partSize(arrived, received, size);
        expect(part).toBeGreaterThan(0);
        received += part;
      }
      expect(received).toBe(size);
    }),
  );
});

test('an upload is tried again for ten minutes, anything else about a file for two [C-LIMIT-04]', () => {
  expect([UPLOAD_RETRY_MS, FILE_OPERATION_RETRY_MS]).toEqual([600_000, 120_000]);
  expect([1, 2, 3, 4, 5, 6, 50].map((failures) => uploadPause(failures, 0))).toEqual([
    1000, 2000, 4000, 8000, 16_000, 30_000, 30_000,
  ]);
  expect(uploadPause(30, 570_000)).toBe(30_000);
  expect(uploadPause(30, 570_001)).toBeNull();
  expect(uploadPause(8, 90_001, FILE_OPERATION_RETRY_MS)).toBeNull();
});

test('whatever a photo is called, its path holds nothing it must not [C-LIMIT-06]', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (name) => {
      const path = imagePath('truro', 'butter-chicken', { name, type: 'image/png', size: 1 }, new Date(0));
      expect(path).not.toMatch(/[\p{Cc}#[\]*?"<>|\\:]/u);
      // nothing that climbs folders
      expect(path.split('/').filter((part) => /^\.{0,2}$/.test(part))).toEqual([]);
    }),
  );
});
