import { say } from '@tiffin/domain/core';
import {
  FILE_OPERATION_RETRY_MS,
  isResumable,
  nextPartSize,
  UPLOAD_RETRY_MS,
  uploadFailureText,
  uploadRetryDelay,
  COMPRESSED_QUALITY,
  COMPRESSED_WIDTH_MAX,
  needsCompression,
} from '@tiffin/domain/menu';
import { ApiError, hasNoResponse } from '../../shared/api/api-error.ts';
import { api, type Answer, type Body } from '../../shared/api/api.ts';
import { newKey } from '../../shared/api/new-key.ts';
import { postForm, type Sending } from '../../shared/api/post-form.ts';
import { errorText } from '../../shared/errors/error-text.ts';
import { LOCALE } from '../../ui/format.ts';

/** A photo that could not be prepared or assigned, with a message for the user. */
export class PhotoProblem extends Error {}

/** Shrinks a large photo to what a menu needs, before the upload. */
export async function shrinkPhoto(file: File): Promise<File> {
  if (!needsCompression(file)) return file;
  const bytes = await file.arrayBuffer().catch(() => {
    throw new PhotoProblem(say`Failed to read file`);
  });
  const picture = await createImageBitmap(new Blob([bytes], { type: file.type })).catch(() => {
    throw new PhotoProblem(say`Invalid image`);
  });
  const scale = Math.min(1, COMPRESSED_WIDTH_MAX / picture.width);
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  const drawing = canvas.getContext('2d');
  if (!drawing) return file;
  drawing.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  const type = file.type === 'image/jpeg' || file.type === 'image/jpg' ? 'image/jpeg' : 'image/webp';
  const compressed = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, COMPRESSED_QUALITY));
  // Browsers that cannot write WebP write PNG, which may be larger than the original.
  if (!compressed || compressed.size >= file.size) return file;
  const ending = compressed.type === 'image/jpeg' ? 'jpg' : compressed.type.replace('image/', '');
  return new File([compressed], `${file.name.replace(/\.[^.]*$/, '')}.${ending}`, { type: compressed.type });
}

/** '412 KB', '4.8 MB' */
export function sizeText(bytes: number): string {
  const [value, unit] = bytes < 1024 * 1024 ? [bytes / 1024, 'kilobyte'] : [bytes / 1024 / 1024, 'megabyte'];
  return new Intl.NumberFormat(LOCALE, {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: unit === 'kilobyte' ? 0 : 1,
  }).format(Math.max(value, 1));
}

export type UploadedPhoto = Answer<'uploadMenuImage'>;

export interface PhotoTarget {
  readonly locationId: string;
  /** Missing for a dish that is not saved. */
  readonly itemId?: string | undefined;
}

/** The uploader's connections to the server and the clock, replaceable in tests. */
export interface UploadWorld {
  readonly startUpload: (body: Body<'startImageUpload'>) => Promise<{ uploadId: string }>;
  /** How many bytes of the upload the server has. */
  readonly countReceived: (uploadId: string) => Promise<number>;
  readonly sendPart: (
    fields: { uploadId: string; offset: string; part: Blob },
    sending: Sending,
  ) => Promise<{ received: number }>;
  readonly finishUpload: (
    fields: Record<string, string | Blob | undefined>,
    sending: Sending,
  ) => Promise<UploadedPhoto>;
  readonly now: () => number;
  readonly pause: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
}

/** The share of progress when the last byte is sent; the rest is processing on the server. */
const SENT_SHARE = 0.92;

