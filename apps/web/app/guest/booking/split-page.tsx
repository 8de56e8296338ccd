import type { ReactNode } from 'react';
import styles from './split-page.module.css';
import { TableDrawing } from './table-drawing.tsx';

/** The sentence and its table on aubergine; beside it, on a phone below, what there is to do. */
export function SplitPage({ sentence, seats, children }: { sentence: ReactNode; seats: number; children: ReactNode }) {
  return (
    <div className={`grid ${styles.page}`}>
      <div className={`on-brand ${styles.say}`}>
        <div className={styles.stick}>
          {sentence}
          <TableDrawing seats={seats} className={styles.table} />
        </div>
      </div>
      <div className={`stack content-start ${styles.side}`}>{children}</div>
    </div>
  );
}
