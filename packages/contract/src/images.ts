import { z } from '@hono/zod-openapi';
import { callsOf, UPLOAD_KB } from './call.ts';
import { RATES } from './rates.ts';
import { editedItem } from './menu-editor.ts';
import { locationId } from './wire.ts';

const { get, post } = callsOf('Menu photos');

const itemId = z.string().min(1).max(100);
const file = z.instanceof(File).openapi({ type: 'string', format: 'binary' });

export const uploadResult = z
  .object({
    url: z.string().openapi({ description: 'For the `image` of a dish; its name holds the content’s hash' }),
    fileName: z.string().openapi({ description: 'menu-images/{location}/{item}/{timestamp}-{name}.{ext}' }),
    originalName: z.string(),
    size: z.number().openapi({ description: 'Bytes that came' }),
    type: z.string().openapi({ description: 'What it really was, whatever its name said' }),
  })
  .openapi('UploadResult');

export const uploadMenuImage = post('/uploadMenuImage', {
  summary: 'Keep a photo: a file, an upload in parts, or an address to fetch it from; decoded and made anew',
  who: 'manager',
  maxKb: UPLOAD_KB,
  rate: RATES.upload,
  form: z.object({
    locationId,
    itemId: itemId.optional(),
    file: file.optional(),
    imageUrl: z.string().max(2000).optional(),
    uploadId: z.string().max(100).optional(),
  }),
  answer: uploadResult,
});

export const startImageUpload = post('/startImageUpload', {
  summary: 'Begin an upload in parts, which may be resumed',
  who: 'manager',
  creating: true,
  maxKb: 16,
  rate: RATES.upload,
  body: z.object({
    locationId,
    fileName: z.string().min(1, 'fileName is required').max(255),
    type: z.string().max(100),
    size: z.number().int().min(0),
  }),
  answer: z.object({ uploadId: z.string(), received: z.number() }),
});

export const addImagePart = post('/addImagePart', {
  summary: 'The next bytes of an upload; 409 with `received` when they do not follow',
  who: 'manager',
  maxKb: UPLOAD_KB,
  rate: RATES.work,
  form: z.object({ uploadId: z.string().max(100), offset: z.coerce.number().int().min(0), part: file }),
  answer: z.object({ uploadId: z.string(), received: z.number() }),
});

export const getImageUpload = get('/getImageUpload', {
  summary: 'How much of an upload has come',
  who: 'manager',
  query: z.object({ uploadId: z.string().max(100) }),
  answer: z.object({ uploadId: z.string(), received: z.number(), size: z.number() }),
});

export const deleteMenuImage = post('/deleteMenuImage', {
  summary: 'Take the photo off a dish; what no other dish shows is deleted',
  who: 'manager',
  maxKb: 16,
  rate: RATES.work,
  body: z.object({ locationId, itemId, imageUrl: z.string().max(2000) }),
  answer: z.object({ item: editedItem, version: z.number() }),
});
