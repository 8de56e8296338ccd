import { say } from '@tiffin/domain/core';
import { acceptInvitation } from '../../guest/sign-in/join-action.server.ts';
import { Join } from '../../guest/sign-in/join.tsx';
import { submitInTime } from '../../guest/sign-in/submit-in-time.ts';
import { ApiError } from '../../shared/api/api-error.ts';
import { serverContext } from '../../shared/api/server-context.ts';
import { accessTokenFormHeaders } from '../../shared/page/key-in-address.ts';
import { privateMeta } from '../../shared/site/seo.ts';
import type { Route } from './+types/join';

/** The link in an invitation leads here. Opening it changes nothing. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { pathname, search, searchParams } = new URL(request.url);
  const token = searchParams.get('token') ?? '';
  const here = pathname.replace(/\.data$/, '') + search;
  if (token === '') return { invitation: null, token, here };
  try {
    const invitation = await context.get(serverContext).api('getInvitation', { query: { token } });
    return { invitation, token, here };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    return { invitation: null, token, here };
  }
}

export const action = (args: Route.ActionArgs) => acceptInvitation(args);

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => submitInTime(serverAction);

export const meta = privateMeta({ title: say`Join the team`, description: say`Accept an invitation to the team.` });

export const headers = accessTokenFormHeaders;

export default function JoinPage({ loaderData, actionData }: Route.ComponentProps) {
  return <Join {...loaderData} answer={actionData} />;
}
