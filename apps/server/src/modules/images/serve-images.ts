import { type PictureFile, readPictureUrl } from '@tiffin/domain/menu';
import type { Context } from '../../context.ts';
import { PICTURE_TYPES, pictureFileName } from './picture-files.ts';
import type { ApiContext } from '../../platform/http/api-context.ts';
import { FairLimiter } from '../../platform/concurrency/fair-limiter.ts';
import { holdUntilRead } from '../../platform/http/byte-budget.ts';

/** Reading photos has no rate limit, so it uses few database connections at once, with a queue per address. */
const limiter = new FairLimiter(3, { maxWaiting: 400, restsBetween: true });
/** A bucket that does not answer must not delay pictures of the database. */
const storeLimiter = new FairLimiter(16, { maxWaiting: 400, restsBetween: true });

/** Serves a photo. Its address contains a hash of the content, so it can be cached forever. */
export async function servePicture(context: Context, c: ApiContext): Promise<Response> {
  const file = readPictureUrl(c.req.path);
  if (!file) return notFound();
  const etag = `"${file.id}-${file.width}-${file.format}"`;
  const headers = new Headers({
    'content-type': PICTURE_TYPES[file.format],
    'cache-control': 'public, max-age=31536000, immutable',
    etag,
    // Other sites, such as maps, may embed photos of dishes.
    'cross-origin-resource-policy': 'cross-origin',
  });
  if (c.req.header('if-none-match') === etag) return new Response(null, { status: 304, headers });
  const address = c.var.info.address ?? '';
  const row = await limiter.run(
    () =>
      context.db
        .selectFrom('image_files')
        .select('bytes')
        .where('image_id', '=', file.id)
        .where('width', '=', file.width)
        .where('format', '=', file.format)
        .executeTakeFirst(),
    address,
  );
  if (!row) return notFound();
  const bytes = row.bytes ?? (await storeLimiter.run(() => readFromStore(context, file), address));
  if (bytes === null) return unavailable();
  headers.set('content-length', String(bytes.length));
  if (c.req.method === 'HEAD') return new Response(null, { headers });
  holdUntilRead(c, bytes.length);
  return new Response(new Uint8Array(bytes), { headers });
}

/** Null when the file cannot be read; the log says why. */
async function readFromStore({ pictureStore, log }: Context, file: PictureFile): Promise<Buffer | null> {
  const name = pictureFileName(file);
  try {
    const bytes = (await pictureStore?.read(name)) ?? null;
    if (bytes === null)
      log.error({ file: name, place: pictureStore?.place ?? 'none' }, 'a picture is not in its bucket');
    return bytes;
  } catch (error) {
    log.error({ err: error }, 'a picture cannot be read from its bucket');
    return null;
  }
}

function unavailable(): Response {
  return new Response('The picture is not available at the moment', {
    status: 503,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', 'retry-after': '10' },
  });
}

function notFound(): Response {
  return new Response('Not found', {
    status: 404,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  });
}
