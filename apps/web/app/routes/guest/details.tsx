import { useNavigate, useRevalidator } from 'react-router';
import { say } from '@tiffin/domain/core';
import { DetailsPage } from '../../guest/account/details-page.tsx';
import { requireSignedIn } from '../../shared/session/guards.ts';
import { serverContext } from '../../shared/api/server-context.ts';
import { privateMeta } from '../../shared/site/seo.ts';
import { paths } from '../../paths.ts';
import type { Handle } from '../../shared/page/handle.ts';
import type { Route } from './+types/details';

export const handle: Handle = { worksOffline: true };

export async function loader(args: Route.LoaderArgs) {
  const me = await requireSignedIn(args);
  const { api } = args.context.get(serverContext);
  return { me, addresses: (await api('getMyAddresses')).addresses };
}

export const meta = privateMeta({
  title: say`Your details`,
  description: say`Your name, your phone number, your message settings and your data.`,
});

export default function Details({ loaderData: { me, addresses } }: Route.ComponentProps) {
  const revalidator = useRevalidator();
  const navigate = useNavigate();
  const reload = () => void revalidator.revalidate();
  return (
    <DetailsPage
      me={me}
      addresses={addresses ?? []}
      onChanged={reload}
      onDeleted={async () => {
        await navigate(paths.home(), { replace: true });
        reload();
      }}
    />
  );
}
