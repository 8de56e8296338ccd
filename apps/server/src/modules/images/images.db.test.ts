import { deflateSync } from 'node:zlib';
import { imagePath, PICTURE_FORMATS, PICTURE_WIDTHS, pictureUrl, readPictureUrl } from '@tiffin/domain/menu';
import { refuse } from '@tiffin/domain/core';
import sharp, { type Sharp } from 'sharp';
import { expect, test } from 'vitest';
import { deleteUnusedImages } from './delete-unused-images.ts';
import type { PictureSource } from '../../adapters/pictures/web-pictures.ts';
import { testServer, type Caller } from '../../testing/server.ts';

const web = new Map<string, Buffer>();
const pictures: PictureSource = {
  fetch: async (url) => {
    const found = web.get(url);
    if (!found) throw refuse('image-unreachable');
    return found;
  },
};
const server = await testServer({ pictures, env: { RATE_LIMITS: '0' } });
const admin = await server.signIn('admin@demo.test');
const manager = await server.signIn('manager.truro@demo.test');

interface Uploaded {
  success: boolean;
  error?: string;
  code?: string;
  url: string;
  fileName: string;
  originalName: string;
  size: number;
  type: string;
}

async function upload(
  fields: Record<string, string | File>,
  caller: Caller = admin,
): Promise<{ status: number; body: Uploaded }> {
  const form = new FormData();
  for (const [name, value] of Object.entries({ locationId: 'truro', ...fields })) form.set(name, value);
  const answer = await server.fetch('/api/uploadMenuImage', { method: 'POST', body: form }, caller);
  return { status: answer.status, body: (await answer.json()) as Uploaded };
}

function file(bytes: Uint8Array, name = 'dish.jpg', type = 'image/jpeg'): File {
  return new File([new Uint8Array(bytes)], name, { type });
}

let shade = 0;
/** Each call creates a different picture. */
function picture(width = 900, height = 600): Sharp {
  shade++;
  return sharp({ create: { width, height, channels: 3, background: { r: shade, g: 120, b: 60 } } });
}

async function get(url: string, headers: Record<string, string> = {}): Promise<Response> {
  return server.fetch(url, { headers });
}

test('uploading a photo returns its address and its properties [A-MENU-26] [A-DATA-28]', async () => {
  const bytes = await picture().jpeg().toBuffer();
  const { status, body } = await upload(
    { itemId: 'butter-chicken', file: file(bytes, 'My dish (final).JPG') },
    manager,
  );
  expect(status).toBe(200);
  expect(body).toEqual({
    success: true,
    url: expect.stringMatching(/^\/images\/[0-9a-f]{32}-1200\.jpg$/),
    fileName: imagePath(
      'truro',
      'butter-chicken',
      { name: 'My dish (final).JPG', type: 'image/jpeg', size: bytes.length },
      server.clock.now(),
    ),
    originalName: 'My dish (final).JPG',
    size: bytes.length,
    type: 'image/jpeg',
  });
  expect(body.fileName).toMatch(/^menu-images\/truro\/butter-chicken\/\d+-my-dish-final\.jpg$/);
});

/** Reads the width of an AVIF from its `ispe` box. */
function avifWidth(bytes: Buffer): number | null {
  const at = bytes.indexOf('ispe');
  return bytes.subarray(4, 12).toString() === 'ftypavif' && at > 0 ? bytes.readUInt32BE(at + 8) : null;
}

test('stores a photo in three widths and three formats, each cacheable for a year', async () => {
  const { body } = await upload({ file: file(await picture(1600, 1000).jpeg().toBuffer()) });
  const id = readPictureUrl(body.url)?.id ?? '';
  for (const width of PICTURE_WIDTHS) {
    for (const format of PICTURE_FORMATS) {
      const answer = await get(pictureUrl(id, width, format));
      const bytes = Buffer.from(await answer.arrayBuffer());
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toBe(format === 'jpg' ? 'image/jpeg' : `image/${format}`);
      expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(answer.headers.get('content-length')).toBe(String(bytes.length));
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
      // AVIF cannot be decoded here, so check its type and the width in its header.
      const shown = format === 'avif' ? avifWidth(bytes) : (await sharp(bytes).metadata()).width;
      expect(shown).toBe(width);
      const again = await get(pictureUrl(id, width, format), { 'if-none-match': answer.headers.get('etag') ?? '' });
      expect([again.status, await again.text()]).toEqual([304, '']);
    }
  }
});

