import { useMemo, useState } from 'react';
import { data, useSearchParams } from 'react-router';
import { say } from '@tiffin/domain/core';
import { OrderPage } from '../../guest/order/order-page.tsx';
import { readShownOrder } from '../../guest/order/shown-order.ts';
import { useOfflineCopy } from '../../guest/order/use-offline-copy.ts';
import { useOrder } from '../../guest/order/use-order.ts';
import { claimGuestOrder } from '../../guest/sign-in/auth-actions.server.ts';
import { ClaimOrder } from '../../guest/sign-in/keep-order.tsx';
import { ApiError } from '../../shared/api/api-error.ts';
import type { Handle } from '../../shared/page/handle.ts';
import { serverContext } from '../../shared/api/server-context.ts';
import { lastPersonOfDevice } from '../../shared/session/person.ts';
import { privateMeta } from '../../shared/site/seo.ts';
import { useRootData } from '../../shared/site/site.ts';
import { paths } from '../../paths.ts';
import { accessTokenHeaders } from '../../shared/page/access-token-headers.ts';
import type { Route } from './+types/order';

export const handle: Handle = { worksOffline: true, showsItsAge: true };

/**
 * The access token in the address or the customer's account opens the order. A wrong token gets the same 404 as an
 * unknown order number.
 */
export async function loader({ context, params: { orderId }, request }: Route.LoaderArgs) {
  const { api, now } = context.get(serverContext);
  const token = new URL(request.url).searchParams.get('token') ?? '';
  try {
    const { order } = await api('getCustomerOrderDetails', { query: { orderId, token } });
    return { order, asOf: now.toISOString() };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status < 400 || error.status >= 500) throw error;
    return data({ order: null, asOf: now.toISOString() }, { status: error.status === 429 ? 429 : 404 });
  }
}

export const action = (args: Route.ActionArgs) => claimGuestOrder(args, args.params.orderId);

export const meta = privateMeta({
  title: say`Your order`,
  description: say`Where your order is now, and what happens next.`,
});

export const headers = accessTokenHeaders;

export default function GuestsOrder({ loaderData, actionData, params: { orderId } }: Route.ComponentProps) {
  const [query] = useSearchParams();
  const { me, publicUrl, isSessionLoaded } = useRootData();
  const [uid] = useState(() => (isSessionLoaded ? (me?.uid ?? null) : lastPersonOfDevice()));
  const token = query.get('token') ?? '';
  const address = paths.order(orderId, token);
  const loaded = loaderData.order;
  const stored = useMemo(() => readShownOrder({ address, orderId, sessionId: null, uid }), [address, orderId, uid]);
  // The page may come from the service worker, and live events may have changed the order after it was cached.
  const isNewer = loaded !== null && stored !== null && stored.order.version > loaded.version;
  const handed = isNewer ? stored.order : loaded;
  const { page, reload } = useOrder({ orderId, sessionId: null, token, loaded, handed }, () => undefined);
  const shown = page.state === 'confirmed' ? page.order : null;
  const outdatedSince = useOfflineCopy({ address, uid, shown, stored, loaded });
  const link = publicUrl + address;
  return (
    <OrderPage pageState={page} asOf={loaderData.asOf} onTryAgain={reload} token={token} outdatedSince={outdatedSince}>
      {page.state === 'confirmed' && (
        <ClaimOrder order={page.order} me={me} link={link} failure={actionData?.failure} />
      )}
    </OrderPage>
  );
}
