import {
  Suspense,
  useEffect,
  useState,
  type ComponentType,
  type ReactNode,
  useRef,
  Component,
  lazy,
  useSyncExternalStore,
} from 'react';
import { STAFF_PASSWORD_MIN, type Section } from '@tiffin/domain/people';
import { QueryClientProvider } from '@tanstack/react-query';
import { Menu, Search, X } from 'lucide-react';
import { say } from '@tiffin/domain/core';
import { BackOfficeProvider, backOfficeOf } from '../../shared/session/back-office.tsx';
import type { Me } from '../../shared/api/server-context.ts';
import { IdentityDialogs } from '../../shared/session/identity-dialogs.tsx';
import { SignOutProvider } from '../../shared/session/sign-out.tsx';
import { useStoredResponses } from '../../shared/offline/stored-answers.ts';
import { useOnline } from '../../shared/offline/online.ts';
import { storedText } from '../../shared/offline/text-storage.ts';
import { useLiveEvents } from '../../shared/live/live-events.ts';
import { useReload } from '../../shared/live/revalidate.ts';
import { SignOutUnlessSalesWait, type PrintSale } from '../../shared/offline/waiting-sales.tsx';
import { WaitingWork } from '../../shared/offline/waiting-work.tsx';
import { paths } from '../../paths.ts';
import { Banner } from '../../ui/banner.tsx';
import { IconButton, Button, LinkButton } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { useMedia } from '../../ui/media.ts';
import { usePageEvent } from '../../ui/page-event.ts';
import { toast } from '../../ui/toasts.ts';
import { reportBrowserError } from '../../shared/errors/report-browser-error.ts';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { useHash } from '../../shared/page/hash.ts';
import { isTyping } from '../../shared/page/single-keys.ts';
import { useLock } from '../tablet/use-lock.ts';
import './all-phone-plans.ts';
import { createQueryClient } from './query-client.ts';
import styles from './shell.module.css';
import { sectionsOf, type AdminSection, type SectionGroup, type SectionLoads, chooseSection } from './sections.ts';
import { Sidebar } from './sidebar.tsx';

const SLIDE_OVER_ID = 'sections';

function openSlideOver(): void {
  const dialog = document.querySelector<HTMLDialogElement>(`#${SLIDE_OVER_ID}`);
  if (dialog && !dialog.open) dialog.showModal();
}

/** The sidebar on a phone: slides in, and closes when a section is chosen or the screen gets wider. */
function SlideOver({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLDialogElement>(null);
  const isWide = useMedia('(min-width: 768px)');
  usePageEvent('hashchange', () => ref.current?.close());
  useEffect(() => {
    if (isWide) ref.current?.close();
  }, [isWide]);
  return (
    // Escape closes it natively; a click outside or on a link inside does too.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={ref}
      id={SLIDE_OVER_ID}
      aria-label={say`Sections`}
      className={`no-padding no-border sunken ink ${styles.over}`}
      onClick={({ target, currentTarget }) => {
        if (target === currentTarget || (target instanceof Element && target.closest('a, [data-closes]'))) {
          currentTarget.close();
        }
      }}
    >
      <IconButton
        label={say`Close sections`}
        className={`absolute ${styles.close}`}
        onClick={() => ref.current?.close()}
      >
        <X />
      </IconButton>
      {children}
    </dialog>
  );
}

export interface PaletteProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly groups: readonly SectionGroup[];
  readonly badge: (id: Section) => ReactNode;
}

/** Sections that need the whole width, so the sidebar starts collapsed. */
const WIDE_SECTIONS: ReadonlySet<Section> = new Set<Section>(['orders', 'create-order', 'kitchen', 'floor']);

/** On a phone: opens the sidebar and the command palette. */
function PhoneBar({ title, onSearch }: { title: string; onSearch: () => void }) {
  return (
    <header className={`row gap-8 sunken ${styles.phoneBar}`}>
      <IconButton
        label={say`Open sections`}
        // Opens it before hydration. The types of React do not know these attributes.
        {...{ command: 'show-modal', commandfor: SLIDE_OVER_ID }}
        onClick={openSlideOver}
      >
        <Menu />
      </IconButton>
      <b>{title}</b>
      <IconButton label={say`Search or jump`} className="push-right" onClick={onSearch}>
        <Search />
      </IconButton>
    </header>
  );
}

