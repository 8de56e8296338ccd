import { useNavigate, useRevalidator } from 'react-router';
import { DetailsPage } from '../../guest/account/details-page.tsx';
import { texts } from '../../guest/account/texts.ts';
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

export const meta = privateMeta({ title: texts.details, description: texts.detailsDescription });

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
