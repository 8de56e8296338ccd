import { say } from '@tiffin/domain/core';
import markUrl from '../../assets/brand/logo-mark.svg';
import { paths } from '../../paths.ts';
import type { Site } from '../../shared/site/site.ts';
import { Link } from '../../ui/link.tsx';
import { classNames } from '../../ui/class-names.ts';
import styles from './frame.module.css';

/** The restaurant's logo, or its name beside a flame. */
export function Brandmark({ site, className }: { site: Site; className?: string }) {
  return (
    <Link
      href={paths.home()}
      aria-label={say`${site.name}, home`}
      className={classNames('row gap-10 touch-height no-underline', styles.brandmark, className)}
    >
      {site.logoUrl ? (
        <img src={site.logoUrl} alt="" height={38} className={styles.logo} />
      ) : (
        <>
          <img src={markUrl} alt="" width={38} height={38} className={styles.mark} />
          <span className={`nowrap ${styles.name}`}>{site.name}</span>
        </>
      )}
    </Link>
  );
}
