import { expect, test, vi } from 'vitest';
import { shrinkPhoto } from './send-photo.ts';

const photo = (bytes: number) => new File([new Uint8Array(bytes)], 'dal.jpg', { type: 'image/jpeg' });

/** A canvas that notes how it is drawn and encoded. */
function fakeCanvas(): { encoded: { width: number; height: number; type: string; quality: number }[] } {
  const encoded: { width: number; height: number; type: string; quality: number }[] = [];
  vi.stubGlobal('createImageBitmap', async () => ({ width: 4000, height: 3000, close: () => undefined }));
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({ drawImage: () => undefined } as never);
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(function toBlob(
    this: HTMLCanvasElement,
    done,
    type = '',
    quality: number = 1,
  ) {
    encoded.push({ width: this.width, height: this.height, type, quality });
    done(new Blob(['small'], { type }));
  });
  return { encoded };
}

test('a photo over 1 MB is sent 1200 pixels wide in quality 0.8 [A-MENU-46]', async () => {
  const { encoded } = fakeCanvas();
  const sent = await shrinkPhoto(photo(1024 * 1024 + 1));
  expect(encoded).toEqual([{ width: 1200, height: 900, type: 'image/jpeg', quality: 0.8 }]);
  expect([sent.name, sent.type, sent.size]).toEqual(['dal.jpg', 'image/jpeg', 5]);
});

test('a photo of 1 MB is sent as it is [A-MENU-46]', async () => {
  const { encoded } = fakeCanvas();
  const chosen = photo(1024 * 1024);
  expect(await shrinkPhoto(chosen)).toBe(chosen);
  expect(encoded).toEqual([]);
});
