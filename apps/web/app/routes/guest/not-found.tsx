import { data } from 'react-router';
import { say } from '@tiffin/domain/core';
import { NOT_FOUND_TEXT, NotFoundPage } from '../../guest/frame/error-pages.tsx';
import { privateMeta } from '../../shared/site/seo.ts';

export function loader() {
  return data(null, { status: 404 });
}

export const meta = privateMeta({ title: say`This page isn’t on the menu`, description: NOT_FOUND_TEXT });

export default NotFoundPage;
