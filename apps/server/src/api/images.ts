import type { ValidatedInput } from '@tiffin/contract';
import { refuse, say, toStorableText } from '@tiffin/domain/core';
import { imagePath } from '@tiffin/domain/menu';
import { actorIdOf, type Actor } from '@tiffin/domain/people';
import type { Context } from '../context.ts';
import { implement, implementChange, type ImplementedCall } from '../platform/http/implement.ts';
import { editedItem } from '../modules/menu/dishes/read-edited-menu.ts';
import { requireMenuEditor } from '../modules/menu/dishes/lock-menu.ts';
import { deleteMenuImage } from '../modules/menu/dishes/delete-menu-image.ts';
import { storeImage } from '../modules/images/store-image.ts';
import { addPart, deleteUpload, readUpload, readWholeUpload, startUpload } from '../modules/images/upload-parts.ts';

export const imageRoutes: readonly ImplementedCall[] = [
  implement('uploadMenuImage', async ({ context, actor, form }) => {
    requireMenuEditor(actor, form.locationId);
    const by = actorIdOf(actor);
    const sent = await readReceivedImage(context, actor, form);
    const image = await storeImage(context, sent.bytes, { by, uploadId: form.uploadId });
    if (form.uploadId) await deleteUpload(context, form.uploadId);
    const file = { name: sent.name, type: image.type, size: sent.bytes.length };
    return {
      ...image,
      fileName: imagePath(form.locationId, form.itemId ?? 'new', file, context.clock.now()),
      originalName: sent.name,
      size: sent.bytes.length,
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

/** Reads the photo from a multipart form, a raw file or an address. */
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
    return {
      name: decodeOrKeep(
        address
          .replace(/[?#].*$/, '')
          .split('/')
          .at(-1) ?? '',
      ),
      bytes,
    };
  }
  // A form without a chosen file sends an empty one without a name.
  if (!file || (file.name === '' && file.size === 0)) throw refuse('invalid-argument', say`No file selected`);
  return { name: toStorableText(file.name), bytes: Buffer.from(await file.arrayBuffer()) };
}

function decodeOrKeep(text: string): string {
  try {
    return decodeURIComponent(text).slice(0, 255);
  } catch {
    return text.slice(0, 255);
  }
}
