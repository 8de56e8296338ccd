import { refuse } from '@tiffin/domain/core';
import { PICTURE_PIXELS_MAX, PICTURE_WIDTHS, type PictureFormat, type PictureWidth } from '@tiffin/domain/menu';
import type { Sharp } from 'sharp';

export interface PictureBytes {
  readonly width: PictureWidth;
  readonly format: PictureFormat;
  readonly bytes: Buffer;
}

/** A picture in all widths and formats, with the type of its source and the size of its largest file. */
export interface EncodedImage {
  readonly type: `image/${SourceFormat}`;
  readonly width: number;
  readonly height: number;
  readonly files: readonly PictureBytes[];
}

/** Change this whenever the output below changes, so that the pictures get new addresses. */
export const ENCODING_VERSION = 'tiffin-1';

const QUALITY = { avif: 55, webp: 78, jpg: 80 } as const;
const MAX_ASPECT_RATIO = 2;
const MAX_SECONDS = 20;
const MAX_QUEUED = 8;
const RETRY_AFTER_S = 10;

/** Load the library with the first photo: most servers never need it, and it slows the start. */
let sharpModule: Promise<typeof import('sharp').default> | undefined;

function loadSharp(): Promise<typeof import('sharp').default> {
  sharpModule ??= import('sharp').then(({ default: loaded }) => {
    // Disable all decoders except those for the three formats, to reduce the attack surface.
    loaded.block({ operation: ['VipsForeignLoad'] });
    loaded.unblock({
      operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
    });
    loaded.cache(false);
    loaded.concurrency(1);
    return loaded;
  });
  return sharpModule;
}

let lastTask: Promise<unknown> = Promise.resolve();
let queued = 0;

/**
 * Decodes a picture and re-encodes it in every width and format. Only pixels are kept: no metadata and no second file
 * hidden in the first. One at a time, so that photos never slow down orders.
 */
export async function reEncodeImage(source: Buffer): Promise<EncodedImage> {
  const format = formatOf(source);
  if (!format) throw refuse(source.length === 0 ? 'invalid-image' : 'image-format');
  if (queued >= MAX_QUEUED) throw refuse('rate-limited', undefined, { retryAfter: RETRY_AFTER_S });
  queued++;
  const task = lastTask.catch(() => undefined).then(() => encodeAll(source, format));
  lastTask = task;
  try {
    return await task;
  } finally {
    queued--;
  }
}

async function encodeAll(source: Buffer, format: SourceFormat): Promise<EncodedImage> {
  const load = await loadSharp();
  const options = { limitInputPixels: PICTURE_PIXELS_MAX, failOn: 'error', animated: false } as const;
  const largest = PICTURE_WIDTHS.at(-1) ?? 1200;
  try {
    const { data, info } = await load(source, options)
      .timeout({ seconds: MAX_SECONDS })
      .autoOrient()
      .toColourspace('srgb')
      .resize({ width: largest, height: largest * MAX_ASPECT_RATIO, fit: 'inside', withoutEnlargement: true })
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
    const raw = { width: info.width, height: info.height, channels: info.channels };
    const files: PictureBytes[] = [];
    for (const width of PICTURE_WIDTHS) {
      const sized = load(data, { raw })
        .timeout({ seconds: MAX_SECONDS })
        .resize({ width, height: width * MAX_ASPECT_RATIO, fit: 'inside', withoutEnlargement: true });
      files.push(
        { width, format: 'avif', bytes: await sized.clone().avif({ quality: QUALITY.avif, effort: 3 }).toBuffer() },
        { width, format: 'webp', bytes: await sized.clone().webp({ quality: QUALITY.webp }).toBuffer() },
        { width, format: 'jpg', bytes: await encodeJpeg(sized).toBuffer() },
      );
    }
    return { type: `image/${format}`, width: info.width, height: info.height, files };
  } catch {
    // Truncated, broken, a decompression bomb, or another file with a picture's signature.
    throw refuse('invalid-image');
  }
}

/** Transparent areas become white. */
function encodeJpeg(picture: Sharp): Sharp {
  return picture.clone().flatten({ background: '#ffffff' }).jpeg({ quality: QUALITY.jpg, mozjpeg: true });
}

/** The accepted formats, detected by their first bytes. */
type SourceFormat = 'jpeg' | 'png' | 'webp';

/** Detects the format from the content; the file's name and type are not trusted. */
function formatOf(bytes: Buffer): SourceFormat | null {
  const starts = (at: number, signature: string) =>
    bytes.subarray(at, at + signature.length).equals(Buffer.from(signature, 'latin1'));
  if (starts(0, '\u00ff\u00d8\u00ff')) return 'jpeg';
  if (starts(0, '\u0089PNG\r\n\u001a\n')) return 'png';
  return starts(0, 'RIFF') && starts(8, 'WEBP') ? 'webp' : null;
}
