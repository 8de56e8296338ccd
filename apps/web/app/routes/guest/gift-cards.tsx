import { useSearchParams } from 'react-router';
import { say } from '@tiffin/domain/core';
import { GiftCardsPage } from '../../guest/gift-cards/gift-cards-page.tsx';
import { accessTokenFormHeaders } from '../../shared/page/access-token-headers.ts';
import { pageMeta, rootDataOf } from '../../shared/site/seo.ts';
import { paths } from '../../paths.ts';
import type { Route } from './+types/gift-cards';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(rootDataOf(matches), {
    title: say`Gift cards`,
    description: say`A gift card that never expires, by mail or to print.`,
    path: paths.giftCards(),
  });

export const headers = accessTokenFormHeaders;

export default function GiftCards() {
  const [search] = useSearchParams();
  const [sessionId, token] = [search.get('session_id'), search.get('token')];
  return <GiftCardsPage payment={sessionId !== null && token !== null ? { sessionId, token } : null} />;
}
