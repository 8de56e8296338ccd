import { coloursSheet } from '../../shared/site/colours.ts';
import type { Route } from './+types/house-colours';

/** The colours stand in the address: another colour is another file, and each may be kept for ever. */
export function loader({ request }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  return new Response(coloursSheet(query.get('brand'), query.get('accent')), {
    headers: { 'content-type': 'text/css; charset=utf-8', 'cache-control': 'public, max-age=31536000, immutable' },
  });
}
