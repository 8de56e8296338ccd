import { useEffect } from 'react';
import { useNavigate, useRevalidator } from 'react-router';
import { say } from '@tiffin/domain/core';
import { isLockedLocally } from '../../office/tablet/use-lock.ts';
import { LockScreen } from '../../office/tablet/lock-screen.tsx';
import { paths } from '../../paths.ts';
import { serverContext } from '../../shared/api/server-context.ts';
import type { Handle } from '../../shared/page/handle.ts';
import { privateMeta } from '../../shared/site/seo.ts';
import { LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import type { Route } from './+types/tablet';

export async function loader({ context }: Route.LoaderArgs) {
  const { api, me } = context.get(serverContext);
  const [person, { tablet }] = await Promise.all([me(), api('getTablet')]);
  return { tablet, isOpen: person?.tablet !== undefined && tablet !== null };
}

export const handle: Handle = { surface: 'staff' };

export const meta = privateMeta({ title: say`Who is it?`, description: say`The shared tablet is locked.` });

export default function Tablet({ loaderData }: Route.ComponentProps) {
  const { tablet } = loaderData;
  const navigate = useNavigate();
  const revalidator = useRevalidator();
  // An unlocked tablet continues to the orders.
  useEffect(() => {
    if (loaderData.isOpen && !isLockedLocally()) void navigate(paths.adminDashboard('orders'), { replace: true });
  }, [loaderData, navigate]);
  if (!tablet) {
    return (
      <EmptyState
        level={1}
        title={say`This device is not a shared tablet`}
        text={say`A manager signs in here, opens Sign-in and devices, and makes it a shared tablet.`}
      >
        <LinkButton href={paths.login()}>{say`Sign in`}</LinkButton>
      </EmptyState>
    );
  }
  return <LockScreen initialTablet={tablet} onChanged={() => void revalidator.revalidate()} />;
}

// Caught here rather than at the root, which would lose the data that all pages share.
export { ErrorPage as ErrorBoundary } from '../../guest/frame/error-pages.tsx';
