import { lazy, Suspense } from 'react';
import type { Me } from '../../shared/api/server-context.ts';

type AccountMenu = typeof import('./account-menu.tsx').AccountMenu;

let loaded: AccountMenu | null = null;

async function load(): Promise<{ default: AccountMenu }> {
  const { AccountMenu } = await import('./account-menu.tsx');
  loaded = AccountMenu;
  return { default: AccountMenu };
}

const LazyMenu = lazy(load);

/** The account menu, loaded only for people who are signed in. */
export function AccountCorner({ me }: { me: NonNullable<Me> }) {
  const Menu = loaded ?? LazyMenu;
  return (
    <Suspense>
      <Menu me={me} />
    </Suspense>
  );
}

/**
 * The menu that the server renders opens before any script runs. Its code is loaded before hydration, because without it
 * the next change of the page would make React render the menu again, and an open menu would close.
 */
export async function loadShownAccountMenu(): Promise<void> {
  if (document.querySelector('#account-menu')) await load();
}
