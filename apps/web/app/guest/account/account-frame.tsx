import type { ReactNode } from 'react';
import { CalendarDays, ReceiptText, Star, UserRound, UserRoundCog } from 'lucide-react';
import { useLocation } from 'react-router';
import { say } from '@tiffin/domain/core';
import { paths } from '../../paths.ts';
import { Link } from '../../ui/link.tsx';
import styles from './account.module.css';

const OVERVIEW = paths.dashboard();
const PAGES = [
  { label: say`Overview`, href: OVERVIEW, icon: UserRound },
  { label: say`Orders`, href: `${OVERVIEW}#orders`, icon: ReceiptText },
  { label: say`Tables`, href: `${OVERVIEW}#reservations`, icon: CalendarDays },
  { label: say`Points`, href: `${OVERVIEW}#points`, icon: Star },
  { label: say`Details`, href: paths.details(), icon: UserRoundCog },
];

/** The heading and the links of the account: tabs on phones, a list at the left on wide screens. */
export function AccountFrame({ heading, children }: { heading: ReactNode; children: ReactNode }) {
  const { pathname, hash } = useLocation();
  const isOpen = (href: string) =>
    href === (PAGES.some((page) => page.href === pathname + hash) ? pathname + hash : pathname);
  return (
    <div className={`wrap stack gap-24 ${styles.account}`}>
      <header>{heading}</header>
      <nav aria-label={say`Account`} className={`flex gap-4 no-scrollbar ${styles.tabs}`}>
        {PAGES.map(({ label, href, icon: Icon }) => (
          <Link key={href} href={href} {...(isOpen(href) && { 'aria-current': 'page' })}>
            <Icon />
            {label}
          </Link>
        ))}
      </nav>
      <div className="stack gap-32">{children}</div>
    </div>
  );
}
