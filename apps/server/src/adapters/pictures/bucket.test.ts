import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { S3_BUCKET, S3_KEYS, s3Server } from '../../testing/s3-server.ts';
import { openBucket, type BucketSettings } from './bucket.ts';
import { PictureStoreError } from './picture-store.ts';

const s3 = await s3Server();
afterAll(() => s3.close());
const settings: BucketSettings = {
  endpoint: s3.endpoint,
  bucket: S3_BUCKET,
  region: 'ca-central-1',
  ...S3_KEYS,
  pathStyle: true,
};
const bucket = openBucket(settings);
const bytes = Buffer.from([0xff, 0xd8, 0xff, 0, 1, 2, 3]);

beforeEach(() => {
  s3.trouble(null);
  s3.objects.clear();
  s3.refused.length = 0;
});
afterEach(() => vi.restoreAllMocks());

test('writes, reads and removes a file with correct signatures', async () => {
  await bucket.write('images/a-400.jpg', bytes, 'image/jpeg');
  expect(s3.objects.get('images/a-400.jpg')).toEqual({ bytes, type: 'image/jpeg' });
  expect(await bucket.read('images/a-400.jpg')).toEqual(bytes);
  await bucket.remove('images/a-400.jpg');
  expect(await bucket.read('images/a-400.jpg')).toBeNull();
  await bucket.remove('images/a-400.jpg');
  expect(await bucket.findProblem()).toBeNull();
  expect(s3.refused).toEqual([]);
});

test('a wrong secret is refused at once and reported with the answer', async () => {
  const stranger = openBucket({ ...settings, secretAccessKey: 'another' });
  const before = s3.requests();
  await expect(stranger.write('images/a-400.jpg', bytes, 'image/jpeg')).rejects.toThrow(
    new PictureStoreError(
      `cannot write images/a-400.jpg to bucket ${S3_BUCKET} at ${s3.endpoint}: it answered 403 (SignatureDoesNotMatch)`,
    ),
  );
  expect(s3.requests() - before).toBe(1);
  expect(s3.refused).toEqual(['wrong signature']);
  expect(await stranger.findProblem()).toMatch(/does not exist, or the key may not use it\.$/);
});

test('a busy service is asked three times', async () => {
  s3.trouble({ answer: 503, times: 2 });
  await bucket.write('images/a-400.jpg', bytes, 'image/jpeg');
  expect(s3.objects.size).toBe(1);
  s3.trouble({ answer: 503, times: 3 });
  await expect(bucket.read('images/a-400.jpg')).rejects.toThrow(/it answered 503 \(SlowDown\)$/);
  expect(await bucket.read('images/a-400.jpg')).toEqual(bytes);
});

test('a service that does not answer is given up after a time limit', async () => {
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  const limits: number[] = [];
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    limits.push(ms);
    return timeout(20);
  });
  s3.trouble('hang');
  await expect(bucket.read('images/a-400.jpg')).rejects.toThrow(/it did not answer in time$/);
  expect(await bucket.findProblem()).toMatch(/cannot be used: it did not answer in time\.$/);
  expect(limits).toEqual([10_000, 10_000, 10_000, 2_000]);
});

test('a service that cannot be reached is reported', async () => {
  const nowhere = openBucket({ ...settings, endpoint: 'http://127.0.0.1:9' });
  expect(await nowhere.findProblem()).toMatch(/cannot be used: /);
  await expect(nowhere.remove('images/a-400.jpg')).rejects.toBeInstanceOf(PictureStoreError);
});

test('the bucket’s name is in the host name when the path style is off', async () => {
  const addresses: string[] = [];
  const realFetch = globalThis.fetch;
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    addresses.push(input instanceof Request ? input.url : input.toString());
    return realFetch(s3.endpoint, init);
  });
  await openBucket({ ...settings, endpoint: 'https://s3.example.com', pathStyle: false }).findProblem();
  expect(addresses).toEqual([`https://${S3_BUCKET}.s3.example.com/`]);
});