interface AdminShellProps {
  me: NonNullable<Me>;
  /** Wraps everything with the orders of this device's location and their alarm. */
  renderAround: (openId: Section | null, shell: ReactNode) => ReactNode;
  alarms: ReactNode;
  /** The count of open items, next to the section's name. */
  badge: (id: Section) => ReactNode;
  sectionLoads: SectionLoads;
  /** The command palette to find a section, an order or a user; loaded on first use. */
  palette: ComponentType<PaletteProps>;
  renderSaleButtons: PrintSale;
}

/** The frame of the back office: one page, with its sections chosen by the URL's hash. */
export function AdminShell({
  me,
  renderAround,
  alarms,
  badge,
  sectionLoads,
  palette: Palette,
  renderSaleButtons,
}: AdminShellProps) {
  const [queryClient] = useState(createQueryClient);
  const [backOffice] = useState(() => backOfficeOf(me));
  const [search, setSearch] = useState<'never' | 'open' | 'closed'>('never');
  useStoredResponses(queryClient, me.uid);
  const { first, firstOnLarge, rest, groups } = sectionsOf(backOffice.actor, sectionLoads, me.hasFloor === true);
  const sections = [...first, ...rest];
  const section = useSection(sections);
  const [collapsed, setCollapsed] = useCollapsed(
    section !== undefined && section !== null && WIDE_SECTIONS.has(section.id),
  );
  const openPalette = () => setSearch('open');
  useShellShortcuts(sections, openPalette);
  const lock = useLock(me.tablet !== undefined);
  const openId = section?.id ?? null;
  const onLock = me.tablet === undefined ? undefined : lock;
  const sidebar = { me, first, firstOnLarge, rest, openId, badge, onSearch: openPalette, onLock };
  // Updates the list of locations in the data of the page. A change of the pace is not part of it.
  const reload = useReload();
  useLiveEvents(['location.changed'], ({ data }) => data['change'] !== 'pace' && reload());
  // The first plan of tables adds the section of the floor.
  useLiveEvents(['floor.changed'], () => me.hasFloor !== true && reload());
  // Toasts are loaded now, because they could not be loaded when they are needed offline.
  useEffect(() => toast.prepare(), []);
  const shell = (
    <SignOutProvider
      note={say`This device stops playing order sounds until someone signs in.`}
      Question={SignOutUnlessSalesWait}
    >
      <div className={classNames('grid', styles.app, collapsed && styles.collapsed)}>
        {/* Until hydration, CSS finds the section of the hash by `:target`, and collapses the sidebar. */}
        {section === undefined &&
          [...WIDE_SECTIONS].map((id) => <i key={id} id={id} className={`fixed ${styles.untold}`} />)}
        <a href="#main" className={`absolute round-sm surface weight-600 ${styles.skip}`} onClick={skipToMain}>
          {say`Skip to content`}
        </a>
        <PhoneBar title={section?.label ?? say`Back Office`} onSearch={openPalette} />
        <aside className={`scroll-y ${styles.side}`}>
          <Sidebar {...sidebar} collapsed={collapsed} onCollapse={() => setCollapsed(!collapsed)} />
        </aside>
        <SlideOver>
          <Sidebar {...sidebar} collapsed={false} />
        </SlideOver>
        <main id="main" tabIndex={-1} className={`min-width-0 shadow-1 ${styles.main}`}>
          <IdentityDialogs />
          <WaitingWork renderSaleButtons={renderSaleButtons} />
          <NotLoadedHint />
          {alarms}
          {me.hasWeakPassword && <WeakPasswordNotice />}
          <SectionView section={section} />
        </main>
        {search !== 'never' && (
          <Suspense>
            <Palette open={search === 'open'} onClose={() => setSearch('closed')} groups={groups} badge={badge} />
          </Suspense>
        )}
      </div>
    </SignOutProvider>
  );
  return (
    <QueryClientProvider client={queryClient}>
      <BackOfficeProvider value={backOffice}>{renderAround(openId, shell)}</BackOfficeProvider>
    </QueryClientProvider>
  );
}

/** Explains placeholders that stay while there is no connection; hidden where everything is loaded. */
function NotLoadedHint() {
  if (useOnline()) return null;
  return (
    <p
      className={`soft ${styles.notLoaded}`}
    >{say`This part is not stored on this device. It appears when the connection is back.`}</p>
  );
}

/** Asks people whose password was chosen before today's rule. The server notices it when they sign in. */
function WeakPasswordNotice() {
  return (
    <Banner tone="warn" title={say`Please choose a longer password`}>
      <p>{say`Yours is short, or one that many people use. Passwords of staff have at least ${STAFF_PASSWORD_MIN} characters.`}</p>
      <LinkButton look="quiet" size="sm" href={paths.devices()}>
        {say`Change password`}
      </LinkButton>
    </Banner>
  );
}

