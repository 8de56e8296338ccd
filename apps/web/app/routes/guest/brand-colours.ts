import { coloursSheet } from '../../shared/site/colours.ts';
import type { Route } from './+types/brand-colours';

/** The address contains the colours: other colours have another address, so each file can be cached forever. */
export function loader({ request }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  return new Response(coloursSheet(query.get('brand'), query.get('accent')), {
    headers: { 'content-type': 'text/css; charset=utf-8', 'cache-control': 'public, max-age=31536000, immutable' },
  });
}
