import { COMPRESSED_QUALITY, COMPRESSED_WIDTH_MAX, needsCompression } from '@tiffin/domain/menu';
import { texts } from './texts.ts';

/** A photo that could not be made ready, in words. */
export class PhotoProblem extends Error {}

/** Makes a large photo smaller before it is sent: nobody's menu needs more than 1200 pixels across. */
export async function shrink(file: File): Promise<File> {
  if (!needsCompression(file)) return file;
  const bytes = await file.arrayBuffer().catch(() => {
    throw new PhotoProblem(texts.photo.unreadable);
  });
  const picture = await createImageBitmap(new Blob([bytes], { type: file.type })).catch(() => {
    throw new PhotoProblem(texts.photo.invalid);
  });
  const scale = Math.min(1, COMPRESSED_WIDTH_MAX / picture.width);
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  const paper = canvas.getContext('2d');
  if (!paper) return file;
  paper.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  const type = file.type === 'image/jpeg' || file.type === 'image/jpg' ? 'image/jpeg' : 'image/webp';
  const made = await new Promise<Blob | null>((done) => canvas.toBlob(done, type, COMPRESSED_QUALITY));
  // A browser that cannot write WebP writes a PNG, which may be larger than what came.
  if (!made || made.size >= file.size) return file;
  const ending = made.type === 'image/jpeg' ? 'jpg' : made.type.replace('image/', '');
  return new File([made], `${file.name.replace(/\.[^.]*$/, '')}.${ending}`, { type: made.type });
}

/** '412 KB', '4.8 MB' */
export function sizeText(bytes: number): string {
  const [value, unit] = bytes < 1024 * 1024 ? [bytes / 1024, 'kilobyte'] : [bytes / 1024 / 1024, 'megabyte'];
  return new Intl.NumberFormat('en-CA', {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: unit === 'kilobyte' ? 0 : 1,
  }).format(Math.max(value, 1));
}
