import type { ReactNode } from 'react';
import { CircleAlert, CircleCheck, Info, TriangleAlert, WifiOff } from 'lucide-react';
import { Button } from './button.tsx';
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
  /** `alert` interrupts a screen reader, `status` waits for a pause. Use neither for content present from the start. */
  announce?: 'alert' | 'status';
  className?: string;
}

export function Banner({ tone = 'info', title, children, action, icon, announce, className }: BannerProps) {
  const Icon = ICONS[tone];
  return (
    <div
      role={announce}
      className={classNames('row flex-wrap round-md text-sm', styles.banner, styles[tone], className)}
    >
      {icon ?? <Icon />}
      <div className={`min-width-0 ${styles.words}`}>
        {title && <b>{title}</b>}
        {children && <div>{children}</div>}
      </div>
      {action}
    </div>
  );
}

/** An error, read out when it appears; renders nothing without one. */
export function ErrorBanner({ title, error }: { title?: string; error: string | false | null | undefined }) {
  // A refusal may have no message; then the title shows alone.
  return error || (error === '' && title !== undefined) ? (
    <Banner tone="bad" announce="alert" title={title} className="all-columns">
      {error}
    </Banner>
  ) : null;
}

export function BannerButton({ label, ...press }: { label: string; busy?: boolean; onClick: () => void }) {
  return (
    <Button look="quiet" size="sm" {...press}>
      {label}
    </Button>
  );
}