test('does not enlarge a small photo, limits a tall one and rotates a sideways one', async () => {
  const small = await upload({ file: file(await picture(300, 200).png().toBuffer()) });
  expect((await sharp(Buffer.from(await (await get(small.body.url)).arrayBuffer())).metadata()).width).toBe(300);
  const tall = await upload({ file: file(await picture(200, 9000).webp().toBuffer()) });
  expect((await sharp(Buffer.from(await (await get(tall.body.url)).arrayBuffer())).metadata()).height).toBe(2400);
  const lying = await picture(800, 400).jpeg().withMetadata({ orientation: 6 }).toBuffer();
  const upright = await upload({ file: file(lying) });
  const { width, height } = await sharp(Buffer.from(await (await get(upright.body.url)).arrayBuffer())).metadata();
  expect([width, height]).toEqual([400, 800]);
});

test('removes all metadata, such as the location and the photographer', async () => {
  const bytes = await picture()
    .jpeg()
    .withExif({
      IFD0: { Copyright: 'Somebody Private', Make: 'Camera' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '45/1 22/1 12/1', GPSLongitudeRef: 'W', GPSLongitude: '63/1 17/1 0/1' },
    })
    .toBuffer();
  expect(bytes.includes('Exif')).toBe(true);
  const { body } = await upload({ file: file(bytes) });
  const id = readPictureUrl(body.url)?.id ?? '';
  for (const width of PICTURE_WIDTHS) {
    for (const format of PICTURE_FORMATS) {
      const made = Buffer.from(await (await get(pictureUrl(id, width, format))).arrayBuffer());
      for (const trace of ['Exif', 'Somebody Private', 'GPS', 'http://ns.adobe.com', 'ICC_PROFILE']) {
        expect(made.includes(trace), `${format} ${width} holds ${trace}`).toBe(false);
      }
    }
  }
});

test('detects the format from the content, not the name or type', async () => {
  const png = await picture().png().toBuffer();
  const { status, body } = await upload({ file: file(png, 'dish.html', 'text/html') });
  expect([status, body.type]).toEqual([200, 'image/png']);
});

/** A PNG header with these dimensions and little data. */
function hugePng(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const size = Buffer.alloc(4);
    size.writeUInt32BE(data.length);
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc(body));
    return Buffer.concat([size, body, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc(1024))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function crc(bytes: Buffer): number {
  let value = 0xffffffff;
  for (const byte of bytes) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  }
  return (value ^ 0xffffffff) >>> 0;
}

const script = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(document.cookie)</script></svg>';
const whole = await picture(400, 300).jpeg().toBuffer();
const megapixels = await sharp({ create: { width: 10_000, height: 10_000, channels: 3, background: 'red' } })
  .png()
  .toBuffer();

test.each<[string, Buffer, number, string]>([
  ['an SVG with a script', Buffer.from(script), 415, 'Invalid file format. Allowed: jpeg, jpg, png, webp'],
  [
    'a GIF',
    Buffer.from('GIF89a\u0001\u0000\u0001\u0000', 'latin1'),
    415,
    'Invalid file format. Allowed: jpeg, jpg, png, webp',
  ],
  ['a PDF', Buffer.from('%PDF-1.7\n'), 415, 'Invalid file format. Allowed: jpeg, jpg, png, webp'],
  [
    'an HTML page',
    Buffer.from('<!doctype html><script>alert(1)</script>'),
    415,
    'Invalid file format. Allowed: jpeg, jpg, png, webp',
  ],
  ['a program', Buffer.from('\u007fELF'), 415, 'Invalid file format. Allowed: jpeg, jpg, png, webp'],
  ['0 bytes', Buffer.alloc(0), 400, 'Invalid image'],
  ['a real PNG of 100 megapixels', megapixels, 400, 'Invalid image'],
  ['a small PNG that claims 60 000 × 60 000', hugePng(60_000, 60_000), 400, 'Invalid image'],
  ['half a JPEG', whole.subarray(0, whole.length / 2), 400, 'Invalid image'],
  [
    'the first bytes of a JPEG and then a script',
    Buffer.concat([whole.subarray(0, 4), Buffer.from(script)]),
    400,
    'Invalid image',
  ],
  [
    'the name of a WebP and nothing else',
    Buffer.from('RIFF\u0010\u0000\u0000\u0000WEBP', 'latin1'),
    400,
    'Invalid image',
  ],
  ['more than 5 MB', Buffer.concat([whole, Buffer.alloc(5 * 1024 * 1024)]), 413, 'File too large. Maximum size: 5MB'],
])('refuses %s, whatever its name and type', async (_case, bytes, status, message) => {
  const answer = await upload({ file: file(bytes, 'dish.jpg', 'image/jpeg') });
  expect([answer.status, answer.body.error]).toEqual([status, message]);
});

