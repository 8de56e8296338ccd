import { afterEach, expect, test, vi } from 'vitest';
import { drawText } from './text-image.ts';

/** A canvas whose letters are black boxes, half as wide as high. */
class BoxCanvas {
  readonly #data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
    this.#data = new Uint8ClampedArray(width * height * 4);
  }
  getContext() {
    const dots = () => Number(/(\d+)px/.exec(context.font)?.[1]);
    const fill = (left: number, top: number, width: number, height: number) => {
      const value = context.fillStyle === 'white' ? 255 : 0;
      for (let y = Math.max(0, Math.round(top)); y < Math.min(this.height, top + height); y++) {
        for (let x = Math.max(0, Math.round(left)); x < Math.min(this.width, left + width); x++) {
          this.#data.fill(value, (y * this.width + x) * 4, (y * this.width + x) * 4 + 3);
        }
      }
    };
    const measureText = (text: string) => ({ width: text.length * (dots() / 2) });
    const context = {
      font: '',
      fillStyle: '',
      measureText,
      fillRect: fill,
      fillText: (text: string, x: number, y: number) => fill(x, y - 10, measureText(text).width, 10),
      getImageData: () => ({ data: this.#data, width: this.width, height: this.height }),
    };
    return context;
  }
}

afterEach(() => vi.unstubAllGlobals());

/** The first and the last black dot of each row that has any, without repetitions. */
function extents(texts: Parameters<typeof drawText>[0], look: Parameters<typeof drawText>[1]): [number, number][] {
  vi.stubGlobal('OffscreenCanvas', BoxCanvas);
  const image = drawText(texts, look, 576);
  if (!image) throw new Error('no picture was drawn');
  expect(image.bytesPerRow).toBe(72);
  const found = new Map<string, [number, number]>();
  for (let row = 0; row < image.rows.length; row += 72) {
    const dots = Array.from(image.rows.slice(row, row + 72), (byte) => byte.toString(2).padStart(8, '0')).join('');
    if (dots.includes('1'))
      found.set(`${dots.indexOf('1')} ${dots.lastIndexOf('1')}`, [dots.indexOf('1'), dots.lastIndexOf('1')]);
  }
  return [...found.values()];
}

test('a line begins at the left, after its indent, or in the middle', () => {
  expect(extents(['李雷'], {})).toEqual([[0, 23]]);
  expect(extents(['李雷'], { indent: 2 })).toEqual([[24, 47]]);
  expect(extents(['李雷'], { centred: true })).toEqual([[276, 299]]);
  expect(extents(['李雷'], { size: 'big' })).toEqual([[0, 47]]);
});

test('a row has its second text at the right end, or below when there is no room', () => {
  expect(extents(['李', '雷'], {})).toEqual([[0, 575]]);
  expect(extents(['李'.repeat(40), '雷'.repeat(20)], {})).toEqual([
    [0, 479],
    [0, 239],
  ]);
});

test('a long line is broken, and white on black is the other way round', () => {
  expect(extents(['李'.repeat(50)], {})).toEqual([
    [0, 575],
    [0, 23],
  ]);
  expect(extents(['李'], { inverted: true })).toEqual([
    [0, 575],
    [12, 575],
  ]);
});

test('nothing is drawn where the browser has no canvas', () => {
  vi.stubGlobal('OffscreenCanvas', undefined);
  expect(drawText(['李雷'], {}, 576)).toBeNull();
});
