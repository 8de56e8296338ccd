import { redirect } from 'react-router';
import { paths } from '../paths.ts';
import type { Route } from './+types/redirect';

/** Old and short addresses; what stood behind a question mark goes along to where one signs in. */
const NOW_AT: Readonly<Record<string, (search: string) => string>> = {
  '/signin': (search) => paths.login() + search,
  '/register': (search) => paths.signup() + search,
  '/admin': () => paths.adminDashboard(),
  '/admin/orders': () => paths.adminDashboard('orders'),
};

export function loader({ request }: Route.LoaderArgs) {
  const { pathname, search } = new URL(request.url);
  const where = NOW_AT[pathname.replace(/(?:\.data|\/)$/, '')];
  if (!where) throw new Response(null, { status: 404 });
  return redirect(where(search));
}
