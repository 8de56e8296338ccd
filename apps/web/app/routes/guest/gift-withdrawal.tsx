import { useSearchParams } from 'react-router';
import { say } from '@tiffin/domain/core';
import { GiftWithdrawalPage } from '../../guest/gift-cards/gift-withdrawal-page.tsx';
import { privateMeta } from '../../shared/site/seo.ts';

export const meta = privateMeta({
  title: say`Withdraw from the purchase of a gift card`,
  description: say`Give back a gift card that you bought online.`,
});

export default function GiftWithdrawal() {
  const [search] = useSearchParams();
  return <GiftWithdrawalPage paymentId={search.get('number') ?? ''} />;
}
