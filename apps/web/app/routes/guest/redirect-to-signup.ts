import { redirect } from 'react-router';
import { paths } from '../../paths.ts';
import type { Route } from './+types/redirect-to-signup';

export function loader({ request }: Route.LoaderArgs) {
  return redirect(paths.signup() + new URL(request.url).search);
}
