import { expect, test } from 'vitest';
import { pictureSources, pictureUrl, readPictureUrl } from './pictures.ts';

const id = '0123456789abcdef0123456789abcdef';

test('an address names its picture, width and format, and is read back', () => {
  expect(pictureUrl(id)).toBe(`/images/${id}-1200.jpg`);
  expect(readPictureUrl(pictureUrl(id))).toEqual({ id, width: 1200, format: 'jpg' });
  expect(readPictureUrl(pictureUrl(id, 400, 'avif'))).toEqual({ id, width: 400, format: 'avif' });
});

test.each([
  `/images/${id}-1200.svg`,
  `/images/${id}-1000.jpg`,
  `/images/${id.toUpperCase()}-1200.jpg`,
  `/images/${id}.jpg`,
  `https://example.com/images/${id}-1200.jpg`,
  `/images/../${id}-1200.jpg`,
  '',
])('%s is no picture of ours', (url) => {
  expect(readPictureUrl(url)).toBeNull();
  expect(pictureSources(url)).toBeNull();
});

test('a browser is offered the best format first, in every width', () => {
  expect(pictureSources(pictureUrl(id))).toEqual([
    {
      type: 'image/avif',
      srcSet: `/images/${id}-400.avif 400w, /images/${id}-800.avif 800w, /images/${id}-1200.avif 1200w`,
    },
    {
      type: 'image/webp',
      srcSet: `/images/${id}-400.webp 400w, /images/${id}-800.webp 800w, /images/${id}-1200.webp 1200w`,
    },
    {
      type: 'image/jpeg',
      srcSet: `/images/${id}-400.jpg 400w, /images/${id}-800.jpg 800w, /images/${id}-1200.jpg 1200w`,
    },
  ]);
});
