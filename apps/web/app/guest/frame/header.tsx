import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { Menu } from 'lucide-react';
import { useLocation, useMatches } from 'react-router';
import { CARTS_STORAGE_KEY, ORDERED, stored, storedInTab } from '../../shared/offline/stored.ts';
import { hasBrandTop, isWide } from '../../shared/page/handle.ts';
import { useRootDataIfAny } from '../../shared/site/site.ts';
import { paths } from '../../paths.ts';
import { IconButton, LinkButton } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Link } from '../../ui/link.tsx';
import { Brandmark } from './brandmark.tsx';
import { LanguageSwitch } from './language-switch.tsx';
import { MobileMenu, openMobileMenu, mainLinks } from './mobile-menu.tsx';
import { texts } from './texts.ts';
import styles from './frame.module.css';

/** Comes for who has chosen a dish, or ordered in this tab. */
const HeaderCart = lazy(async () => ({ default: (await import('./header-cart.tsx')).HeaderCart }));
const carts = stored(CARTS_STORAGE_KEY);
const ordered = storedInTab(ORDERED);

/** Its button and its menu are the browser's own: they work before this has come. */
const AccountMenu = lazy(async () => ({ default: (await import('./account-menu.tsx')).AccountMenu }));

export function Header() {
  const data = useRootDataIfAny();
  const me = data?.me ?? null;
  const { key, pathname } = useLocation();
  const matches = useMatches();
  // A house without a place opens soon, on a pale ground.
  const overBrand = hasBrandTop(matches) && data?.locations.length !== 0;
  const scrolled = useScrolledPast(10);
  const hasCart = useSyncExternalStore(
    carts.subscribe,
    () => (carts.read() ?? ordered.read()) !== null,
    () => false,
  );
  return (
    <header
      data-top-bar
      className={classNames(
        'not-on-paper fixed',
        styles.bar,
        scrolled && styles.scrolled,
        overBrand && !scrolled && styles.onBrand,
      )}
    >
      <a href="#main" className={`absolute round-sm surface ink weight-600 ${styles.skip}`}>
        {texts.skip}
      </a>
      <div className={classNames('wrap', styles.row, isWide(matches) && styles.wide)}>
        {data && <Brandmark site={data.site} className="push-left" />}
        <nav aria-label={texts.mainNav} className={`flex gap-2 ${styles.broad} ${styles.nav}`}>
          {mainLinks.map(({ label, href, isHere }) => (
            <Link key={label} href={href} {...(isHere(pathname) && { 'aria-current': 'page' })}>
              {label}
            </Link>
          ))}
        </nav>
        <LanguageSwitch className={`text-sm weight-600 no-underline ${styles.broad}`} />
        <Suspense>{hasCart && <HeaderCart />}</Suspense>
        {me ? (
          <Suspense>
            <AccountMenu key={key} me={me} />
          </Suspense>
        ) : (
          <>
            <LinkButton
              href={paths.login()}
              size="sm"
              look={overBrand && !scrolled ? 'invite' : 'solid'}
              className={styles.broad}
            >
              {texts.signedOutButton}
            </LinkButton>
            <Link
              href={paths.login()}
              className={`row touch-height text-sm weight-600 no-underline nowrap ${styles.signIn}`}
            >
              {texts.signIn}
            </Link>
          </>
        )}
        <IconButton
          label={texts.openMenu}
          className={styles.burger}
          {...{ command: 'show-modal', commandfor: 'site-menu' }}
          onClick={openMobileMenu}
        >
          <Menu aria-hidden="true" />
        </IconButton>
      </div>
      <MobileMenu key={key} />
    </header>
  );
}

function useScrolledPast(pixels: number): boolean {
  const [past, setPast] = useState(false);
  useEffect(() => {
    const look = () => setPast(window.scrollY > pixels);
    look();
    addEventListener('scroll', look, { passive: true });
    return () => removeEventListener('scroll', look);
  }, [pixels]);
  return past;
}
