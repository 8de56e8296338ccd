import { data } from 'react-router';
import { say } from '@tiffin/domain/core';
import { UnsubscribePage } from '../../guest/unsubscribe/unsubscribe-page.tsx';
import { ApiError } from '../../shared/api/api-error.ts';
import { privateMeta } from '../../shared/site/seo.ts';
import { serverContext } from '../../shared/api/server-context.ts';
import { accessTokenFormHeaders } from '../../shared/page/key-in-address.ts';
import type { Route } from './+types/unsubscribe';

function tokenOf(request: Request): string {
  return new URL(request.url).searchParams.get('token') ?? '';
}

export async function loader({ context, request }: Route.LoaderArgs) {
  const token = tokenOf(request);
  if (token === '') return data({ subscription: null }, { status: 404 });
  try {
    const { email, subscribed } = await context.get(serverContext).api('getMailSubscription', { query: { token } });
    return data({ subscription: { email, subscribed } });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    return data({ subscription: null }, { status: error.status });
  }
}

/** Serves the page's button and the one-click button of mail programs (RFC 8058), which sends a bare POST. */
export async function action({ context, request }: Route.ActionArgs) {
  try {
    await context.get(serverContext).api('unsubscribe', { body: { token: tokenOf(request) } });
    return data({ failed: false });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return data({ failed: true }, { status: error.status || 503 });
  }
}

export const meta = privateMeta({ title: say`Unsubscribe`, description: say`No more offers by mail.` });

export const headers = accessTokenFormHeaders;

export default function Unsubscribe({ loaderData, actionData }: Route.ComponentProps) {
  return <UnsubscribePage subscription={loaderData.subscription} failed={actionData?.failed ?? false} />;
}
