import { data } from 'react-router';
import { NotFoundPage } from '../../guest/frame/whole-page.tsx';
import { texts } from '../../guest/frame/texts.ts';
import { pageMeta, rootDataOf } from '../../shared/site/seo.ts';
import type { Route } from './+types/not-found';

export function loader() {
  return data(null, { status: 404 });
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(rootDataOf(matches), {
    title: texts.notFound.title,
    description: texts.notFound.text,
    path: '/',
    noindex: true,
  });

export default NotFoundPage;
