import { useSearchParams } from 'react-router';
import { isStaff } from '@tiffin/domain/people';
import { CancelledPage } from '../../guest/checkout/payment-cancelled-page.tsx';
import { texts } from '../../shared/payment/texts.ts';
import { actorOf } from '../../shared/session/back-office.tsx';
import { pageMeta, rootDataOf } from '../../shared/site/seo.ts';
import { useRootData } from '../../shared/site/site.ts';
import { paths } from '../../paths.ts';
import type { Route } from './+types/payment-cancel';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(rootDataOf(matches), {
    title: texts.cancelTitle,
    description: texts.cancelDescription,
    path: paths.paymentCancel(),
    noindex: true,
  });

export default function PaymentCancel() {
  const [query] = useSearchParams();
  const { me } = useRootData();
  return (
    <CancelledPage
      orderId={query.get('order_id')}
      locationId={query.get('location')}
      uid={me?.uid ?? null}
      isStaff={me !== null && isStaff(actorOf(me))}
    />
  );
}