/** Uploads photos, large ones in parts, so that a lost connection repeats one part only. */
export function photoSender(world: UploadWorld) {
  /** Retries while the server is unreachable or overloaded; refusals are final. */
  async function withRetries<T>(maxMs: number, signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
    const startedAt = world.now();
    for (let failures = 1; ; failures++) {
      try {
        return await work();
      } catch (error) {
        if (!isTemporary(error)) throw error;
        const pause = uploadRetryDelay(failures, world.now() - startedAt, maxMs);
        if (pause === null) throw error;
        await world.pause(Math.max(pause, (error.retryAfter ?? 0) * 1000), signal);
      }
    }
  }

  async function sendInParts(file: File, locationId: string, { signal, onProgress }: Sending): Promise<string> {
    const { uploadId } = await withRetries(FILE_OPERATION_RETRY_MS, signal, () =>
      world.startUpload({ locationId, fileName: file.name, type: file.type, size: file.size }),
    );
    let received = 0;
    for (let partsSent = 0; received < file.size; partsSent++) {
      received = await withRetries(UPLOAD_RETRY_MS, signal, async () => {
        const from = received;
        const part = file.slice(from, from + nextPartSize(partsSent, from, file.size));
        const notify = (share: number) => onProgress?.((SENT_SHARE * (from + share * part.size)) / file.size);
        try {
          const fields = { uploadId, offset: String(from), part };
          return (await world.sendPart(fields, { onProgress: notify, signal })).received;
        } catch (error) {
          // Either the part arrived and only its response was lost, or nothing arrived and it is sent again.
          if (error instanceof ApiError && error.status === 409) return world.countReceived(uploadId);
          throw error;
        }
      });
    }
    return uploadId;
  }

  async function send(file: File, { locationId, itemId }: PhotoTarget, sending: Sending = {}): Promise<UploadedPhoto> {
    const { signal, onProgress } = sending;
    onProgress?.(0);
    const uploadId = isResumable(file.size) ? await sendInParts(file, locationId, sending) : undefined;
    const notify = (share: number) => onProgress?.(SENT_SHARE * share);
    const isSent = uploadId !== undefined;
    const uploaded = await withRetries(UPLOAD_RETRY_MS, signal, () =>
      world.finishUpload(
        { locationId, itemId, uploadId, file: isSent ? undefined : file },
        { onProgress: isSent ? undefined : notify, signal },
      ),
    );
    onProgress?.(1);
    return uploaded;
  }

  return { send };
}

function isTemporary(error: unknown): error is ApiError {
  if (!(error instanceof ApiError) || error.code === 'cannot-slice-blob') return false;
  return hasNoResponse(error) || error.status === 429;
}

const browser: UploadWorld = {
  startUpload: (body) => api('startImageUpload', { body }, { idempotencyKey: newKey() }),
  countReceived: async (uploadId) => (await api('getImageUpload', { query: { uploadId } })).received,
  sendPart: (fields, sending) => postForm('addImagePart', fields, sending),
  finishUpload: (fields, sending) => postForm('uploadMenuImage', fields, sending),
  now: () => Date.now(),
  pause: (ms, signal) =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(resolve, ms);
      signal?.addEventListener('abort', () => {
        clearTimeout(timer);
        reject(new DOMException('stopped', 'AbortError'));
      });
    }),
};

export const sendPhoto = photoSender(browser).send;

/** Lets the server fetch the image, so that the other site does not see the user's address. */
export function fetchPhoto(
  imageUrl: string,
  { locationId, itemId }: PhotoTarget,
  signal: AbortSignal,
): Promise<UploadedPhoto> {
  return postForm('uploadMenuImage', { locationId, itemId, imageUrl }, { signal });
}

/** Codes whose messages are shown unchanged. */
const SHOWN_CODES = new Set([
  'invalid-image',
  'image-format',
  'image-too-large',
  'image-unreachable',
  'image-store-full',
  'image-store-unavailable',
]);

/** Why a photo was not saved, for the user. */
export function uploadErrorText(error: unknown): string {
  if (error instanceof PhotoProblem) return error.message;
  if (error instanceof DOMException && error.name === 'AbortError') return uploadFailureText('canceled');
  if (!(error instanceof ApiError)) return uploadFailureText('unknown');
  if (error.status === 401 || error.status === 403) return uploadFailureText('unauthorized');
  if (SHOWN_CODES.has(error.code)) return error.message;
  if (error.status === 0) return errorText(error);
  return error.status === 429 ? error.message : uploadFailureText('unknown');
}
