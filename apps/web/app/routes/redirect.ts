import { splitLanguagePath } from '@tiffin/domain/core';
import { redirect } from 'react-router';
import { OLD_ADDRESSES } from '../old-addresses.ts';
import type { Route } from './+types/redirect';

/** Addresses of earlier versions of the site lead to their present pages. */
export function loader({ request }: Route.LoaderArgs) {
  const { pathname, search } = new URL(request.url);
  const { path } = splitLanguagePath(pathname);
  const where = OLD_ADDRESSES[path.replaceAll(/^\/|(?:\.data|\/)$/g, '')];
  if (!where) throw new Response(null, { status: 404 });
  return redirect(where(search));
}
