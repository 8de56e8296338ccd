import type { MouseEvent } from 'react';
import { useSubmit } from 'react-router';
import { paths } from '../../paths.ts';
import { useOnline } from '../offline/online.ts';
import { useRootData } from '../site/site.ts';

/**
 * The props of a link to the checkout of a cart. Where guests may order without an account, pressing it is that choice,
 * which the sign-in page would otherwise offer first.
 */
export function useCheckoutLink(locationId: string) {
  const { me, site } = useRootData();
  const online = useOnline();
  const submit = useSubmit();
  const href = paths.checkout({ location: locationId });
  return {
    href,
    onClick(event: MouseEvent) {
      // Offline, the stored page of an earlier visit opens.
      if (me || !site.guestCheckout || !online || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      void submit({ guest: 'yes' }, { method: 'post', action: paths.login({ from: href }) });
    },
  };
}
