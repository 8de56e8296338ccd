import { Form, redirect } from 'react-router';
import { say } from '@tiffin/domain/core';
import { signOut } from '../../guest/sign-in/auth-actions.server.ts';
import { privateMeta } from '../../shared/site/seo.ts';
import { serverContext } from '../../shared/api/server-context.ts';
import { paths } from '../../paths.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import type { Route } from './+types/sign-out';

/** The sign-out dialog as a page, for browsers without scripts. */
export async function loader({ context }: Route.LoaderArgs) {
  return (await context.get(serverContext).me()) ? null : redirect(paths.home());
}

export const action = (args: Route.ActionArgs) => signOut(args);

export const meta = privateMeta({ title: say`Logout`, description: say`Are you sure you want to logout?` });

export default function SignOut() {
  return (
    <EmptyState level={1} title={say`Are you sure you want to logout?`} text={say`Your cart stays on this device.`}>
      <Form method="post">
        <Button type="submit">{say`Logout`}</Button>
      </Form>
      <LinkButton look="quiet" href={paths.home()}>
        {say`Stay signed in`}
      </LinkButton>
    </EmptyState>
  );
}
