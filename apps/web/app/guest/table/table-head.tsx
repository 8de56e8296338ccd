import type { ReactNode } from 'react';
import { say } from '@tiffin/domain/core';
import type { Answer } from '../../shared/api/api.ts';
import type { Menu } from '../../shared/dish/dish.ts';
import type { Location } from '../../shared/site/site.ts';
import styles from './table.module.css';

export interface TablePageProps {
  table: Answer<'getTable'>;
  /** With the table, so that its cart is apart. */
  location: Location & { readonly tableId: string };
  menu: Menu;
}

export function TableHead({ name, location, children }: { name: string; location: Location; children?: ReactNode }) {
  return (
    <header className={`brand on-brand ${styles.head}`}>
      <div className="row flex-wrap between gap-8-16">
        <div>
          <h1>{say`Table ${name}`}</h1>
          <p className="text-sm on-brand-soft">{location.name}</p>
        </div>
        {children}
      </div>
    </header>
  );
}
