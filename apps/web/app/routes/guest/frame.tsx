import { useEffect } from 'react';
import { Outlet, useLocation, useNavigate } from 'react-router';
import { SiteFrame } from '../../guest/frame/site-frame.tsx';
import { onPageRestored } from '../../shared/page/on-restored.ts';
import { CART_PAYMENT_KEY, storedText } from '../../shared/offline/text-storage.ts';

export default function Frame() {
  useEmptyIfPaid();
  return (
    <SiteFrame>
      <Outlet />
    </SiteFrame>
  );
}

/** Runs on every page, for guests who left to pay and returned another way. */
function useEmptyIfPaid() {
  const { key } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    const removeIfPaid = () => {
      if (!storedText(CART_PAYMENT_KEY).read()?.includes('sessionId')) return;
      void import('../../shared/cart/cart-payment.ts')
        .then(({ removeCartIfPaid }) => removeCartIfPaid(navigate))
        // The next page tries again.
        .catch(() => {});
    };
    removeIfPaid();
    return onPageRestored(removeIfPaid);
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- runs again after each page change
  }, [key, navigate]);
}

// Caught here rather than at the root, which would lose the data that all pages share.
export { ErrorPage as ErrorBoundary } from '../../guest/frame/error-pages.tsx';
