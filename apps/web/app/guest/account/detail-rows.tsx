import type { ReactNode } from 'react';
import { say } from '@tiffin/domain/core';
import type { Me } from '../../shared/api/server-context.ts';
import { paths } from '../../paths.ts';
import { Link } from '../../ui/link.tsx';
import styles from './account.module.css';

/** One fact about the customer, and what can be done about it. */
export function Row({ label, value, action }: { label: string; value: ReactNode; action?: ReactNode }) {
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
    <Row
      label={say`Email Address`}
      value={me.emailVerified ? say`${me.email}, confirmed` : say`${me.email}, not confirmed`}
      action={!me.emailVerified && <RowLink href={paths.confirmEmail()}>{say`Enter the code`}</RowLink>}
    />
  );
}
