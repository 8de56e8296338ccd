import { useState } from 'react';
import { cents, type Cents } from '@tiffin/domain/core';
import { RefreshCw } from 'lucide-react';
import { classNames } from '../ui/class-names.ts';
import { Segmented } from '../ui/choices.tsx';
import { Basics } from './basics.tsx';
import { ChoiceParts, FieldParts } from './field-parts.tsx';
import { LayerParts } from './layer-parts.tsx';
import styles from './design-page.module.css';
import { Badge } from '../ui/badge.tsx';
import { Money } from '../ui/money.tsx';
import { Pagination } from '../ui/pagination.tsx';
import { Table } from '../ui/table.tsx';
import { Tabs } from '../ui/tabs.tsx';
import emptyArt from '../assets/categories/combos-with-bread.svg';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { Loading, Skeleton } from '../ui/skeleton.tsx';
import { EmptyState, ErrorState, ForbiddenState, OfflineState, StateArt } from '../ui/states.tsx';

type Surface = 'guest' | 'staff';

/** Every part in every state, in both densities. */
export function DesignPage() {
  const [surface, setSurface] = useState<Surface>('guest');
  return (
    <div className={classNames('wrap', styles.page)}>
      <header className="stack gap-12">
        <h1>Design</h1>
        <p className="soft">Every part of the design system, in every state.</p>
        <Segmented<Surface>
          legend="Density"
          options={[
            { value: 'guest', label: 'Guests' },
            { value: 'staff', label: 'Back office' },
          ]}
          value={surface}
          onValue={setSurface}
        />
      </header>
      <div className={`stack ${styles.surface}`} data-surface={surface}>
        <Basics />
        <FieldParts />
        <ChoiceParts />
        <ListParts />
        <LayerParts />
        <StateParts />
      </div>
    </div>
  );
}

const ROWS: readonly { code: string; guest: string; total: Cents }[] = [
  { code: '7K3QX', guest: 'Alex Sample', total: cents(4210) },
  { code: 'D7K3M', guest: 'Casey Sample', total: cents(11_003) },
];

function ListParts() {
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

function StateParts() {
  return (
    <section className={styles.part}>
      <h2>Messages and states</h2>
      <div className="stack gap-12">
        <Banner tone="bad" title="Unable to process order. Please try again." />
        <Banner title="Please complete all required fields correctly" />
        <Banner tone="ok" title="Your new password is saved." />
        <Banner tone="warn" title="Sound notifications need setup">
          Tap anywhere to enable.
        </Banner>
        <Banner
          tone="offline"
          title="Working offline - data may be limited"
          action={<Button look="plain">See queue</Button>}
        >
          Status updates queued for when online.
        </Banner>
      </div>
      <div className={styles.grid}>
        <div className={`round-card surface shadow-1 ${styles.card}`}>
          <Loading label="Loading…">
            <div className="stack gap-12">
              <Skeleton width="60%" height={24} />
              <Skeleton />
              <Skeleton width="80%" />
              <Skeleton height={48} />
            </div>
          </Loading>
        </div>
        <div className={`round-card surface shadow-1 ${styles.card}`}>
          <EmptyState
            level={3}
            title="Nothing here yet"
            text="Start with a samosa and see where it goes."
            picture={<StateArt src={emptyArt} />}
          >
            <Button>See the menu</Button>
          </EmptyState>
        </div>
        <div className={`round-card surface shadow-1 ${styles.card}`}>
          <ErrorState level={3} title="Failed to load reservations" text="Network error - please check your connection">
            <Button>
              <RefreshCw aria-hidden="true" />
              Try Again
            </Button>
          </ErrorState>
        </div>
        <div className={`round-card surface shadow-1 ${styles.card}`}>
          <OfflineState level={3} title="You’re offline" text="What you see may be a while old." />
        </div>
        <div className={`round-card surface shadow-1 ${styles.card}`}>
          <ForbiddenState level={3} title="Access Denied" text="You don't have permission to access this admin area." />
        </div>
      </div>
    </section>
  );
}
