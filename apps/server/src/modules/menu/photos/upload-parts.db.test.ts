import { randomBytes } from 'node:crypto';
import { nextPartSize } from '@tiffin/domain/menu';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { testServer, type Caller } from '../../../testing/server.ts';

const server = await testServer();
const admin = await server.signIn('admin@demo.test');
const manager = await server.signIn('manager.truro@demo.test');

// Noise does not compress.
const noise = randomBytes(700 * 700 * 3);
const photo = await sharp(noise, { raw: { width: 700, height: 700, channels: 3 } })
  .png()
  .toBuffer();

async function start(size = photo.length, caller: Caller = manager) {
  const body = { locationId: 'truro', fileName: 'big dish.png', type: 'image/png', size };
  return server.call('startImageUpload', { body }, caller);
}

async function send(uploadId: string, offset: number, bytes: Buffer, caller: Caller = manager) {
  const form = new FormData();
  form.set('uploadId', uploadId);
  form.set('offset', String(offset));
  form.set('part', new Blob([new Uint8Array(bytes)]));
  const answer = await server.fetch('/api/addImagePart', { method: 'POST', body: form }, caller);
  return { status: answer.status, body: (await answer.json()) as { received?: number; code?: string } };
}

async function finish(uploadId: string, caller: Caller = manager) {
  const form = new FormData();
  form.set('locationId', 'truro');
  form.set('uploadId', uploadId);
  const answer = await server.fetch('/api/uploadMenuImage', { method: 'POST', body: form }, caller);
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

test('receives a photo in parts of doubling size; a repeated part counts once [C-LIMIT-05]', async () => {
  const { uploadId } = (await start()).body;
  let received = 0;
  let parts = 0;
  while (received < photo.length) {
    const part = photo.subarray(received, received + nextPartSize(parts, received, photo.length));
    const answer = await send(uploadId, received, part);
    expect(answer.status).toBe(200);
    // The response to the first attempt was lost: the second returns the progress.
    const again = await send(uploadId, received, part);
    expect([again.status, again.body.received]).toEqual([409, answer.body.received]);
    received = answer.body.received ?? 0;
    parts++;
  }
  expect(parts).toBeGreaterThan(2);
  expect((await server.call('getImageUpload', { query: { uploadId } }, manager)).body).toMatchObject({
    received: photo.length,
    size: photo.length,
  });
  const { status, body } = await finish(uploadId);
  expect([status, body['originalName'], body['size']]).toEqual([200, 'big dish.png', photo.length]);
  expect((await server.fetch(String(body['url']))).status).toBe(200);
  expect((await server.call('getImageUpload', { query: { uploadId } }, manager)).status).toBe(404);
});

test('of two simultaneous requests with the same part, one is accepted', async () => {
  const { uploadId } = (await start()).body;
  const part = photo.subarray(0, 1000);
  const answers = await Promise.all([send(uploadId, 0, part), send(uploadId, 0, part), send(uploadId, 0, part)]);
  expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
});

test.each([
  ['nothing', Buffer.alloc(0)],
  ['more than was announced', Buffer.concat([photo, Buffer.alloc(1)])],
])('refuses a part with %s', async (_case, part) => {
  const { uploadId } = (await start()).body;
  expect((await send(uploadId, 0, part)).status).toBe(400);
});

test('refuses to use an incomplete upload and returns its progress', async () => {
  const { uploadId } = (await start()).body;
  await send(uploadId, 0, photo.subarray(0, 5000));
  const { status, body } = await finish(uploadId);
  expect([status, body['received']]).toEqual([409, 5000]);
});

test('only the person who started an upload can continue it', async () => {
  const { uploadId } = (await start()).body;
  expect((await send(uploadId, 0, photo.subarray(0, 10), admin)).status).toBe(404);
  expect((await server.call('getImageUpload', { query: { uploadId } }, admin)).status).toBe(404);
  expect((await finish(uploadId, admin)).status).toBe(404);
});

test.each([
  ['too large', 5 * 1024 * 1024 + 1, 413],
  ['empty', 0, 400],
  ['of less than nothing', -1, 400],
])('refuses a file %s before it is sent', async (_case, size, status) => {
  expect((await start(size)).status).toBe(status);
});

test('a manager of another location cannot start an upload', async () => {
  const body = { locationId: 'new-glasgow', fileName: 'a.png', type: 'image/png', size: 10 };
  expect((await server.call('startImageUpload', { body }, manager)).status).toBe(403);
});
