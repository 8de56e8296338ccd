import type { ReactNode } from 'react';
import { say } from '@tiffin/domain/core';
import { useHydrated } from '../../shared/page/hydrated.ts';
import { useRootData, useSite } from '../../shared/site/site.ts';
import { Banner } from '../../ui/banner.tsx';
import styles from './sign-in.module.css';

export function AuthFrame({ brand, children }: { brand: ReactNode; children: ReactNode }) {
  const { heroUrl } = useSite();
  const { publicUrl } = useRootData();
  // Browsers do not store the session's cookie without TLS.
  const isWithoutTls = useHydrated() && publicUrl.startsWith('https:') && location.protocol === 'http:';
  return (
    <div className={`grid screen-height ${styles.frame}`}>
      <main id="main" tabIndex={-1} className={`stack content-start gap-24 full-width ${styles.side}`}>
        {brand}
        {isWithoutTls && (
          <Banner tone="warn" title={say`Signing in does not work at this address.`}>
            <a href={publicUrl + location.pathname + location.search}>{say`Continue at ${publicUrl}`}</a>
          </Banner>
        )}
        {children}
      </main>
      <div className={`relative clip brand ${styles.art}`} aria-hidden="true">
        {heroUrl && <img src={heroUrl} alt="" width={1060} height={840} />}
      </div>
    </div>
  );
}

export function AuthHeading({ heading, lead }: { heading: string; lead: ReactNode }) {
  return (
    <div className="above-16">
      <h1>{heading}</h1>
      <p className="above-10 soft">{lead}</p>
    </div>
  );
}
