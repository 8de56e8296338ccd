import { lazy, Suspense, useEffect, useRef, type MouseEvent } from 'react';
import { X } from 'lucide-react';
import { useLocation } from 'react-router';
import { say } from '@tiffin/domain/core';
import { isBackOffice } from '../../shared/session/roles.ts';
import { useSignOut } from '../../shared/session/sign-out.tsx';
import { offeredServices, useRootDataIfAny, type RootData } from '../../shared/site/site.ts';
import { paths } from '../../paths.ts';
import { Button, IconButton, LinkButton } from '../../ui/button.tsx';
import { Link } from '../../ui/link.tsx';
import { useMedia } from '../../ui/media.ts';
import { Brandmark } from './brandmark.tsx';
import { LanguageSwitch } from '../../shared/site/language-switch.tsx';
import styles from './frame.module.css';

const MAIN_LINKS = [
  { label: say`Home`, href: paths.home(), isHere: (path: string) => path === '/' || path === '/contact' },
  {
    label: say`Order Now`,
    href: paths.menuStart(),
    isHere: (path: string) => path.startsWith('/menu'),
    asksLocation: true,
  },
  {
    label: say`Make a reservation`,
    href: paths.reservations(),
    isHere: (path: string) => path.startsWith('/reservations'),
    needsSeats: true,
  },
];

/** The main links; without reservations where no location takes them. */
export function mainLinks(data: RootData | null) {
  return MAIN_LINKS.filter(({ needsSeats }) => !needsSeats || !data || offeredServices(data.locations).seats);
}

/** Loaded only for customers. */
const LoyaltyFigures = lazy(async () => ({ default: (await import('./loyalty-figures.tsx')).LoyaltyFigures }));

export const MOBILE_MENU_ID = 'site-menu';
/** From this width on, the links are in the bar. */
const WIDE = '(min-width: 768px)';

/** Opens the menu in browsers without command buttons; the others open it without scripts. */
export function openMobileMenu(): void {
  const menu = document.querySelector<HTMLDialogElement>(`#${MOBILE_MENU_ID}`);
  // A browser with command buttons opens it after this handler, and would log a warning if it were open.
  if (menu && !menu.open && !('commandForElement' in HTMLButtonElement.prototype)) menu.showModal();
}

/** The links of the site on narrow screens. Its key changes with every page, which closes it. */
export function MobileMenu({ onOrder }: { onOrder: (event: MouseEvent) => void }) {
  const ref = useRef<HTMLDialogElement>(null);
  const data = useRootDataIfAny();
  const me = data?.me ?? null;
  const signOut = useSignOut();
  const { pathname } = useLocation();

  const isWide = useMedia(WIDE);
  useEffect(() => {
    // The menu may have been opened, and the window widened, before this runs.
    if (isWide) ref.current?.close();
  }, [isWide]);

  const close = () => ref.current?.close();
  return (
    // The dialog closes on Escape natively; a click outside also closes it.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={ref}
      id={MOBILE_MENU_ID}
      aria-label={say`Site menu`}
      className={`no-padding no-border brand on-brand scroll-y ${styles.menu}`}
      onClick={(event) => event.target === event.currentTarget && close()}
    >
      <div className={`column gap-20 ${styles.inside}`}>
        <div className="row between">
          {data && <Brandmark site={data.site} />}
          <IconButton label={say`Close menu`} {...{ command: 'close', commandfor: MOBILE_MENU_ID }} onClick={close}>
            <X />
          </IconButton>
        </div>
        <nav aria-label={say`Site menu`} className={`grid ${styles.mobileNav}`}>
          {mainLinks(data).map(({ label, href, isHere, asksLocation }) => (
            <Link
              key={label}
              href={href}
              onClick={(event) => {
                close();
                if (asksLocation) onOrder(event);
              }}
              aria-current={isHere(pathname) ? 'page' : undefined}
            >
              {label}
            </Link>
          ))}
          {me && (
            <Link href={isBackOffice(me.role) ? paths.adminDashboard() : paths.dashboard()} onClick={close}>
              {isBackOffice(me.role) ? say`Admin Dashboard` : say`Past Orders / Reservations`}
            </Link>
          )}
        </nav>
        {me && !me.isAdmin && me.tablet === undefined && (
          <Suspense>
            <LoyaltyFigures me={me} />
          </Suspense>
        )}
        {me ? (
          <Button
            look="on-brand"
            block
            onClick={() => {
              close();
              signOut();
            }}
          >
            {say`Sign Out`}
          </Button>
        ) : (
          <>
            <LinkButton look="invite" block href={paths.login()} onClick={close}>
              {say`Order Online / Reserve Table`}
            </LinkButton>
            <LinkButton look="on-brand" block href={paths.login({ step: 'sign-in' })} onClick={close}>
              {say`Sign in`}
            </LinkButton>
          </>
        )}
        <LanguageSwitch className="on-brand" />
      </div>
    </dialog>
  );
}