test('stores only the picture of a polyglot file', async () => {
  const polyglot = Buffer.concat([whole, Buffer.from(`\n${script}\n<?php system($_GET[0]); ?>PK\u0003\u0004`)]);
  const { status, body } = await upload({ file: file(polyglot) });
  expect(status).toBe(200);
  const id = readPictureUrl(body.url)?.id ?? '';
  for (const format of PICTURE_FORMATS) {
    const made = Buffer.from(await (await get(pictureUrl(id, 1200, format))).arrayBuffer());
    for (const trace of ['<svg', 'script', '<?php', 'PK\u0003\u0004']) expect(made.includes(trace)).toBe(false);
  }
});

test('refuses a form without a file [A-MENU-45]', async () => {
  const nothing: Record<string, string | File>[] = [{}, { file: file(Buffer.alloc(0), '') }, { imageUrl: '  ' }];
  for (const fields of nothing) {
    const { status, body } = await upload(fields);
    expect([status, body.error]).toEqual([400, 'No file selected']);
  }
});

test('refuses a form over 10 MB before parsing it, with or without a declared length [C-LIMIT-01]', async () => {
  const form = new FormData();
  form.set('locationId', 'truro');
  form.set('file', file(Buffer.alloc(10 * 1024 * 1024)));
  const whole10 = new Response(form);
  const type = whole10.headers.get('content-type') ?? '';
  const bytes = await whole10.arrayBuffer();
  for (const init of [
    { body: bytes, headers: { 'content-type': type, 'content-length': String(bytes.byteLength) } },
    { body: new Blob([bytes]).stream(), duplex: 'half', headers: { 'content-type': type } },
  ]) {
    const answer = await server.fetch('/api/uploadMenuImage', { method: 'POST', ...init } as RequestInit, admin);
    expect(answer.status).toBe(413);
  }
});

test('refuses an invalid form', async () => {
  const headers = { 'content-type': 'multipart/form-data; boundary=x' };
  const torn = await server.fetch('/api/uploadMenuImage', { method: 'POST', body: 'not a form', headers }, admin);
  expect(torn.status).toBe(400);
  const json = { 'content-type': 'application/json' };
  expect(
    (await server.fetch('/api/uploadMenuImage', { method: 'POST', body: '{}', headers: json }, admin)).status,
  ).toBe(415);
  const refused = await upload({ file: 'just text' });
  expect(refused.status).toBe(400);
});

test('stores the same photo once when several upload it at the same time', async () => {
  const bytes = await picture().jpeg().toBuffer();
  const answers = await Promise.all([1, 2, 3].map(() => upload({ file: file(bytes) })));
  expect(new Set(answers.map((answer) => answer.body.url)).size).toBe(1);
  const stored = await server.context.db
    .selectFrom('images')
    .select('id')
    .where('url', '=', answers[0]?.body.url ?? '')
    .execute();
  expect(stored).toHaveLength(1);
});

test('fetches a photo from an address and reports what it cannot fetch', async () => {
  web.set('https://pictures.test/a%20dish.png?x=1', await picture().png().toBuffer());
  web.set('https://pictures.test/page', Buffer.from('<html>'));
  const { status, body } = await upload({ imageUrl: ' https://pictures.test/a%20dish.png?x=1 ' });
  expect([status, body.originalName, body.type]).toEqual([200, 'a dish.png', 'image/png']);
  expect((await upload({ imageUrl: 'https://pictures.test/page' })).status).toBe(415);
  const unreachable = await upload({ imageUrl: 'http://169.254.169.254/latest' });
  expect([unreachable.status, unreachable.body.error]).toEqual([422, 'Failed to get download URL']);
});

