import { say, slugOf } from '../core/index.ts';

export const IMAGE_FORMATS = ['jpeg', 'jpg', 'png', 'webp'] as const;
export const IMAGE_TYPES = ['image/jpeg', 'image/jpg', 'image/png', 'image/webp'] as const;

const MB = 1024 * 1024;
export const IMAGE_BYTES_MAX = 5 * MB;
/** Larger pictures are scaled down before they are uploaded. */
export const COMPRESS_ABOVE_BYTES = MB;
export const COMPRESSED_WIDTH_MAX = 1200;
export const COMPRESSED_QUALITY = 0.8;

const IMAGE_NAME_MAX = 60;

export interface PickedFile {
  readonly name: string;
  readonly type: string;
  readonly size: number;
}

/** Why this file cannot be the photo of a dish, or null. */
export function imageProblem(file: PickedFile | null): string | null {
  if (file === null) return say`No file selected`;
  if (!IMAGE_TYPES.some((type) => type === file.type.toLowerCase())) {
    const formats = IMAGE_FORMATS.join(', ');
    return say`Invalid file format. Allowed: ${formats}`;
  }
  return file.size > IMAGE_BYTES_MAX ? say`File too large. Maximum size: 5MB` : null;
}

/** True for a picture that is scaled down before it is uploaded. */
export function needsCompression(file: PickedFile): boolean {
  return file.size > COMPRESS_ABOVE_BYTES;
}

/** The photo editor needs a URL or a file to save. */
export function photoProblem(url: string, file: PickedFile | null): string | null {
  return url.trim() === '' && file === null ? say`Please provide an image URL or select a file` : null;
}

export const UPLOAD_FAILURES = {
  unauthorized: say`You don't have permission to upload images`,
  canceled: say`Upload was cancelled`,
  'quota-exceeded': say`Storage quota exceeded`,
  unknown: say`Unknown error occurred during upload`,
} as const;

/** Why an upload failed, by the code of the storage. */
export function uploadFailureText(code: string): string {
  return Object.entries(UPLOAD_FAILURES).find(([existing]) => existing === code)?.[1] ?? UPLOAD_FAILURES.unknown;
}

/** The path of a picture: menu-images/{location}/{item}/{timestamp}-{name}.{ext} */
export function imagePath(locationId: string, itemId: string, file: PickedFile, now: Date): string {
  const name = slugOf(file.name.replace(/\.[a-z]+$/i, ''), IMAGE_NAME_MAX) || 'image';
  // The extension comes from the content type, not from the file name.
  const extension = file.type.toLowerCase().replace('image/', '').replace('jpeg', 'jpg');
  return `menu-images/${locationId}/${itemId}/${now.getTime()}-${name}.${extension}`;
}

/** Larger files are uploaded in parts, so that a broken connection costs only one part. */
export const RESUMABLE_ABOVE_BYTES = 256 * 1024;
export const PART_BYTES_MIN = 256 * 1024;
export const PART_BYTES_MAX = 32 * 1024 * 1024;

/** How long failed requests are retried, for uploads and for other file requests. */
export const UPLOAD_RETRY_MS = 10 * 60_000;
export const FILE_OPERATION_RETRY_MS = 2 * 60_000;

const PAUSE_MIN_MS = 1000;
const PAUSE_MAX_MS = 30_000;

/** True for a file that is uploaded in parts. */
export function isResumable(size: number): boolean {
  return size > RESUMABLE_ABOVE_BYTES;
}

/** The size of the next part, which doubles with every part that arrived. */
export function nextPartSize(arrivedParts: number, receivedBytes: number, size: number): number {
  return Math.min(PART_BYTES_MIN * 2 ** arrivedParts, PART_BYTES_MAX, size - receivedBytes);
}

/** The pause before the next attempt; null once the time for retries is over. */
export function uploadRetryDelay(failures: number, sinceFirstMs: number, forMs: number = UPLOAD_RETRY_MS) {
  const pause = Math.min(PAUSE_MIN_MS * 2 ** Math.max(0, failures - 1), PAUSE_MAX_MS);
  return sinceFirstMs + pause > forMs ? null : pause;
}
