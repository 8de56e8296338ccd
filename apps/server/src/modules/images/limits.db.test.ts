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

test('when the room for photos is used up, that is said, and nothing is kept by half [A-ERR-67]', async () => {
  const noise = Buffer.from(Array.from({ length: 1200 * 1200 * 3 }, (_, index) => (index * 7919) % 251));
  const large = await sharp(noise, { raw: { width: 1200, height: 1200, channels: 3 } })
    .jpeg({ quality: 60 })
    .toBuffer();
  const answer = await upload(large);
  expect([answer.status, answer.body.error]).toEqual([507, 'Storage quota exceeded']);
  expect(await server.context.db.selectFrom('image_files').select('image_id').execute()).toEqual([]);
});

test('one person uploads at most 120 photos in ten minutes', async () => {
  for (let sent = 1; sent < 120; sent++) await upload(Buffer.alloc(0));
  const answer = await upload(Buffer.alloc(0));
  expect(answer.status).toBe(429);
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
});
