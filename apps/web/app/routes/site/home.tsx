import { homeMeta } from '../../features/home/home-meta.ts';
import { HomePage } from '../../features/home/home-page.tsx';
import type { Handle } from '../../lib/handle.ts';
import { rootDataOf } from '../../lib/seo.ts';
import type { Route } from './+types/home';

export const handle: Handle = { brandTop: true };

export const meta: Route.MetaFunction = ({ matches }) => homeMeta(rootDataOf(matches));

export default HomePage;
