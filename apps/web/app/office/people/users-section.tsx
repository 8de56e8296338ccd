import { useState } from 'react';
import { userNotices } from '@tiffin/domain/errors';
import { ChevronDown, Download, Mail, UserPlus } from 'lucide-react';
import { USERS_PER_UPDATE_MAX } from '@tiffin/domain/people';
import { say } from '@tiffin/domain/core';
import { useDebounced, SEARCH_DEBOUNCE_MS } from '../../shared/page/debounced.ts';
import { useStream } from '../../shared/live/stream-state.ts';
import { RefreshButton } from '../../ui/refresh-button.tsx';
import { Banner } from '../../ui/banner.tsx';
import { toast } from '../../ui/toasts.ts';
import { ComposeDialog } from './compose-dialog.tsx';
import { EditUserDialog } from './edit-user-dialog.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { Invitations } from './invitations.tsx';
import { EMPTY_SELECTION, mailBlockedReason, type Selection, selectedCount } from './selection.ts';
import { UserFilters, useUserFilter } from './user-filters.tsx';
import { UsersList } from './users-list.tsx';
import {
  useLiveUsers,
  useUsers,
  type User,
  type UserFilter,
  useDeactivateUser,
  useUserFigures,
  useUpdateUsers,
} from './use-users.ts';
import { errorTextOrServerMessage, errorText } from '../../shared/errors/error-text.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { centsOf, formatMoney } from '../../ui/format.ts';
import { formatCount, StatTiles } from '../../ui/figures.tsx';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { saveCsv } from '../../shared/api/save-csv.ts';
import { Menu } from '../../ui/menu.tsx';
import styles from './people.module.css';

/** The open dialog and its user. */
type Open =
  | { readonly dialog: 'edit' | 'deactivate'; readonly user: User }
  | { readonly dialog: 'email'; readonly to: Selection }
  | { readonly dialog: 'invite' }
  | null;

export default function UsersSection() {
  const [filter, setFilter] = useUserFilter();
  const search = useDebounced(filter.search, SEARCH_DEBOUNCE_MS).trim();
  const settled = { ...filter, search };
  // The cursors of the visited pages, to go back.
  const [cursors, setCursors] = useState<readonly string[]>(['']);
  const [selection, setSelection] = useState<Selection>(EMPTY_SELECTION);
  const [open, setOpen] = useState<Open>(null);
  const list = useUsers(settled, cursors.at(-1) ?? '');
  useLiveUsers();

  function change(what: Partial<UserFilter>) {
    setFilter(what);
    setCursors(['']);
    // "All" referred to the former matches.
    if (selection.kind === 'all') setSelection(EMPTY_SELECTION);
  }

  function turnTo(page: number) {
    const next = list.data?.nextCursor;
    if (page <= cursors.length) setCursors(cursors.slice(0, page));
    else if (next) setCursors([...cursors, next]);
  }

  async function refresh() {
    const { data, isError } = await list.refetch();
    if (isError || !data) toast.error(userNotices.loadFailedToast);
    else toast.success(userNotices.loaded(data.total));
  }

  function email(to: Selection) {
    const problem = mailBlockedReason(to);
    if (problem) toast.error(problem);
    else setOpen({ dialog: 'email', to });
  }

  return (
    <div className="stack gap-14">
      <UsersHead
        filter={settled}
        selection={selection}
        refreshing={list.isFetching}
        onRefresh={() => void refresh()}
        onEmail={() => email(selection)}
        onInvite={() => setOpen({ dialog: 'invite' })}
        onSelection={setSelection}
      />
      <LiveTrouble />
      <Invitations />
      <UserFigures />
      <UserFilters filter={filter} total={list.data?.total} onFilter={change} />
      <UsersList
        list={list}
        filter={settled}
        page={cursors.length}
        selection={selection}
        onSelection={setSelection}
        onFilter={change}
        onPage={turnTo}
        onEdit={(user) => setOpen({ dialog: 'edit', user })}
        onDeactivate={(user) => setOpen({ dialog: 'deactivate', user })}
        onEmail={(user) => email({ kind: 'some', people: new Map([[user.id, user]]) })}
      />
      {open?.dialog === 'edit' && (
        <EditUserDialog
          user={open.user}
          onClose={() => setOpen(null)}
          onDeactivate={() => setOpen({ dialog: 'deactivate', user: open.user })}
        />
      )}
      <DeactivateDialog user={open?.dialog === 'deactivate' ? open.user : null} onClose={() => setOpen(null)} />
      {open?.dialog === 'invite' && <InviteDialog onClose={() => setOpen(null)} />}
      {open?.dialog === 'email' && <ComposeDialog to={open.to} onClose={() => setOpen(null)} />}
    </div>
  );
}

function DeactivateDialog({ user, onClose }: { user: User | null; onClose: () => void }) {
  const deactivate = useDeactivateUser();

  async function confirm() {
    if (!user) return;
    try {
      await deactivate.mutateAsync(user.id);
      toast.success(userNotices.deactivatedForGood);
    } catch (error) {
      toast.error(userNotices.deactivateFailed, { description: errorTextOrServerMessage(error, [404]) });
    }
    onClose();
  }

  return (
    <ConfirmDialog
      open={user !== null}
      title={say`Deactivate user ${user?.displayName ?? ''}?`}
      description={say`This will disable their authentication.`}
      confirmLabel={say`Deactivate`}
      cancelLabel={say`Cancel`}
      look="danger-solid"
      onConfirm={confirm}
      onCancel={onClose}
    >
      <p className="soft">{say`It ends at once, everywhere: all sessions, the PIN, API keys they created, invitations they sent and notifications on their devices. Bills and the log keep the name.`}</p>
    </ConfirmDialog>
  );
}

