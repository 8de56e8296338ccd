// Creates the app icons from the picture of the brand. Run it when the picture changes: node scripts/make-icons.mjs
import { readFileSync, writeFileSync } from 'node:fs';
import sharp from 'sharp';
import { inRoot } from './root.mjs';

const picture = readFileSync(inRoot('apps', 'web', 'app', 'assets', 'brand', 'app-icon.svg'), 'utf8');
const GROUND = '#33152d';

// Systems that crop icons get a full square with the mark well inside.
const mark = picture.replace(/<rect[^>]*\/>/, '');
const square = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><rect width="100" height="100" fill="${GROUND}"/><svg x="10" y="10" width="80" height="80" viewBox="0 0 100 100">${mark.replace(/^<svg[^>]*>|<\/svg>$/g, '')}</svg></svg>`;

// Status bars show only the shape, in white.
const badge = picture
  .replace(/<rect[^>]*\/>/, '')
  .replace(/fill="#(?:5d2b50|c22823)"/g, 'fill="none"')
  .replace(/#f3a52b/g, '#ffffff');

for (const [name, drawing, size] of [
  ['icon-192.png', picture, 192],
  ['icon-512.png', picture, 512],
  ['icon-maskable-192.png', square, 192],
  ['icon-maskable-512.png', square, 512],
  ['badge-96.png', badge, 96],
]) {
  const drawn = sharp(Buffer.from(drawing), { density: (72 * size) / 100 }).resize(size, size);
  await drawn.png({ compressionLevel: 9, palette: true }).toFile(inRoot('apps', 'web', 'public', name));
}

// Old browsers request /favicon.ico regardless of the page: a PNG in an ICO container.
const small = await sharp(Buffer.from(picture), { density: (72 * 32) / 100 })
  .resize(32, 32)
  .png({ compressionLevel: 9, palette: true })
  .toBuffer();
const head = Buffer.alloc(22);
head.writeUInt16LE(1, 2); // an icon
head.writeUInt16LE(1, 4); // one picture
head.set([32, 32], 6);
head.writeUInt16LE(1, 10); // planes
head.writeUInt16LE(32, 12); // bits per pixel
head.writeUInt32LE(small.length, 14);
head.writeUInt32LE(head.length, 18); // offset of the picture
writeFileSync(inRoot('apps', 'web', 'public', 'favicon.ico'), Buffer.concat([head, small]));
