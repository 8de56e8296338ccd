import { CACHE_LIFETIMES } from '../../shared/api/lifetimes.ts';
import { homeMeta } from '../../guest/home/home-meta.ts';
import { HomePage } from '../../guest/home/home-page.tsx';
import type { Handle } from '../../shared/page/handle.ts';
import { useRevalidate } from '../../shared/live/revalidate.ts';
import { rootDataOf } from '../../shared/site/seo.ts';
import type { Route } from './+types/home';

export const handle: Handle = { sameForAll: true, keptOffline: true, brandTop: true };

export const meta: Route.MetaFunction = ({ matches }) => homeMeta(rootDataOf(matches));

export default function Home() {
  useRevalidate(CACHE_LIFETIMES.location);
  return <HomePage />;
}
