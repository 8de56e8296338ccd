import type { CSSProperties } from 'react';
import { classNames } from './class-names.ts';
import styles from './skeleton.module.css';

/** The shape of what is coming, so that nothing jumps when it comes. */
export function Skeleton({
  width = '100%',
  height = 16,
  round = false,
  className,
}: {
  width?: CSSProperties['width'];
  height?: CSSProperties['height'];
  round?: boolean;
  className?: string;
}) {
  return (
    <span
      aria-hidden="true"
      className={classNames('block', styles.skeleton, round && styles.round, className)}
      style={{ width, height }}
    />
  );
}

/** Says once, in words, that something is loading; the skeletons inside are only seen. */
export function Loading({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div role="status" aria-busy="true">
      <span className="sr-only">{label}</span>
      {children}
    </div>
  );
}