/** Warns that changes by others are not shown live. */
function LiveTrouble() {
  const { state, gapCount } = useStream();
  if (state !== 'lost') return null;
  return (
    <Banner tone="warn" announce="status">
      {gapCount === 0 ? userNotices.liveSetupFailed : userNotices.liveFailed}
    </Banner>
  );
}

function UserFigures() {
  const { data, isError, error, refetch } = useUserFigures();
  if (isError && !data) {
    return (
      <Banner
        tone="bad"
        announce="alert"
        title={userNotices.analyticsFailed}
        action={
          <Button look="quiet" size="sm" onClick={() => void refetch()}>
            {say`Try Again`}
          </Button>
        }
      >
        {errorText(error)}
      </Banner>
    );
  }
  const figures = data?.analytics;
  const shown = (value: string | undefined) => value ?? <Skeleton width={96} height={32} />;
  return (
    <StatTiles
      label={say`People in figures`}
      tiles={[
        {
          label: say`Total users`,
          value: shown(figures && formatCount(figures.totalUsers)),
          note: figures && say`${formatCount(figures.newThisMonth)} new this month`,
        },
        { label: say`Active users`, value: shown(figures && formatCount(figures.activeUsers)) },
        {
          label: say`Customers`,
          value: shown(figures && formatCount(figures.customers)),
          note: figures && (figures.admins === 1 ? say`1 admin` : say`${formatCount(figures.admins)} admins`),
        },
        {
          label: say`Total revenue`,
          value: shown(figures && wholeDollars(figures.totalRevenue)),
          note:
            figures &&
            say`${formatMoney(centsOf(figures.averageOrderValue))} average. Completed orders of people with an account; the dashboard also counts guests without one and open orders`,
        },
      ]}
    />
  );
}

/** '$186,420': the tiles show no cents. */
function wholeDollars(amount: number): string {
  return formatMoney(centsOf(Math.round(amount))).replace(/\.00$/, '');
}

interface Props {
  filter: UserFilter;
  selection: Selection;
  refreshing: boolean;
  onRefresh: () => void;
  onEmail: () => void;
  onInvite: () => void;
  onSelection: (selection: Selection) => void;
}

function UsersHead({ filter, selection, refreshing, onRefresh, onEmail, onInvite, onSelection }: Props) {
  const [exporting, setExporting] = useState(false);
  const chosen = selectedCount(selection);

  async function save() {
    setExporting(true);
    await exportUsers(filter);
    setExporting(false);
  }

  return (
    <header className={`row flex-wrap gap-10 ${styles.head}`}>
      <h1 className="line-on-phone">{say`User Management`}</h1>
      <RefreshButton label={say`Refresh`} title={say`Refresh`} aria-busy={refreshing} onClick={onRefresh} />
      <Button className="grow-auto" look="plain" busy={exporting} onClick={() => void save()}>
        <Download aria-hidden="true" />
        {say`Export`}
      </Button>
      {chosen > 0 && <ChangeMenu selection={selection} onDone={() => onSelection(EMPTY_SELECTION)} />}
      <Button className="grow-auto" look="plain" onClick={onEmail}>
        <Mail aria-hidden="true" />
        {chosen === 0 ? say`Email` : say`Email (${formatCount(chosen)})`}
      </Button>
      <Button className="grow-auto" onClick={onInvite}>
        <UserPlus aria-hidden="true" />
        {say`Invite to the team`}
      </Button>
    </header>
  );
}

/** Applies one change to all selected users. */
function ChangeMenu({ selection, onDone }: { selection: Selection; onDone: () => void }) {
  const update = useUpdateUsers();
  const chosen = selectedCount(selection);
  const tooMany =
    selection.kind === 'all' || chosen > USERS_PER_UPDATE_MAX ? say`At most ${USERS_PER_UPDATE_MAX} at once` : null;

  async function set(isActive: boolean) {
    if (selection.kind === 'all') return;
    try {
      await update.mutateAsync({ userIds: [...selection.people.keys()], updates: { isActive } });
      toast.success(isActive ? userNotices.activated : userNotices.deactivated);
      onDone();
    } catch (error) {
      toast.error(userNotices.updateManyFailed, { description: errorText(error) });
    }
  }

  return (
    <Menu
      trigger={
        <Button className="grow-auto" look="plain" busy={update.isPending}>
          {say`Change (${formatCount(chosen)})`}
          <ChevronDown aria-hidden="true" />
        </Button>
      }
      items={[
        { id: 'active', label: say`Set active`, onSelect: () => void set(true), disabledReason: tooMany },
        { id: 'inactive', label: say`Set inactive`, onSelect: () => void set(false), disabledReason: tooMany },
      ]}
    />
  );
}

/** Exports all users that match the filters. */
async function exportUsers(filter: UserFilter): Promise<void> {
  try {
    const rows = await saveCsv('getUsersCsv', { ...filter }, 'users-export.csv');
    toast.success(userNotices.exported(rows));
  } catch (error) {
    const words = errorText(error);
    if (words === userNotices.noneToExport) toast.error(words);
    else toast.error(userNotices.exportFailed, { description: words });
  }
}
