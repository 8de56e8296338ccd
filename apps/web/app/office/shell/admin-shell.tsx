import { Suspense, useEffect, useState, type ComponentType, type ReactNode, useRef, Component, lazy } from 'react';
import type { Section } from '@tiffin/domain/people';
import { QueryClientProvider } from '@tanstack/react-query';
import { Menu, Search, X } from 'lucide-react';
import { BackOfficeProvider, backOfficeOf } from '../../shared/session/back-office.tsx';
import { createQueryClient } from './query-client.ts';
import type { Me } from '../../shared/api/server-context.ts';
import { ConfirmMe } from '../../shared/session/confirm-me.tsx';
import { SignOutProvider } from '../../shared/session/sign-out.tsx';
import { useStoredResponses } from '../../shared/offline/kept-answers.ts';
import { WaitingWork } from '../../shared/offline/waiting-work.tsx';
import { IconButton, Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { toast } from '../../ui/toasts.ts';
import styles from './shell.module.css';
import { sectionGroups, type AdminSection, type SectionLoads } from './sections.ts';
import { Sidebar } from './sidebar.tsx';
import { useLock } from '../tablet/use-lock.ts';
import { texts } from './texts.ts';
import { useCollapsed, useShellKeys, useSection } from './use-shell.ts';
import { reportBrowserError } from '../../shared/errors/report-browser-error.ts';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';

const ID = 'sections';

function openSlideOver(): void {
  const dialog = document.querySelector<HTMLDialogElement>(`#${ID}`);
  if (dialog && !dialog.open) dialog.showModal();
}

/** The sidebar on a phone: slides over, goes when a section was chosen or there is room again. */
function SlideOver({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const wide = matchMedia('(min-width: 768px)');
    const close = () => ref.current?.close();
    const closeWhenWide = () => wide.matches && close();
    addEventListener('hashchange', close);
    wide.addEventListener('change', closeWhenWide);
    return () => {
      removeEventListener('hashchange', close);
      wide.removeEventListener('change', closeWhenWide);
    };
  }, []);
  return (
    // Escape closes it by itself; so does a click beside it or on a link inside.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={ref}
      id={ID}
      aria-label={texts.sections}
      className={`no-padding no-border sunken ink ${styles.over}`}
      onClick={({ target, currentTarget }) => {
        if (target === currentTarget || (target instanceof Element && target.closest('a, [data-closes]'))) {
          currentTarget.close();
        }
      }}
    >
      <IconButton
        label={texts.closeSections}
        className={`absolute ${styles.close}`}
        onClick={() => ref.current?.close()}
      >
        <X aria-hidden="true" />
      </IconButton>
      {children}
    </dialog>
  );
}

export interface PaletteProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly places: readonly AdminSection[];
}

/** Where every bit of width is wanted: the sidebar is narrow there unless somebody widens it. */
const WORK: ReadonlySet<Section> = new Set<Section>(['orders', 'create-order']);

/** The frame of the back office: one screen, its sections by the hash of the address. */
export function AdminShell({
  me,
  around,
  badge,
  loads,
  palette: Palette,
}: {
  me: NonNullable<Me>;
  /** What stands around it all: the orders of this device's place, and its alarm. */
  around: (openId: Section | null, shell: ReactNode) => ReactNode;
  /** What waits in a section, beside its name. */
  badge: (id: Section) => ReactNode;
  /** The sections there are. */
  loads: SectionLoads;
  /** Finds a section, an order or a person; comes when it is first asked for. */
  palette: ComponentType<PaletteProps>;
}) {
  const [queryClient] = useState(createQueryClient);
  const [backOffice] = useState(() => backOfficeOf(me));
  const [search, setSearch] = useState<'never' | 'open' | 'closed'>('never');
  useStoredResponses(queryClient, me.uid);
  const groups = sectionGroups(backOffice.actor, loads);
  const section = useSection(groups.flat());
  const [collapsed, setCollapsed] = useCollapsed(section !== undefined && section !== null && WORK.has(section.id));
  const openPalette = () => setSearch('open');
  useShellKeys(groups.flat(), openPalette);
  const lock = useLock(me.tablet !== undefined);
  const sidebar = {
    ...(me.tablet !== undefined && { onLock: lock }),
    me,
    groups,
    openId: section?.id ?? null,
    badge,
    onSearch: openPalette,
  };
  // Work goes on without a connection, and says so.
  useEffect(() => toast.prepare(), []);
  const shell = (
    <SignOutProvider note={texts.logoutNote}>
      <div className={classNames('grid', styles.app, collapsed && styles.collapsed)}>
        {section === undefined && [...WORK].map((id) => <i key={id} id={id} className={`fixed ${styles.untold}`} />)}
        <a href="#main" className={`absolute round-sm surface weight-600 ${styles.skip}`} onClick={skipToMain}>
          {texts.skip}
        </a>
        <header className={`row gap-8 sunken ${styles.phoneBar}`}>
          <IconButton
            label={texts.openSections}
            {...{ command: 'show-modal', commandfor: 'sections' }}
            onClick={openSlideOver}
          >
            <Menu aria-hidden="true" />
          </IconButton>
          <b>{section?.label ?? texts.title}</b>
          <IconButton label={texts.search} className="push-right" onClick={openPalette}>
            <Search aria-hidden="true" />
          </IconButton>
        </header>
        <aside className={`scroll-y ${styles.side}`}>
          <Sidebar {...sidebar} collapsed={collapsed} onCollapse={() => setCollapsed(!collapsed)} />
        </aside>
        <SlideOver>
          <Sidebar {...sidebar} collapsed={false} />
        </SlideOver>
        <main id="main" tabIndex={-1} className={`min-width-0 shadow-1 ${styles.main}`}>
          <ConfirmMe />
          <WaitingWork />
          <SectionView section={section} />
        </main>
        {search !== 'never' && (
          <Suspense>
            <Palette open={search === 'open'} onClose={() => setSearch('closed')} places={groups.flat()} />
          </Suspense>
        )}
      </div>
    </SignOutProvider>
  );
  return (
    <QueryClientProvider client={queryClient}>
      <BackOfficeProvider value={backOffice}>{around(section?.id ?? null, shell)}</BackOfficeProvider>
    </QueryClientProvider>
  );
}

/** The hash names a section here, so the skip link moves the focus by itself. */
function skipToMain(event: React.MouseEvent): void {
  event.preventDefault();
  document.querySelector<HTMLElement>('#main')?.focus();
}

/** The open section; one that breaks leaves the others at work. */
function SectionView({ section }: { section: AdminSection | null | undefined }) {
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
