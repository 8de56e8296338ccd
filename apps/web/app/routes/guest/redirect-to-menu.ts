import { redirect } from 'react-router';
import { paths } from '../../paths.ts';

/** The menu one sees when one has not said which. */
const FIRST_LOCATION = 'truro';

export function loader() {
  return redirect(paths.menu(FIRST_LOCATION));
}
