import type { CSSProperties } from 'react';
import styles from './skeleton.module.css';

/** The shape of what is coming, so that nothing jumps when it comes. */
export function Skeleton({
  width = '100%',
  height = 16,
}: {
  width?: CSSProperties['width'];
  height?: CSSProperties['height'];
}) {
  return <span aria-hidden="true" className={`block ${styles.skeleton}`} style={{ width, height }} />;
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
