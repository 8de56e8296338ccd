import type { CSSProperties } from 'react';
import styles from './skeleton.module.css';

interface SkeletonProps {
  width?: CSSProperties['width'];
  height?: CSSProperties['height'];
}

/** A placeholder with the shape of the content, so that nothing moves when it loads. */
export function Skeleton({ width = '100%', height = 16 }: SkeletonProps) {
  return <span aria-hidden="true" className={`block ${styles.skeleton}`} style={{ width, height }} />;
}

/** Announces once that something is loading; the skeletons inside are hidden from screen readers. */
export function Loading({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div role="status" aria-busy="true">
      <span className="sr-only">{label}</span>
      {children}
    </div>
  );
}