/** The hash names a section, so the skip link must move the focus in code. */
function skipToMain(event: React.MouseEvent): void {
  event.preventDefault();
  document.querySelector<HTMLElement>('#main')?.focus();
}

/** The open section, in an error boundary of its own. */
function SectionView({ section }: { section: AdminSection | null | undefined }) {
  if (section === undefined) return <SectionSkeleton />;
  if (section === null)
    return <EmptyState title={say`Nothing to do here yet`} text={say`Your role has no access to the back office.`} />;
  return <OpenSection key={section.id} section={section} />;
}

function OpenSection({ section }: { section: AdminSection }) {
  const [attempt, setAttempt] = useState(0);
  return (
    <SectionErrorBoundary key={attempt} onTryAgain={() => setAttempt(attempt + 1)}>
      <LazySection load={section.load} />
    </SectionErrorBoundary>
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
    <Loading label={say`Loading…`}>
      <div className="grid gap-20">
        <Skeleton width={220} height={32} />
        <div className={`grid gap-14 ${styles.tiles}`}>
          {[1, 2, 3, 4].map((tile) => (
            <Skeleton key={tile} height={96} />
          ))}
        </div>
        <Skeleton height={320} />
      </div>
    </Loading>
  );
}

class SectionErrorBoundary extends Component<{ children: ReactNode; onTryAgain: () => void }, { failed: boolean }> {
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
      <ErrorState title={say`This part could not be loaded`} text={say`Network error - please check your connection`}>
        <Button onClick={this.props.onTryAgain}>{say`Try Again`}</Button>
      </ErrorState>
    );
  }
}

/** The letters that open a section when typed soon after G. */
const SECTION_OF_LETTER: Readonly<Record<string, AdminSection['id']>> = {
  d: 'dashboard',
  o: 'orders',
  f: 'floor',
  k: 'kitchen',
  r: 'reservations',
  m: 'menu',
  u: 'users',
  l: 'locations',
};
const GO_WITHIN_MS = 1500;

/** Ctrl K or ⌘K anywhere; N for a new order and G with a letter outside fields and dialogs. */
function useShellShortcuts(visible: readonly AdminSection[], onPalette: () => void): void {
  const goSince = useRef(-Infinity);
  usePageEvent('keydown', (event) => {
    const key = event.key.toLowerCase();
    const blocked = event.defaultPrevented || document.querySelector('dialog:modal') !== null;
    if ((event.metaKey || event.ctrlKey) && !event.altKey && !event.shiftKey && key === 'k') {
      event.preventDefault();
      if (!blocked) onPalette();
      return;
    }
    if (blocked || event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target)) return;
    const going = event.timeStamp - goSince.current < GO_WITHIN_MS;
    goSince.current = key === 'g' ? event.timeStamp : -Infinity;
    const requested = going ? SECTION_OF_LETTER[key] : key === 'n' ? 'create-order' : undefined;
    if (!requested || !visible.some(({ id }) => id === requested)) return;
    event.preventDefault();
    location.hash = `#${requested}`;
  });
}

/** Whether the sidebar is collapsed is stored on the device, once for the wide sections and once for the others. */
const STORAGE_KEYS = { wide: 'tiffin_sidebar_work', other: 'tiffin_sidebar' } as const;
const NARROW = '(max-width: 1159px)';

/** Collapsed by default in wide sections and on small screens; the user's choice wins. */
function useCollapsed(isWide: boolean): [boolean, (collapsed: boolean) => void] {
  const stored = storedText(isWide ? STORAGE_KEYS.wide : STORAGE_KEYS.other);
  const chosen = useSyncExternalStore(stored.subscribe, stored.read, () => null);
  const isNarrow = useMedia(NARROW);
  return [
    chosen === null ? isWide || isNarrow : chosen === 'collapsed',
    (collapsed) => stored.write(collapsed ? 'collapsed' : 'open'),
  ];
}

/** The open section; `undefined` until hydration, because the server does not know the hash. */
function useSection(visible: readonly AdminSection[]): AdminSection | null | undefined {
  const hash = useHash(null);
  const [last, setLast] = useState<AdminSection['id'] | null>(null);
  if (hash === null) return undefined;
  const chosen = chooseSection(hash, visible, last);
  if (chosen && chosen.id !== last) setLast(chosen.id);
  return chosen;
}
