import { render, screen } from '@testing-library/react';
import { decodeQR } from 'qr/decode.js';
import { expect, test } from 'vitest';
import { QrCode } from './qr-code.tsx';

const PIXELS_PER_MODULE = 4;

/** Reads the drawing as a camera does. */
function scan(drawing: Element): string {
  const [, , side = 0] = (drawing.getAttribute('viewBox') ?? '').split(' ').map(Number);
  const size = side * PIXELS_PER_MODULE;
  const data = new Uint8Array(size * size * 4).fill(255);
  for (const [, x, y] of (drawing.querySelector('path')?.getAttribute('d') ?? '').matchAll(/M(\d+) (\d+)h1v1h-1z/g)) {
    for (let pixel = 0; pixel < PIXELS_PER_MODULE ** 2; pixel++) {
      const column = Number(x) * PIXELS_PER_MODULE + (pixel % PIXELS_PER_MODULE);
      const row = Number(y) * PIXELS_PER_MODULE + Math.floor(pixel / PIXELS_PER_MODULE);
      data.fill(0, (row * size + column) * 4, (row * size + column) * 4 + 3);
    }
  }
  return decodeQR({ width: size, height: size, data });
}

test.each([
  'https://order.example.com/menu/truro',
  'otpauth://totp/Sizzle%20%26%20Spice:asha@example.test?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Sizzle%20%26%20Spice',
  `https://checkout.example.com/c/pay/${'cs_test_a1B2'.repeat(40)}`,
])('a camera reads %s from the code', async (text) => {
  render(<QrCode text={text} label="Scan me" />);
  expect(scan(await screen.findByRole('img', { name: 'Scan me' }))).toBe(text);
});