test('a photo is put on a dish, shown to guests, removed and then deleted', async () => {
  const { body } = await upload({ itemId: 'butter-chicken', file: file(await picture().jpeg().toBuffer()) });
  const dishKey = { locationId: 'truro', itemId: 'butter-chicken' };
  const updated = await server.call('updateMenuItem', { body: { ...dishKey, updates: { image: body.url } } }, manager);
  expect(updated.body.item).toMatchObject({ image: body.url, imageUrl: body.url });
  const menu = await server.call('getLocationMenu', { query: { locationId: 'truro' } });
  expect(menu.body.items.find((item) => item.id === 'butter-chicken')).toMatchObject({ imageUrl: body.url });
  const wrong = await server.call(
    'deleteMenuImage',
    { body: { ...dishKey, imageUrl: 'https://example.com/x.jpg' } },
    admin,
  );
  expect([wrong.status, wrong.body.error]).toEqual([400, 'Invalid storage URL']);
  const off = await server.call('deleteMenuImage', { body: { ...dishKey, imageUrl: body.url } }, manager);
  expect(off.body.item).toMatchObject({ image: null, version: updated.body.item.version + 1 });
  expect((await get(body.url)).status).toBe(404);
});

test('a photo used by another dish remains when one dish removes it [A-DATA-29]', async () => {
  const { body } = await upload({ file: file(await picture().jpeg().toBuffer()) });
  for (const itemId of ['palak-paneer', 'masala-dosa']) {
    await server.call('updateMenuItem', { body: { locationId: 'truro', itemId, updates: { image: body.url } } }, admin);
  }
  const off = (itemId: string) =>
    server.call('deleteMenuImage', { body: { locationId: 'truro', itemId, imageUrl: body.url } }, admin);
  await off('palak-paneer');
  expect((await get(body.url)).status).toBe(200);
  await server.call('deleteMenuItem', { body: { locationId: 'truro', itemId: 'masala-dosa' } }, admin);
  expect((await get(body.url)).status).toBe(404);
});

test('deletes photos unused for a day and unfinished uploads, but not photos of dishes', async () => {
  const used = await upload({ file: file(await picture().jpeg().toBuffer()) });
  const unused = await upload({ file: file(await picture().jpeg().toBuffer()) });
  await server.call(
    'updateMenuItem',
    { body: { locationId: 'truro', itemId: 'aloo-gobi', updates: { image: used.body.url } } },
    admin,
  );
  await server.call(
    'startImageUpload',
    { body: { locationId: 'truro', fileName: 'half.jpg', type: 'image/jpeg', size: 1000 } },
    admin,
  );
  await deleteUnusedImages(server.context);
  expect((await get(unused.body.url)).status).toBe(200);
  server.clock.forward(25 * 60 * 60_000);
  await deleteUnusedImages(server.context);
  expect((await get(unused.body.url)).status).toBe(404);
  expect((await get(used.body.url)).status).toBe(200);
  expect(await server.context.db.selectFrom('image_uploads').select('id').execute()).toEqual([]);
});

test.each([
  '/images/',
  '/images/nothing.jpg',
  '/images/0123456789abcdef0123456789abcdef-1200.svg',
  '/images/0123456789abcdef0123456789abcdef-999.jpg',
  '/images/0123456789ABCDEF0123456789ABCDEF-1200.jpg',
  '/images/..%2f..%2fetc%2fpasswd',
  '/images/0123456789abcdef0123456789abcdef-1200.jpg',
])('answers 404 for %s', async (address) => {
  const answer = await get(address);
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([404, 'no-store']);
});

test('only editors of the menu can upload photos', async () => {
  const bytes = await picture(40, 40).jpeg().toBuffer();
  const staff = await server.signIn('staff.truro@demo.test');
  const customer = await server.signIn('customer@demo.test');
  expect((await upload({ locationId: 'new-glasgow', file: file(bytes) }, manager)).status).toBe(403);
  expect((await upload({ file: file(bytes) }, staff)).status).toBe(403);
  expect((await upload({ file: file(bytes) }, customer)).status).toBe(403);
  expect((await upload({ file: file(bytes) }, { 'x-api-key': 'pk_demo' })).status).toBe(401);
  expect((await upload({ file: file(bytes) }, {})).status).toBe(401);
});
