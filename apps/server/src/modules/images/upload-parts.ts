import { refuse, say } from '@tiffin/domain/core';
import { IMAGE_BYTES_MAX } from '@tiffin/domain/menu';
import type { Actor } from '@tiffin/domain/people';
import type { Context, Tx } from '../../context.ts';
import { actorColumns } from '../log/audit-row.ts';
import { requireStorage } from './store-image.ts';
import { insertRow } from '../../platform/db/write-row.ts';

interface StartedUpload {
  readonly uploadId: string;
  readonly received: number;
}

/** Reserves space for a file that is sent in parts by the actor. */
export async function startUpload(
  context: Context,
  tx: Tx,
  actor: Actor,
  file: { readonly locationId: string; readonly fileName: string; readonly size: number },
): Promise<StartedUpload> {
  if (file.size > IMAGE_BYTES_MAX) throw refuse('image-too-large');
  if (file.size === 0) throw refuse('invalid-image');
  await tx
    .selectFrom('locations')
    .select('id')
    .where('id', '=', file.locationId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow(() => refuse('location-not-found'));
  await requireStorage(context, tx, file.size);
  const id = context.ids.token();
  await insertRow(tx, 'image_uploads', {
    id,
    location_id: file.locationId,
    file_name: file.fileName,
    size: file.size,
    created_by: uploaderOf(actor),
    created_at: context.clock.now(),
  });
  return { uploadId: id, received: 0 };
}

/**
 * Appends the next bytes. A part at the wrong offset is refused with the progress, so that the client can continue
 * there.
 */
export async function addPart(
  tx: Tx,
  actor: Actor,
  uploadId: string,
  offset: number,
  bytes: Buffer,
): Promise<StartedUpload> {
  const upload = await tx
    .selectFrom('image_uploads')
    .select(['size', 'received'])
    .where('id', '=', uploadId)
    .where('created_by', '=', uploaderOf(actor))
    .forUpdate()
    .executeTakeFirstOrThrow(() => refuse('file-not-found'));
  if (offset !== upload.received) throw refuse('conflict', undefined, { received: upload.received });
  const received = offset + bytes.length;
  if (bytes.length === 0 || received > upload.size)
    throw refuse('invalid-argument', say`Invalid part`, { field: 'part' });
  await tx.insertInto('image_upload_parts').values({ upload_id: uploadId, starts_at: offset, bytes }).execute();
  await tx.updateTable('image_uploads').set({ received }).where('id', '=', uploadId).execute();
  return { uploadId, received };
}

export interface Upload extends StartedUpload {
  readonly size: number;
  readonly locationId: string;
  readonly fileName: string;
}

/** An upload of the actor, with how much of it arrived. */
export async function readUpload(context: Context, actor: Actor, uploadId: string): Promise<Upload> {
  const upload = await context.db
    .selectFrom('image_uploads')
    .select(['size', 'received', 'location_id', 'file_name'])
    .where('id', '=', uploadId)
    .where('created_by', '=', uploaderOf(actor))
    .executeTakeFirstOrThrow(() => refuse('file-not-found'));
  const { location_id: locationId, file_name: fileName, ...progress } = upload;
  return { uploadId, locationId, fileName, ...progress };
}

/** A complete upload with its bytes; refused while parts are missing. */
export async function readWholeUpload(
  context: Context,
  actor: Actor,
  uploadId: string,
): Promise<Upload & { bytes: Buffer }> {
  const upload = await readUpload(context, actor, uploadId);
  if (upload.received < upload.size) {
    throw refuse('failed-precondition', say`The upload is not complete.`, { received: upload.received });
  }
  const parts = await context.db
    .selectFrom('image_upload_parts')
    .select('bytes')
    .where('upload_id', '=', uploadId)
    .orderBy('starts_at')
    .execute();
  return { ...upload, bytes: Buffer.concat(parts.map((part) => part.bytes)) };
}

/** Deletes an upload and its parts. */
export async function deleteUpload({ db }: Context, uploadId: string): Promise<void> {
  await db.deleteFrom('image_uploads').where('id', '=', uploadId).execute();
}

function uploaderOf(actor: Actor): string {
  const { actor_kind: kind, actor_id: id } = actorColumns(actor);
  return `${kind}:${id ?? ''}`;
}
