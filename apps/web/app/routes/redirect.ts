import { redirect } from 'react-router';
import { OLD_ADDRESSES } from '../old-addresses.ts';
import type { Route } from './+types/redirect';

export function loader({ request }: Route.LoaderArgs) {
  const { pathname, search } = new URL(request.url);
  const where = OLD_ADDRESSES[pathname.replaceAll(/^\/|(?:\.data|\/)$/g, '')];
  if (!where) throw new Response(null, { status: 404 });
  return redirect(where(search));
}
