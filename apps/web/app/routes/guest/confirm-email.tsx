import { say } from '@tiffin/domain/core';
import { confirmEmail } from '../../guest/sign-in/confirm-email-action.server.ts';
import { ConfirmEmail } from '../../guest/sign-in/confirm-email.tsx';
import { submitInTime } from '../../guest/sign-in/submit-in-time.ts';
import { serverContext } from '../../shared/api/server-context.ts';
import { safeRedirect } from '../../shared/session/guards.ts';
import { accessTokenFormHeaders } from '../../shared/page/key-in-address.ts';
import { privateMeta } from '../../shared/site/seo.ts';
import { paths } from '../../paths.ts';
import type { Route } from './+types/confirm-email';

/** The link in the mail leads here. Opening it changes nothing, because mail scanners open it too. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const me = await context.get(serverContext).me();
  const { pathname, search, searchParams } = new URL(request.url);
  return {
    account: me && me.tablet === undefined ? { email: me.email, isConfirmed: me.emailVerified } : null,
    code: /^\d{6}$/.exec(searchParams.get('code') ?? '')?.[0] ?? '',
    isOldLink: searchParams.has('old'),
    next: safeRedirect(searchParams.get('next'), paths.dashboard()),
    here: pathname.replace(/\.data$/, '') + search,
  };
}

export const action = (args: Route.ActionArgs) => confirmEmail(args);

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => submitInTime(serverAction);

export const meta = privateMeta({
  title: say`Confirm your email address`,
  description: say`Confirm that the email address of your account is yours.`,
});

export const headers = accessTokenFormHeaders;

export default function ConfirmEmailPage({ loaderData, actionData }: Route.ComponentProps) {
  return <ConfirmEmail {...loaderData} answer={actionData} />;
}
