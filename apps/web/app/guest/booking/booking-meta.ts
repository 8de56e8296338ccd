import type { MetaDescriptor } from 'react-router';
import { pageMeta } from '../../shared/site/seo.ts';
import type { RootData } from '../../shared/site/site.ts';
import { paths } from '../../paths.ts';
import { texts } from './texts.ts';

export function bookingMeta(root: RootData | undefined): MetaDescriptor[] {
  const places = (root?.locations ?? []).map((location) => location.name).join(' and ');
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
