import { Component, lazy, Suspense, useState, type ComponentType, type ReactNode } from 'react';
import { reportBrowserError } from '../../shared/errors/report-browser-error.ts';
import { Button } from '../../ui/button.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import styles from './shell.module.css';
import type { AdminSection } from './sections.ts';
import { texts } from './texts.ts';

/** The open section; one that breaks leaves the others at work. */
export function SectionView({ section }: { section: AdminSection | null | undefined }) {
  if (section === undefined) return <SectionSkeleton />;
  if (section === null) return <EmptyState title={texts.nothing} text={texts.nothingText} />;
  return <Opened key={section.id} section={section} />;
}

function Opened({ section }: { section: AdminSection }) {
  const [attempt, setAttempt] = useState(0);
  return (
    <Fence key={attempt} onTryAgain={() => setAttempt(attempt + 1)}>
      <LazySection load={section.load} />
    </Fence>
  );
}

function LazySection({ load }: { load: AdminSection['load'] }) {
  const [Section] = useState<ComponentType>(() => lazy(load));
  return (
    <Suspense fallback={<SectionSkeleton />}>
      <Section />
    </Suspense>
  );
}

function SectionSkeleton() {
  return (
    <Loading label={texts.loading}>
      <div className="grid gap-20">
        <Skeleton width={220} height={32} />
        <div className={`grid gap-14 ${styles.tiles}`}>
          <Skeleton height={96} />
          <Skeleton height={96} />
          <Skeleton height={96} />
          <Skeleton height={96} />
        </div>
        <Skeleton height={320} />
      </div>
    </Loading>
  );
}

class Fence extends Component<{ children: ReactNode; onTryAgain: () => void }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: unknown) {
    reportBrowserError(error);
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <ErrorState title={texts.loadFailed} text={texts.loadFailedText}>
        <Button onClick={this.props.onTryAgain}>{texts.tryAgain}</Button>
      </ErrorState>
    );
  }
}
