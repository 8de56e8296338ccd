import sharp from 'sharp';
import { expect, test } from 'vitest';
import { testServer } from '../../testing/server.ts';

const server = await testServer({ env: { IMAGES_MB: '1' } });
const admin = await server.signIn('admin@demo.test');

async function upload(bytes: Buffer) {
  const form = new FormData();
  form.set('locationId', 'truro');
  form.set('file', new File([new Uint8Array(bytes)], 'dish.jpg'));
  const answer = await server.fetch('/api/uploadMenuImage', { method: 'POST', body: form }, admin);
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as { error?: string } };
}

test('refuses a photo when the storage limit is reached, and stores no part of it [A-ERR-67]', async () => {
  const noise = Buffer.from(Array.from({ length: 720 * 720 * 3 }, (_, index) => (index * 7919) % 251));
  const large = await sharp(noise, { raw: { width: 720, height: 720, channels: 3 } })
    .jpeg({ quality: 60 })
    .toBuffer();
  const answer = await upload(large);
  expect([answer.status, answer.body.error]).toEqual([507, 'Storage quota exceeded']);
  expect(await server.context.db.selectFrom('image_files').select('image_id').execute()).toEqual([]);
});

test('unfinished uploads count towards the storage limit, once', async () => {
  const noUploads = () => server.context.db.deleteFrom('image_uploads').execute();
  await noUploads();
  const begin = (size: number) =>
    server.call(
      'startImageUpload',
      { body: { locationId: 'truro', fileName: 'dish.png', type: 'image/png', size } },
      admin,
    );
  const parts = await Promise.all(Array.from({ length: 8 }, () => begin(200 * 1024)));
  expect(parts.filter(({ status }) => status === 200)).toHaveLength(5);
  expect(parts.find(({ status }) => status !== 200)).toMatchObject({ status: 507, body: { code: 'image-store-full' } });
  // A plain, uncompressed picture: the stored files are smaller.
  const photo = await sharp({ create: { width: 200, height: 200, channels: 3, background: 'red' } })
    .png({ compressionLevel: 0 })
    .toBuffer();
  await server.context.db
    .updateTable('image_uploads')
    .set({ size: 1024 * 1024 })
    .execute();
  expect((await upload(photo)).status).toBe(507);
  await noUploads();
  const { uploadId } = (await begin(photo.length)).body;
  const part = new FormData();
  part.set('uploadId', uploadId);
  part.set('offset', '0');
  part.set('part', new Blob([new Uint8Array(photo)]));
  expect((await server.fetch('/api/addImagePart', { method: 'POST', body: part }, admin)).status).toBe(200);
  // Fill the remaining space. The upload still succeeds, because its space is already reserved.
  expect((await begin(1024 * 1024 - photo.length)).status).toBe(200);
  const whole = new FormData();
  whole.set('locationId', 'truro');
  whole.set('uploadId', uploadId);
  const answer = await server.fetch('/api/uploadMenuImage', { method: 'POST', body: whole }, admin);
  expect(answer.status).toBe(200);
});

test('one person can upload at most 120 photos in ten minutes', async () => {
  for (let sent = 1; sent < 120; sent++) await upload(Buffer.alloc(0));
  const answer = await upload(Buffer.alloc(0));
  expect(answer.status).toBe(429);
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
});
