import { Form, redirect } from 'react-router';
import { signOut } from '../../guest/sign-in/auth-actions.server.ts';
import { texts } from '../../guest/sign-in/texts.ts';
import { privateMeta } from '../../shared/site/seo.ts';
import { signOutTexts } from '../../shared/session/sign-out-texts.ts';
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

export const meta = privateMeta({ title: texts.signOut.title, description: signOutTexts.question });

export default function SignOut() {
  return (
    <EmptyState level={1} title={signOutTexts.question} text={texts.signOut.lead}>
      <Form method="post">
        <Button type="submit">{texts.signOut.confirm}</Button>
      </Form>
      <LinkButton look="quiet" href={paths.home()}>
        {texts.signOut.stay}
      </LinkButton>
    </EmptyState>
  );
}
