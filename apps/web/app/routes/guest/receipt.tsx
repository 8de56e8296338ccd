import { data } from 'react-router';
import { say } from '@tiffin/domain/core';
import { ReceiptPage } from '../../guest/receipt/receipt-page.tsx';
import { ApiError } from '../../shared/api/api-error.ts';
import { privateMeta } from '../../shared/site/seo.ts';
import { serverContext } from '../../shared/api/server-context.ts';
import { useMe } from '../../shared/site/site.ts';
import { paths } from '../../paths.ts';
import { accessTokenHeaders } from '../../shared/page/access-token-headers.ts';
import type { Route } from './+types/receipt';

/** The order's access token opens the receipt. A wrong token gets the same 404 as an unknown number. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { api } = context.get(serverContext);
  const token = new URL(request.url).searchParams.get('token') ?? '';
  try {
    return await api('getOrderReceipt', { query: { orderId: params.orderId, token } });
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.status === 400)) throw data(null, { status: 404 });
    throw error;
  }
}

export const meta: Route.MetaFunction = (args) =>
  privateMeta({ title: say`Receipt ${args.params.orderId}`, description: say`Your receipt.` })(args);

export const headers = accessTokenHeaders;

export default function Receipt({ loaderData }: Route.ComponentProps) {
  const me = useMe();
  const { orderId, metadata } = loaderData.order;
  const { orderToken } = metadata;
  return <ReceiptPage receipt={loaderData} backTo={me ? paths.dashboard() : paths.order(orderId, orderToken)} />;
}
