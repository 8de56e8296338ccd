import type { MetaDescriptor } from 'react-router';
import { pageMeta } from '../../shared/site/seo.ts';
import type { RootData } from '../../shared/site/site.ts';
import { paths } from '../../paths.ts';
import { texts } from './texts.ts';
import { listed } from '../../ui/format.ts';

export function bookingMeta(root: RootData | undefined): MetaDescriptor[] {
  const places = listed((root?.locations ?? []).map((location) => location.name));
  return pageMeta(root, {
    title: texts.title,
    description: texts.description(places),
    path: paths.reservations(),
    breadcrumbs: [{ name: texts.breadcrumb, path: paths.reservations() }],
  });
}

/** A page for one guest alone. */
export function reservationMeta(root: RootData | undefined, reservationId: string): MetaDescriptor[] {
  return pageMeta(root, {
    title: `${texts.id} ${reservationId}`,
    description: texts.keepLink,
    path: paths.reservation(reservationId),
    noindex: true,
  });
}
