import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PICTURE_FORMATS, PICTURE_WIDTHS, pictureUrl, readPictureUrl } from '@tiffin/domain/menu';
import sharp from 'sharp';
import { afterAll, afterEach, expect, test } from 'vitest';
import { writeExport } from '../../operations/export/write-export.ts';
import { S3_BUCKET, S3_KEYS, s3Server } from '../../testing/s3-server.ts';
import { testServer, type TestServer } from '../../testing/server.ts';
import { deleteUnusedImages } from './delete-unused-images.ts';
import { movePicturesToDatabase, movePicturesToStore } from './move-pictures.ts';
import { removeStoredFiles } from './remove-stored-files.ts';

const s3 = await s3Server();
afterAll(() => s3.close());
afterEach(() => s3.trouble(null));
// Sessions are valid on both copies.
const common = { RATE_LIMITS: '0', AUTH_SECRET: 'a secret that both copies of the server have' };
const env = {
  ...common,
  S3_ENDPOINT: s3.endpoint,
  S3_BUCKET,
  S3_ACCESS_KEY_ID: S3_KEYS.accessKeyId,
  S3_SECRET_ACCESS_KEY: S3_KEYS.secretAccessKey,
};
const server = await testServer({ env });
/** A copy without the bucket, as before it was set up. */
const without = await testServer({ env: common, sameDatabaseAs: server });
const { context } = server;
const store = context.pictureStore;
if (!store) throw new Error('no store');
const admin = await server.signIn('admin@demo.test');

let shade = 0;
async function upload(to: TestServer = server, background = { r: ++shade, g: 200, b: 90 }) {
  const bytes = await sharp({ create: { width: 60, height: 40, channels: 3, background } })
    .png()
    .toBuffer();
  const form = new FormData();
  form.set('locationId', 'truro');
  form.set('file', new File([new Uint8Array(bytes)], 'dish.png', { type: 'image/png' }));
  const answer = await to.fetch('/api/uploadMenuImage', { method: 'POST', body: form }, admin);
  return { status: answer.status, body: (await answer.json()) as { url: string; error?: string; code?: string } };
}

const filesOf = (url: string) => {
  const id = readPictureUrl(url)?.id ?? '';
  return PICTURE_WIDTHS.flatMap((width) => PICTURE_FORMATS.map((format) => pictureUrl(id, width, format)));
};
const objectsOf = (url: string) => filesOf(url).filter((file) => s3.objects.has(file.slice(1)));
const storedBytes = async (url: string) => {
  const rows = context.db
    .selectFrom('image_files')
    .select('bytes')
    .where('image_id', '=', readPictureUrl(url)?.id ?? '');
  return (await rows.execute()).map(({ bytes }) => bytes !== null);
};
const forward = (hours: number) => server.clock.forward(hours * 3_600_000);

test('an uploaded photo is stored in the bucket and served from there', async () => {
  const { status, body } = await upload();
  expect(status).toBe(200);
  expect(objectsOf(body.url)).toEqual(filesOf(body.url));
  expect(await storedBytes(body.url)).toEqual(Array.from({ length: 9 }, () => false));
  for (const file of filesOf(body.url)) {
    const object = s3.objects.get(file.slice(1));
    const answer = await server.fetch(file);
    expect(answer.headers.get('content-type')).toBe(object?.type);
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(object?.bytes);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  }
  expect(s3.refused).toEqual([]);
});

test('a photo is not stored while the bucket does not answer, and its files are removed later', async () => {
  s3.trouble({ answer: 500, times: 20 });
  const failed = await upload();
  expect([failed.status, failed.body.code]).toEqual([503, 'image-store-unavailable']);
  expect(failed.body.error).toBe('The photo could not be stored. Please try again in a minute.');
  s3.trouble(null);
  const left = await context.db.selectFrom('picture_removals').select('name').execute();
  const [half] = left.slice(-1);
  s3.objects.set(half?.name ?? '', { bytes: Buffer.from('half'), type: 'image/jpeg' });
  await removeStoredFiles(context);
  expect(s3.objects.has(half?.name ?? '')).toBe(true);
  forward(2);
  await removeStoredFiles(context);
  expect(s3.objects.has(half?.name ?? '')).toBe(false);
  expect(await context.db.selectFrom('picture_removals').select('name').execute()).toEqual([]);
});

