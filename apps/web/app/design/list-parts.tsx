import { useState } from 'react';
import { cents, type Cents } from '@tiffin/domain/core';
import { Badge } from '../ui/badge.tsx';
import { Money } from '../ui/money.tsx';
import { Pagination } from '../ui/pagination.tsx';
import { Table } from '../ui/table.tsx';
import { Tabs } from '../ui/tabs.tsx';
import styles from './design-page.module.css';

const ROWS: readonly { code: string; guest: string; total: Cents }[] = [
  { code: '7K3QX', guest: 'Alex Sample', total: cents(4210) },
  { code: 'D7K3M', guest: 'Casey Sample', total: cents(11_003) },
];

export function ListParts() {
  const [tab, setTab] = useState<'orders' | 'tables'>('orders');
  const [page, setPage] = useState(1);
  return (
    <section className={styles.part}>
      <h2>Tabs, tables and pages</h2>
      <Tabs
        label="Example of tabs"
        value={tab}
        onValue={setTab}
        tabs={[
          { id: 'orders', label: 'Past Orders', panel: <p>What you ate.</p> },
          { id: 'tables', label: 'Reservations', count: 1, panel: <p>Where you will sit.</p> },
        ]}
      />
      <div className={`round-card surface shadow-1 ${styles.card}`}>
        <Table
          caption="Example of a table"
          rows={ROWS}
          rowKey={(row) => row.code}
          isPicked={(row) => row.code === 'D7K3M'}
          columns={[
            {
              id: 'code',
              head: 'Order',
              names: true,
              cell: (row) => row.code,
              sort: 'descending',
              onSort: () => setPage(1),
            },
            { id: 'guest', head: 'Guest', cell: (row) => row.guest },
            { id: 'state', head: 'Status', cell: () => <Badge tone="ok">Ready for Pickup</Badge> },
            { id: 'total', head: 'Total', align: 'end', cell: (row) => <Money cents={row.total} /> },
          ]}
        />
        <Pagination label="Example of pages" page={page} pages={4} onPage={setPage} />
      </div>
    </section>
  );
}
