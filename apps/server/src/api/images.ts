import type { ValidatedInput } from '@tiffin/contract';
import { decodeOrKeep, refuse, say, toStorableText } from '@tiffin/domain/core';
import { imagePath } from '@tiffin/domain/menu';
import { actorIdOf, type Actor } from '@tiffin/domain/people';
import type { Context } from '../context.ts';
import { implement, implementChange, type ImplementedCall } from '../platform/http/implement.ts';
import { editedItem } from '../modules/menu/dishes/read-edited-menu.ts';
import { requireMenuEditor } from '../modules/menu/dishes/lock-menu.ts';
import { deleteMenuImage } from '../modules/menu/dishes/delete-menu-image.ts';
import { storeImage } from '../modules/images/store-image.ts';
import { addPart, deleteUpload, readUpload, readWholeUpload, startUpload } from '../modules/images/upload-parts.ts';

const MAX_FILE_NAME_LENGTH = 255;

export const imageRoutes: readonly ImplementedCall[] = [
  implement('uploadMenuImage', async ({ context, actor, form }) => {
    requireMenuEditor(actor, form.locationId);
    const by = actorIdOf(actor);
    const received = await readReceivedImage(context, actor, form);
    const image = await storeImage(context, received.bytes, { by, uploadId: form.uploadId });
    if (form.uploadId) await deleteUpload(context, form.uploadId);
    const file = { name: received.name, type: image.type, size: received.bytes.length };
    return {
      ...image,
      fileName: imagePath(form.locationId, form.itemId ?? 'new', file, context.clock.now()),
      originalName: received.name,
      size: received.bytes.length,
    };
  }),

  implementChange('startImageUpload', async (context, tx, by, body) => {
    requireMenuEditor(by.actor, body.locationId);
    return startUpload(context, tx, by.actor, body);
  }),

  implement('addImagePart', async ({ actor, form, once }) => {
    const bytes = Buffer.from(await form.part.arrayBuffer());
    return once((tx) => addPart(tx, actor, form.uploadId, form.offset, bytes));
  }),

  implement('getImageUpload', async ({ context, actor, query }) => {
    const { uploadId, received, size } = await readUpload(context, actor, query.uploadId);
    return { uploadId, received, size };
  }),

  implementChange('deleteMenuImage', async (context, tx, by, body) => {
    requireMenuEditor(by.actor, body.locationId);
    const { row, version } = await deleteMenuImage(context, tx, by, body);
    return { item: await editedItem(tx, row), version };
  }),
];

/** Reads the photo from an upload in parts, an address or a file in the form. */
async function readReceivedImage(
  context: Context,
  actor: Actor,
  { file, uploadId, imageUrl }: ValidatedInput<'uploadMenuImage'>['form'],
): Promise<{ readonly name: string; readonly bytes: Buffer }> {
  if (uploadId) {
    const upload = await readWholeUpload(context, actor, uploadId);
    return { name: upload.fileName, bytes: upload.bytes };
  }
  if (imageUrl?.trim()) {
    const address = imageUrl.trim();
    const bytes = await context.pictures.fetch(address);
    const path = address.split(/[?#]/, 1)[0] ?? '';
    return { name: decodeOrKeep(path.slice(path.lastIndexOf('/') + 1)).slice(0, MAX_FILE_NAME_LENGTH), bytes };
  }
  // A form without a chosen file sends an empty one without a name.
  if (!file || (file.name === '' && file.size === 0)) throw refuse('invalid-argument', say`No file selected`);
  return { name: toStorableText(file.name), bytes: Buffer.from(await file.arrayBuffer()) };
}
