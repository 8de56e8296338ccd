import { readPictureUrl, type PictureFormat } from '@tiffin/domain/menu';
import type { Context } from '../../context.ts';
import type { ApiContext } from '../../platform/http/api-context.ts';
import { ReadQueue } from '../../platform/http/read-queue.ts';
import { holdUntilRead } from '../../platform/http/fair-share.ts';

const TYPES: Record<PictureFormat, string> = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg' };

/** Reading photos has no rate limit, so it uses few database connections at once, with a queue per address. */
const limiter = new ReadQueue(3, 400);

/** Serves a photo. Its address contains a hash of the content, so it can be cached forever. */
export async function servePicture(context: Context, c: ApiContext): Promise<Response> {
  const file = readPictureUrl(c.req.path);
  if (!file) return notFound();
  const etag = `"${file.id}-${file.width}-${file.format}"`;
  const headers = new Headers({
    'content-type': TYPES[file.format],
    'cache-control': 'public, max-age=31536000, immutable',
    etag,
    // Other sites, such as maps, may embed photos of dishes.
    'cross-origin-resource-policy': 'cross-origin',
  });
  if (c.req.header('if-none-match') === etag) return new Response(null, { status: 304, headers });
  const found = await limiter.inTurn(c.var.info.address ?? '', () =>
    context.db
      .selectFrom('image_files')
      .select('bytes')
      .where('image_id', '=', file.id)
      .where('width', '=', file.width)
      .where('format', '=', file.format)
      .executeTakeFirst(),
  );
  if (!found) return notFound();
  headers.set('content-length', String(found.bytes.length));
  if (c.req.method === 'HEAD') return new Response(null, { headers });
  holdUntilRead(c, found.bytes.length);
  return new Response(new Uint8Array(found.bytes), { headers });
}

function notFound(): Response {
  return new Response('Not found', {
    status: 404,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  });
}
