import { expect, test } from 'vitest';
import { ApiError, browserError } from '../../shared/api/api-error.ts';
import { photoSender, uploadErrorText, type UploadedPhoto, type UploadWorld } from './send-photo.ts';

const KB = 1024;
const stored: UploadedPhoto = {
  url: '/images/a-1200.jpg',
  fileName: 'x',
  originalName: 'x',
  size: 1,
  type: 'image/png',
};
const lost = () =>
  new ApiError({ code: 'network-error', status: 0, message: 'Network error - please check your connection' });
const apiError = (status: number, code = 'x', details = {}) => new ApiError({ code, status, message: code, details });

function photo(size: number): File {
  return new File([new Uint8Array(size)], 'dish.png', { type: 'image/png' });
}

/** A fake server that stores uploads; `trouble` decides before each call how it fails. */
function world(trouble: (call: string, count: number) => 'lost' | 'lost-answer' | ApiError | null = () => null) {
  const calls: string[] = [];
  const pauses: number[] = [];
  let received = 0;
  let clock = 0;
  async function through<T>(call: string, work: () => T): Promise<T> {
    calls.push(call);
    const wrong = trouble(call.split(' ')[0] ?? '', calls.length);
    if (wrong === 'lost') throw lost();
    if (wrong instanceof ApiError) throw wrong;
    const answer = work();
    if (wrong === 'lost-answer') throw lost();
    return answer;
  }
  const made: UploadWorld = {
    startUpload: ({ size }) => through(`start ${size / KB}`, () => ({ uploadId: 'u' })),
    countReceived: () => through('received', () => received),
    sendPart: ({ offset, part }, { onProgress }) =>
      through(`part ${Number(offset) / KB}+${part.size / KB}`, () => {
        if (Number(offset) !== received) throw apiError(409, 'conflict');
        onProgress?.(0.5);
        onProgress?.(1);
        received += part.size;
        return { received };
      }),
    finishUpload: (fields) => through(`finish ${fields['uploadId'] ? 'parts' : 'file'}`, () => stored),
    now: () => clock,
    pause: async (ms) => {
      pauses.push(ms);
      clock += ms;
    },
  };
  return { calls, pauses, send: photoSender(made).send };
}

const target = { locationId: 'truro', itemId: 'butter-chicken' };

test('a small photo is sent in one request', async () => {
  const { calls, send } = world();
  expect(await send(photo(256 * KB), target)).toBe(stored);
  expect(calls).toEqual(['finish file']);
});

test('a large photo is sent in parts of doubling size, with progress from 0 to 1 that never decreases [C-LIMIT-05] [A-MENU-30]', async () => {
  const { calls, send } = world();
  const shares: number[] = [];
  await send(photo(2000 * KB), target, { onProgress: (share) => shares.push(share) });
  expect(calls).toEqual(['start 2000', 'part 0+256', 'part 256+512', 'part 768+1024', 'part 1792+208', 'finish parts']);
  expect(shares).toEqual(shares.toSorted((a, b) => a - b));
  expect([shares[0], shares.at(-1)]).toEqual([0, 1]);
});

test('a lost connection repeats only the current part [C-LIMIT-05]', async () => {
  const { calls, pauses, send } = world((call, count) => (call === 'part' && count === 3 ? 'lost' : null));
  await send(photo(1000 * KB), target);
  expect(calls).toEqual(['start 1000', 'part 0+256', 'part 256+512', 'part 256+512', 'part 768+232', 'finish parts']);
  expect(pauses).toEqual([1000]);
});

test('a part that arrived without a response is not stored twice', async () => {
  const { calls, send } = world((call, count) => (call === 'part' && count === 2 ? 'lost-answer' : null));
  await send(photo(600 * KB), target);
  expect(calls).toEqual(['start 600', 'part 0+256', 'part 0+256', 'received', 'part 256+344', 'finish parts']);
});

test('an upload without a response gives up after ten minutes, and its start after two [C-LIMIT-04]', async () => {
  const uploading = world((call) => (call === 'part' ? 'lost' : null));
  await expect(uploading.send(photo(600 * KB), target)).rejects.toMatchObject({ status: 0 });
  const waited = (pauses: number[]) => pauses.reduce((sum, pause) => sum + pause, 0);
  expect(waited(uploading.pauses)).toBeGreaterThan(560_000);
  expect(waited(uploading.pauses)).toBeLessThanOrEqual(600_000);
  const beginning = world((call) => (call === 'start' ? 'lost' : null));
  await expect(beginning.send(photo(600 * KB), target)).rejects.toMatchObject({ status: 0 });
  expect(waited(beginning.pauses)).toBeGreaterThan(80_000);
  expect(waited(beginning.pauses)).toBeLessThanOrEqual(120_000);
});

test('waits as long as the server’s Retry-After', async () => {
  const busy = new ApiError({ code: 'rate-limited', status: 429, message: 'busy', retryAfter: 40 });
  const { pauses, send } = world((call, count) => (call === 'finish' && count === 1 ? busy : null));
  await send(photo(10), target);
  expect(pauses).toEqual([40_000]);
});

test('does not retry a file that changed on the disk, and says so [C-ERR-23]', async () => {
  const changed = browserError('cannot-slice-blob');
  const { calls, send } = world((call) => (call === 'part' ? changed : null));
  await expect(send(photo(600 * KB), target)).rejects.toBe(changed);
  expect(calls).toEqual(['start 600', 'part 0+256']);
  expect(uploadErrorText(changed)).toBe('File upload failed. Please try again.');
});

test('does not retry a refusal', async () => {
  const { calls, send } = world((call) => (call === 'finish' ? apiError(415, 'image-format') : null));
  await expect(send(photo(10), target)).rejects.toMatchObject({ code: 'image-format' });
  expect(calls).toEqual(['finish file']);
});

test.each([
  [apiError(403, 'permission-denied'), "You don't have permission to upload images"],
  [apiError(401, 'unauthenticated'), "You don't have permission to upload images"],
  [new DOMException('stopped', 'AbortError'), 'Upload was cancelled'],
  [
    new ApiError({ code: 'image-store-full', status: 507, message: 'Storage quota exceeded' }),
    'Storage quota exceeded',
  ],
  [apiError(500, 'internal'), 'Unknown error occurred during upload'],
  [new Error('boom'), 'Unknown error occurred during upload'],
  [
    new ApiError({ code: 'image-unreachable', status: 422, message: 'Failed to get download URL' }),
    'Failed to get download URL',
  ],
  [new ApiError({ code: 'invalid-image', status: 400, message: 'Invalid image' }), 'Invalid image'],
  [lost(), 'Network error - please check your connection'],
])('a failed upload explains why: %o', (error, words) => {
  expect(uploadErrorText(error)).toBe(words);
});
