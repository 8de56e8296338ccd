import { type ReactNode, Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { useMatches, useNavigation, useLocation } from 'react-router';
import { phoneText } from '@tiffin/domain/people';
import { taxName } from '@tiffin/domain/pricing';
import { Menu } from 'lucide-react';
import { say } from '@tiffin/domain/core';
import { addressLine } from '@tiffin/domain/locations';
import { hasSetting } from '../../shared/page/handle.ts';
import { SignOutProvider } from '../../shared/session/sign-out.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Spinner } from '../../ui/spinner.tsx';
import styles from './frame.module.css';
import { phoneHref } from '../../ui/locale.ts';
import { HoursList, servicesText } from '../../shared/site/hours-text.tsx';
import { useAskLocation } from '../../shared/cart/ask-location.tsx';
import { useRootDataIfAny } from '../../shared/site/site.ts';
import { paths } from '../../paths.ts';
import { Link } from '../../ui/link.tsx';
import { LanguageSwitch } from '../../shared/site/language-switch.tsx';
import { latePart } from '../../shared/offline/late-part.ts';
import { CARTS_STORAGE_KEY, GUEST_ORDERS_KEY, storedText } from '../../shared/offline/text-storage.ts';
import { IconButton, LinkButton } from '../../ui/button.tsx';
import { AccountCorner } from './account-corner.tsx';
import { Brandmark } from './brandmark.tsx';
import { MobileMenu, MOBILE_MENU_ID, openMobileMenu, mainLinks } from './mobile-menu.tsx';

const taxNumberText = (tax: string, number: string) =>
  tax === '' ? say`Tax No. ${number}` : say`${tax} No. ${number}`;

const FOOTER_LINK = 'inline-row touch-width touch-height no-underline break-anywhere';
const QUICK_ACCESS = [
  [say`Menu`, paths.menuStart()],
  [say`Reservations`, paths.reservations()],
  [say`Gift cards`, paths.giftCards()],
] as const;

/** Pages that require sign-in. */
const GUARDED = /^\/(checkout|dashboard|admin)(\/|$)/;

/** A progress bar for navigations that take longer than a moment. */
export function RouteProgress() {
  const navigation = useNavigation();
  const waiting = navigation.state === 'loading';
  const guarded = waiting && GUARDED.test(navigation.location.pathname);
  return (
    <div role="status" className={`fixed grid items-center ${styles.progress}`}>
      {guarded && (
        <span className={`row gap-10 above-10 pill on-brand text-sm weight-600 ${styles.words}`}>
          <Spinner />
          {say`Checking authentication...`}
        </span>
      )}
      {waiting && !guarded && (
        <span className={`full-width ${styles.line}`}>
          <span className="sr-only">{say`Loading…`}</span>
        </span>
      )}
    </div>
  );
}

/** The header and footer of every guest page. */
export function SiteFrame({ children }: { children: ReactNode }) {
  const overBrand = hasSetting(useMatches(), 'brandTop');
  return (
    <SignOutProvider>
      <div className="column screen-height">
        <Header />
        <RouteProgress />
        <main id="main" tabIndex={-1} className={classNames('grow', styles.main, !overBrand && styles.belowBar)}>
          {children}
        </main>
        <Footer />
      </div>
    </SignOutProvider>
  );
}

function Footer() {
  const data = useRootDataIfAny();
  const isShort = hasSetting(useMatches(), 'shortFooter');
  if (!data) return null;
  const { site, locations, year } = data;
  return (
    <footer className={`not-on-paper brand on-brand-soft text-sm ${styles.foot} ${isShort ? styles.short : ''}`}>
      <div className="wrap">
        {!isShort && (
          <div className={`grid ${styles.grid}`}>
            {locations.map((location) => (
              <section key={location.id} className="all-columns">
                <h2>{location.name}</h2>
                <p>{addressLine(location)}</p>
                <p>{servicesText(location.services)}</p>
                {location.hours && <HoursList hours={location.hours} className="above-10" />}
              </section>
            ))}
            <nav aria-labelledby="footer-quick-access">
              <h2 id="footer-quick-access">{say`Quick Access`}</h2>
              <ul>
                {QUICK_ACCESS.map(([label, href]) => (
                  <li key={href}>
                    <Link className={FOOTER_LINK} href={href}>
                      {label}
                    </Link>
                  </li>
                ))}
              </ul>
            </nav>
            <section>
              <h2>{say`Contact`}</h2>
              <ul>
                {site.phone && (
                  <li>
                    <a className={FOOTER_LINK} href={phoneHref(site.phone)}>
                      {phoneText(site.phone)}
                    </a>
                  </li>
                )}
                {site.email && (
                  <li>
                    <a className={FOOTER_LINK} href={`mailto:${site.email}`}>
                      {site.email}
                    </a>
                  </li>
                )}
              </ul>
            </section>
          </div>
        )}
        <div className={classNames('row flex-wrap between', styles.base)}>
          <span>
            {`© ${year} ${site.name}`}
            {site.hstNumber && (
              <small className="block text-xs">
                {taxNumberText(taxName(locations[0]?.taxLabel ?? ''), site.hstNumber)}
              </small>
            )}
          </span>
          <span>
            <LanguageSwitch />
            <Link className="inline-row justify-center touch-width touch-height" href={paths.privacy()}>
              {say`Privacy`}
            </Link>
            <Link className="inline-row justify-center touch-width touch-height" href={paths.terms()}>
              {say`Terms`}
            </Link>
            <Link className="inline-row justify-center touch-width touch-height" href={paths.accessibility()}>
              {say`Accessibility`}
            </Link>
          </span>
        </div>
      </div>
    </footer>
  );
}

const SCROLL_THRESHOLD = 10;
/** Loaded only for customers, and for guests with a cart or an order on this device. */
const HeaderCart = latePart(async () => (await import('./header-cart.tsx')).HeaderCart);
const carts = storedText(CARTS_STORAGE_KEY);
const guestOrders = storedText(GUEST_ORDERS_KEY);

function Header() {
  const data = useRootDataIfAny();
  const me = data?.me ?? null;
  const { key, pathname } = useLocation();
  const { askLocation, question } = useAskLocation();
  const matches = useMatches();
  // A restaurant without locations shows “Opening soon” on a light background.
  const overBrand = hasSetting(matches, 'brandTop') && data?.locations.length !== 0;
  const scrolled = useIsScrolled();
  const hasCartOrOrder = useSyncExternalStore(
    carts.subscribe,
    () => (carts.read() ?? guestOrders.read()) !== null,
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
        {say`Skip to content`}
      </a>
      <div className={classNames('wrap', styles.row, hasSetting(matches, 'wide') && styles.wide)}>
        {data && <Brandmark site={data.site} className="push-left" />}
        <nav aria-label={say`Main`} className={`flex gap-2 ${styles.broad} ${styles.nav}`}>
          {mainLinks(data).map(({ label, href, isHere, asksLocation }) => (
            <Link
              key={label}
              href={href}
              onClick={asksLocation ? askLocation : undefined}
              aria-current={isHere(pathname) ? 'page' : undefined}
            >
              {label}
            </Link>
          ))}
        </nav>
        <LanguageSwitch className={`text-sm weight-600 no-underline ${styles.language}`} />
        <Suspense>{(hasCartOrOrder || me) && <HeaderCart />}</Suspense>
        {me ? (
          <AccountCorner key={key} me={me} />
        ) : (
          <>
            <Link
              href={paths.login({ step: 'sign-in' })}
              className={`row touch-height text-sm weight-600 no-underline nowrap ${styles.signIn}`}
            >
              {say`Sign in`}
            </Link>
            <LinkButton
              href={paths.login()}
              size="sm"
              look={overBrand && !scrolled ? 'invite' : 'solid'}
              className={styles.broad}
            >
              {say`Order / Reserve`}
            </LinkButton>
          </>
        )}
        <IconButton
          label={say`Open menu`}
          className={styles.burger}
          {...{ command: 'show-modal', commandfor: MOBILE_MENU_ID }}
          onClick={openMobileMenu}
        >
          <Menu />
        </IconButton>
      </div>
      <MobileMenu key={key} onOrder={askLocation} />
      {question}
    </header>
  );
}

function useIsScrolled(): boolean {
  const [isScrolled, setScrolled] = useState(false);
  useEffect(() => {
    const onScroll = () => setScrolled(window.scrollY > SCROLL_THRESHOLD);
    onScroll();
    addEventListener('scroll', onScroll, { passive: true });
    return () => removeEventListener('scroll', onScroll);
  }, []);
  return isScrolled;
}
