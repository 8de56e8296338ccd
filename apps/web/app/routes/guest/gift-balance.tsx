import { useSearchParams } from 'react-router';
import { say } from '@tiffin/domain/core';
import { GiftBalancePage } from '../../guest/gift-cards/gift-balance-page.tsx';
import { accessTokenHeaders } from '../../shared/page/access-token-headers.ts';
import { privateMeta } from '../../shared/site/seo.ts';

export const meta = privateMeta({ title: say`Gift card balance`, description: say`What is on a gift card.` });

export const headers = accessTokenHeaders;

export default function GiftBalance() {
  const [search] = useSearchParams();
  return <GiftBalancePage token={search.get('token') ?? ''} />;
}
