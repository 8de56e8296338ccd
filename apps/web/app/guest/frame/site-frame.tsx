import type { ReactNode } from 'react';
import { useMatches, useNavigation } from 'react-router';
import { hasBrandTop } from '../../shared/page/handle.ts';
import { SignOutProvider } from '../../shared/session/sign-out.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { texts } from './texts.ts';
import styles from './frame.module.css';

/** Pages that first ask who you are. */
const GUARDED = /^\/(checkout|dashboard|admin)(\/|$)/;

/** Shown while the next page is on its way, once it takes longer than a blink. */
export function RouteProgress() {
  const navigation = useNavigation();
  const waiting = navigation.state === 'loading';
  const guarded = waiting && GUARDED.test(navigation.location.pathname);
  return (
    <div role="status" className={`fixed grid items-center ${styles.progress}`}>
      {guarded && (
        <span className={`row gap-10 above-10 pill on-brand text-sm weight-600 ${styles.words}`}>
          <Spinner />
          {texts.checking}
        </span>
      )}
      {waiting && !guarded && (
        <span className={`full-width ${styles.line}`}>
          <span className="sr-only">{texts.loadingPage}</span>
        </span>
      )}
    </div>
  );
}

/** What surrounds every page of the site. */
export function SiteFrame({ children }: { children: ReactNode }) {
  const overBrand = hasBrandTop(useMatches());
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
