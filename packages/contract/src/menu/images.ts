import { z } from '@hono/zod-openapi';
import { defineCalls, MAX_UPLOAD_KB } from '../call.ts';
import { CALL_RATE_LIMITS } from '../rate-limits.ts';
import { managedMenuItem } from './menu-editor.ts';
import { namedObject } from '../objects.ts';
import { locationId } from '../wire.ts';

const { get, post } = defineCalls('Menu photos');

const itemId = z.string().min(1).max(100);
const file = z.instanceof(File).openapi({ type: 'string', format: 'binary' });

export const uploadResult = namedObject('UploadResult', {
  url: z.string().describe('The value for the `image` field of a dish. The name contains the hash of the content'),
  fileName: z.string().describe('menu-images/{location}/{item}/{timestamp}-{name}.{ext}'),
  originalName: z.string(),
  size: z.number().describe('The number of bytes received'),
  type: z.string().describe('The detected file type, regardless of the file name'),
});

export const uploadMenuImage = post('/uploadMenuImage', {
  summary:
    'Stores a photo from a file, an upload in parts or an address to download from. The image is decoded and re-encoded',
  access: 'manager',
  maxKb: MAX_UPLOAD_KB,
  rate: CALL_RATE_LIMITS.upload,
  form: z.object({
    locationId,
    itemId: itemId.optional(),
    file: file.optional(),
    imageUrl: z.string().max(2000).optional(),
    uploadId: z.string().max(100).optional(),
  }),
  response: uploadResult,
});

export const startImageUpload = post('/startImageUpload', {
  summary: 'Starts an upload in parts, which can be resumed',
  access: 'manager',
  creating: true,
  maxKb: 16,
  rate: CALL_RATE_LIMITS.upload,
  body: z.object({
    locationId,
    fileName: z.string().min(1, 'fileName is required').max(255),
    type: z.string().max(100),
    size: z.number().int().min(0),
  }),
  response: z.object({ uploadId: z.string(), received: z.number() }),
});

export const addImagePart = post('/addImagePart', {
  summary: 'Appends bytes to an upload. Fails with 409 and `received` if they are not the next ones',
  access: 'manager',
  maxKb: MAX_UPLOAD_KB,
  form: z.object({ uploadId: z.string().max(100), offset: z.coerce.number().int().min(0), part: file }),
  response: z.object({ uploadId: z.string(), received: z.number() }),
});

export const getImageUpload = get('/getImageUpload', {
  summary: 'Returns how many bytes of an upload have been received',
  access: 'manager',
  query: z.object({ uploadId: z.string().max(100) }),
  response: z.object({ uploadId: z.string(), received: z.number(), size: z.number() }),
});

export const deleteMenuImage = post('/deleteMenuImage', {
  summary: 'Removes the photo from a dish and deletes it if no other dish uses it',
  access: 'manager',
  maxKb: 16,
  body: z.object({ locationId, itemId, imageUrl: z.string().max(2000) }),
  response: z.object({ item: managedMenuItem, version: z.number() }),
});
