import sharp from 'sharp';
import { expect, test } from 'vitest';
import { deleteUnusedImages } from '../../images/delete-unused-images.ts';
import { testServer, type Caller } from '../../../testing/server.ts';

const server = await testServer();
const admin = await server.signIn('admin@demo.test');

async function upload(bytes: Uint8Array<ArrayBuffer>, as: Caller = admin) {
  const form = new FormData();
  form.set('file', new File([bytes], 'offer.png', { type: 'image/png' }));
  const answer = await server.fetch('/api/uploadBrandImage', { method: 'POST', body: form }, as);
  return { status: answer.status, body: (await answer.json()) as { url: string; error?: string } };
}

async function png(): Promise<Uint8Array<ArrayBuffer>> {
  const picture = sharp({ create: { width: 600, height: 300, channels: 3, background: '#5d2b50' } });
  return new Uint8Array(await picture.png().toBuffer());
}

test('stores a picture for mails, keeps it during clean-up and links it with an absolute address', async () => {
  const { status, body } = await upload(await png());
  expect(status).toBe(200);
  server.clock.forward(3 * 86_400_000);
  await deleteUnusedImages(server.context);
  const served = await server.fetch(body.url);
  expect(served.headers.get('content-type')).toBe('image/jpeg');
  const caller = await server.signIn('admin@demo.test');
  const preview = await server.call(
    'previewEmail',
    { body: { templateId: 'promotion', templateData: { offerTitle: 'Soup', imageUrl: body.url } } },
    caller,
  );
  expect(preview.body.html).toContain(`src="http://127.0.0.1:3000${body.url}"`);
});

test('refuses more than 2 MB [A-MAIL-09]', async () => {
  const big = new Uint8Array(2 * 1024 * 1024 + 1);
  big.set(await png());
  const caller = await server.signIn('admin@demo.test');
  expect(await upload(big, caller)).toMatchObject({
    status: 413,
    body: { error: 'Image too large for email. Maximum 2MB' },
  });
});

test('refuses what is not a picture and actors who are not admins', async () => {
  const caller = await server.signIn('admin@demo.test');
  const script = new Uint8Array(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'));
  expect((await upload(script, caller)).status).toBe(415);
  expect((await upload(new Uint8Array(0), caller)).status).toBe(400);
  expect((await upload(await png(), await server.signIn('manager.truro@demo.test'))).status).toBe(403);
});
