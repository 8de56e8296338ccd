import emptyArt from '../assets/categories/combos-with-bread.svg';
import { RefreshCw } from 'lucide-react';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { Loading, Skeleton } from '../ui/skeleton.tsx';
import { EmptyState, ErrorState, ForbiddenState, OfflineState, StateArt } from '../ui/states.tsx';
import styles from './design-page.module.css';

export function StateParts() {
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
