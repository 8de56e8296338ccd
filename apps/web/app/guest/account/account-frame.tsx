import type { ReactNode } from 'react';
import { CalendarDays, ReceiptText, Star, UserRound, UserRoundCog } from 'lucide-react';
import { useLocation } from 'react-router';
import { say } from '@tiffin/domain/core';
import type { Me } from '../../shared/api/server-context.ts';
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
  const isAnchor = PAGES.some((page) => page.href === pathname + hash);
  const openHref = isAnchor ? pathname + hash : pathname;
  return (
    <div className={`wrap stack gap-24 ${styles.account}`}>
      <header>{heading}</header>
      <nav aria-label={say`Account`} className={`flex gap-4 no-scrollbar ${styles.tabs}`}>
        {PAGES.map(({ label, href, icon: Icon }) => (
          <Link key={href} href={href} aria-current={href === openHref ? 'page' : undefined}>
            <Icon />
            {label}
          </Link>
        ))}
      </nav>
      <div className="stack gap-32">{children}</div>
    </div>
  );
}

/** One fact about the customer, with a link or button to change it. */
export function DetailRow({ label, value, action }: { label: string; value: ReactNode; action?: ReactNode }) {
  return (
    <div className={`grid align-center line-below ${styles.detail}`}>
      <span className="hint">{label}</span>
      <div className="weight-550 break-anywhere">{value}</div>
      {action}
    </div>
  );
}

export function RowLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link className={styles.rowLink} href={href}>
      {children}
    </Link>
  );
}

/** The email address. Earlier orders are added only to a confirmed one. */
export function EmailRow({ me }: { me: Pick<NonNullable<Me>, 'email' | 'emailVerified'> }) {
  return (
    <DetailRow
      label={say`Email Address`}
      value={me.emailVerified ? say`${me.email}, confirmed` : say`${me.email}, not confirmed`}
      action={!me.emailVerified && <RowLink href={paths.confirmEmail()}>{say`Enter the code`}</RowLink>}
    />
  );
}
