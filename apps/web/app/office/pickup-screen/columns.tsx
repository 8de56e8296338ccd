import { BellRing, ChefHat } from 'lucide-react';
import { isJustReady } from '@tiffin/domain/kitchen';
import { say } from '@tiffin/domain/core';
import { classNames } from '../../ui/class-names.ts';
import styles from './pickup-screen.module.css';
import { usePages } from './use-pages.ts';
import type { ShownScreen } from './use-pickup-orders.ts';

export function Preparing({ orders }: { orders: ShownScreen['preparing'] }) {
  const { ref, rows, page, pages } = usePages(orders, '');
  return (
    <section className={styles.preparing} aria-label={say`Being prepared`}>
      <h2 className={styles.heading}>
        <ChefHat aria-hidden="true" /> {say`Being prepared`} <PageNumber page={page} pages={pages} />
      </h2>
      {orders.length === 0 && <p className={styles.empty}>{say`Nothing on the stove.`}</p>}
      <ul ref={ref} className={styles.list}>
        {rows.map(({ code, initial, minutes }) => (
          <li key={code}>
            <b>{code}</b>
            <Initial of={initial} />
            <span className={styles.when}>{minutes === null ? say`any minute` : say`about ${minutes} min`}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function Ready({ orders, now }: { orders: ShownScreen['ready']; now: Date }) {
  const newest = orders.find(({ readyAt }) => isJustReady(toDate(readyAt), now));
  const { ref, rows, page, pages } = usePages(orders, newest?.code ?? '');
  return (
    <section className={styles.ready} aria-label={say`Ready`}>
      <h2 className={styles.heading}>
        <BellRing aria-hidden="true" /> {say`Ready`} <PageNumber page={page} pages={pages} />
      </h2>
      <p role="status" className="sr-only">
        {newest && say`${newest.code} is ready`}
      </p>
      {orders.length === 0 && <p className={styles.empty}>{say`Order at the counter, or on your phone.`}</p>}
      <ul ref={ref} className={styles.list}>
        {rows.map(({ code, initial, readyAt }) => {
          const isNew = isJustReady(toDate(readyAt), now);
          return (
            <li key={code} className={classNames(isNew && styles.new)}>
              <b>{code}</b>
              <Initial of={initial} />
              {isNew && <span className={styles.badge}>{say`Just ready`}</span>}
            </li>
          );
        })}
      </ul>
      <p className={styles.foot}>{say`Say your letters at the counter.`}</p>
    </section>
  );
}

function toDate(at: string | null): Date | null {
  return at === null ? null : new Date(at);
}

function Initial({ of }: { of: string | null }) {
  return of !== null && <span className={styles.initial}>{of}.</span>;
}

function PageNumber({ page, pages }: { page: number; pages: number }) {
  return pages > 1 && <small className={styles.page}>{say`${page} of ${pages}`}</small>;
}