test('a picture that cannot be read is answered with 503, and the health names the bucket', async () => {
  const { body } = await upload();
  s3.trouble({ answer: 503, times: 20 });
  const answer = await server.fetch(body.url);
  expect([answer.status, answer.headers.get('cache-control'), answer.headers.get('retry-after')]).toEqual([
    503,
    'no-store',
    '10',
  ]);
  const health = (await server.call('healthCheckAdvanced', {}, admin)).body;
  expect(health.status).toBe('degraded');
  expect(health.problems?.join()).toContain(`bucket ${S3_BUCKET} at ${s3.endpoint}`);
  expect(health.providers?.pictures).toBe('bucket');
});

test('the files of a deleted photo are removed from the bucket, but not those of a photo uploaded again', async () => {
  const gone = await upload();
  const again = await upload(server, { r: 1, g: 2, b: 3 });
  forward(25);
  await deleteUnusedImages(context);
  expect((await server.fetch(gone.body.url)).status).toBe(404);
  // The files are still listed for removal.
  expect((await upload(server, { r: 1, g: 2, b: 3 })).status).toBe(200);
  await removeStoredFiles(context);
  forward(2);
  await removeStoredFiles(context);
  expect(objectsOf(gone.body.url)).toEqual([]);
  expect(objectsOf(again.body.url)).toHaveLength(9);
  expect((await server.fetch(again.body.url)).status).toBe(200);
});

test('pictures move into the bucket and back, and are served from both meanwhile', async () => {
  const old = (await upload(without)).body.url;
  expect(objectsOf(old)).toEqual([]);
  const before = Buffer.from(await (await server.fetch(old)).arrayBuffer());
  const { moved } = await movePicturesToStore(context, store);
  expect(moved).toBe(9);
  expect(objectsOf(old)).toHaveLength(9);
  expect(Buffer.from(await (await server.fetch(old)).arrayBuffer())).toEqual(before);

  // The copy without the bucket says what is missing.
  expect((await without.fetch(old)).status).toBe(503);
  const health = (await without.call('healthCheckAdvanced', {}, admin)).body;
  expect(health.problems).toEqual([
    'Some pictures are in a bucket, but S3_ENDPOINT is not set, so they are not shown.',
  ]);

  const lost = filesOf(old)[0]?.slice(1) ?? '';
  const object = s3.objects.get(lost);
  s3.objects.delete(lost);
  expect((await movePicturesToDatabase(context, store)).missing).toEqual([lost]);
  if (object) s3.objects.set(lost, object);
  expect(await movePicturesToDatabase(context, store)).toEqual({ moved: 1, missing: [] });
  expect(Buffer.from(await (await without.fetch(old)).arrayBuffer())).toEqual(before);
  await removeStoredFiles(context);
  expect(objectsOf(old)).toEqual([]);
});

test('an export contains pictures of the bucket, and fails when one is missing', async () => {
  const { body } = await upload();
  const folder = mkdtempSync(path.join(tmpdir(), 'tiffin-export-'));
  try {
    await writeExport(context.database.pool, folder, server.clock.now(), store);
    expect(readdirSync(path.join(folder, 'pictures'))).toContain(`${readPictureUrl(body.url)?.id}.jpg`);
    s3.objects.delete(body.url.slice(1));
    const again = writeExport(context.database.pool, folder, server.clock.now(), store);
    await expect(again).rejects.toThrow(`${body.url.slice(1)} is not in bucket ${S3_BUCKET}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
