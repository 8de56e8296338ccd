import type { ReactNode } from 'react';
import { CircleAlert, CircleCheck, Info, TriangleAlert, WifiOff } from 'lucide-react';
import { classNames } from './class-names.ts';
import styles from './banner.module.css';

export type BannerTone = 'info' | 'ok' | 'warn' | 'bad' | 'offline';

const ICONS = { info: Info, ok: CircleCheck, warn: TriangleAlert, bad: CircleAlert, offline: WifiOff };

export interface BannerProps {
  tone?: BannerTone;
  title?: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  icon?: ReactNode;
  /** `alert` interrupts, `status` waits for a pause, neither is for what was there from the start. */
  announce?: 'alert' | 'status';
  className?: string;
}

export function Banner({ tone = 'info', title, children, action, icon, announce, className }: BannerProps) {
  const Icon = ICONS[tone];
  return (
    <div
      {...(announce && { role: announce })}
      className={classNames('row flex-wrap round-md text-sm', styles.banner, styles[tone], className)}
    >
      {icon ?? <Icon aria-hidden="true" />}
      <div className={`min-width-0 ${styles.words}`}>
        {title && <b>{title}</b>}
        {children && <div>{children}</div>}
      </div>
      {action}
    </div>
  );
}

/** Why it did not work, read out as it comes; nothing while nothing is wrong. */
export function Problem({ title, says }: { title?: string; says: string | false | null | undefined }) {
  // A refusal may come without words: then its title says it.
  return says || (says === '' && title !== undefined) ? (
    <Banner tone="bad" announce="alert" title={title}>
      {says}
    </Banner>
  ) : null;
}
