import type { ReactNode } from 'react';
import { useMatches } from 'react-router';
import { hasBrandTop } from '../../shared/page/handle.ts';
import { SignOutProvider } from '../../shared/session/sign-out.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { RouteProgress } from './route-progress.tsx';
import styles from './site-frame.module.css';

/** What surrounds every page of the site. */
export function SiteFrame({ children }: { children: ReactNode }) {
  const overBrand = hasBrandTop(useMatches());
  return (
    <SignOutProvider>
      <div className={`column ${styles.frame}`}>
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
