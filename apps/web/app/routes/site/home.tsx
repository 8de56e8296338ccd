import { CACHE_LIFETIMES } from '@tiffin/domain/limits';
import { homeMeta } from '../../features/home/home-meta.ts';
import { HomePage } from '../../features/home/home-page.tsx';
import type { Handle } from '../../lib/handle.ts';
import { useLookAgain } from '../../lib/look-again.ts';
import { rootDataOf } from '../../lib/seo.ts';
import type { Route } from './+types/home';

export const handle: Handle = { brandTop: true };

export const meta: Route.MetaFunction = ({ matches }) => homeMeta(rootDataOf(matches));

export default function Home() {
  useLookAgain(CACHE_LIFETIMES.location);
  return <HomePage />;
}
