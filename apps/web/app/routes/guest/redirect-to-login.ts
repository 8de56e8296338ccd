import { redirect } from 'react-router';
import { paths } from '../../paths.ts';
import type { Route } from './+types/redirect-to-login';

export function loader({ request }: Route.LoaderArgs) {
  return redirect(paths.login() + new URL(request.url).search);
}
