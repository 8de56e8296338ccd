import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { ChevronDown, FileUp, Mail, UserPlus } from 'lucide-react';
import { userNotices } from '@tiffin/domain/errors';
import {
  USERS_PER_UPDATE_MAX,
  emailProblem,
  INVITABLE_ROLES,
  INVITATION_DAYS,
  isBoundToLocations,
  roleName,
  type InvitableRole,
} from '@tiffin/domain/people';
import { say } from '@tiffin/domain/core';
import { CACHE_LIFETIMES } from '../../shared/api/lifetimes.ts';
import type { Answer } from '../../shared/api/api.ts';
import { apiQuery } from '../../shared/api/queries.ts';
import { useCall } from '../../shared/api/use-call.ts';
import { useStream } from '../../shared/live/stream-state.ts';
import { CsvButton } from '../../shared/page/csv-button.tsx';
import { Loaded } from '../../shared/page/loaded.tsx';
import { useLocations } from '../../shared/site/site.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { formatCount, StatTiles } from '../../ui/figures.tsx';
import { centsOf, formatMoney } from '../../ui/format.ts';
import { ActionMenu } from '../../ui/action-menu.tsx';
import { RefreshButton } from '../../ui/refresh-button.tsx';
import { toast } from '../../ui/toasts.ts';
import { useRecordForm } from '../../shared/page/use-record-form.ts';
import { FieldError } from '../../ui/field.tsx';
import { formOf, textField, valueField } from '../../ui/form.ts';
import { EditDialog, SegmentedField, TextField } from '../../ui/form-fields.tsx';
import { ComposeDialog } from './compose-dialog.tsx';
import { ImportFile } from '../imports/import-file.tsx';
import { EditUserDialog } from './edit-user-dialog.tsx';
import { InvitationLink, Invitations, INVITATIONS_KEY, sentText } from './invitations.tsx';
import { EMPTY_SELECTION, mailBlockedReason, type Selection, selectedCount } from './selection.ts';
import { UserFilters, useUserFilter } from './user-filters.tsx';
import { useLinkedPart } from '../../shared/page/linked-part.ts';
import { UsersList } from './users-list.tsx';
import { useLiveUsers, USERS_KEY, useUsers, type User } from './use-users.ts';
import styles from './people.module.css';
import { LocationsField } from './locations-field.tsx';

type OpenDialog =
  | { readonly dialog: 'edit' | 'deactivate'; readonly user: User }
  | { readonly dialog: 'email'; readonly to: Selection }
  | { readonly dialog: 'invite' | 'import' }
  | null;

/** The users and the people who are invited, with what an admin changes about them. */
export default function UsersSection() {
  const listState = useUserFilter();
  const { filter } = listState;
  const [chosenSelection, setSelection] = useState<Selection>(EMPTY_SELECTION);
  // "All" means the users that matched when it was chosen, so other filters end it.
  const isOutdated =
    chosenSelection.kind === 'all' && JSON.stringify(chosenSelection.filter) !== JSON.stringify(filter);
  const selection = isOutdated ? EMPTY_SELECTION : chosenSelection;
  const [open, setOpen] = useState<OpenDialog>(null);
  const close = () => setOpen(null);
  const list = useUsers(filter);
  useLiveUsers();
  useLinkedPart('users', (part) => part === 'invite' && setOpen({ dialog: 'invite' }));

  async function refresh() {
    const { data, isError } = await list.refetch();
    if (isError || !data) toast.error(say`Failed to load users`);
    else toast.success(userNotices.loaded(data.pages.at(-1)?.total ?? 0));
  }

  function mailTo(to: Selection) {
    const problem = mailBlockedReason(to);
    if (problem) toast.error(problem);
    else setOpen({ dialog: 'email', to });
  }

  if (open?.dialog === 'import') return <ImportFile kind="guests" changes={USERS_KEY} onClose={close} />;
  return (
    <div className="stack gap-14">
      <header className={`row flex-wrap gap-10 ${styles.head}`}>
        <h1 className="line-on-phone">{say`Users`}</h1>
        <RefreshButton aria-busy={list.isFetching} onClick={() => void refresh()} />
        <CsvButton
          className="grow-auto"
          call="getUsersCsv"
          query={() => ({ ...filter })}
          fileName="users-export.csv"
          label={say`Export`}
          savedText={userNotices.exported}
          failedText={say`Export failed`}
        />
        <SelectionButtons
          selection={selection}
          onDone={() => setSelection(EMPTY_SELECTION)}
          onEmail={() => mailTo(selection)}
        />
        <Button className="grow-auto" look="plain" onClick={() => setOpen({ dialog: 'import' })}>
          <FileUp />
          {say`Import guests`}
        </Button>
        <Button className="grow-auto" onClick={() => setOpen({ dialog: 'invite' })}>
          <UserPlus />
          {say`Invite to the team`}
        </Button>
      </header>
      <LiveTrouble />
      <Invitations />
      <UserFigures />
      <UserFilters list={listState} total={list.data?.pages.at(-1)?.total} />
      <UsersList
        list={list}
        state={listState}
        selection={selection}
        onSelection={setSelection}
        onOpen={(dialog, user) =>
          dialog === 'email' ? mailTo({ kind: 'some', people: new Map([[user.id, user]]) }) : setOpen({ dialog, user })
        }
      />
      {open?.dialog === 'edit' && (
        <EditUserDialog
          user={open.user}
          onClose={close}
          onDeactivate={() => setOpen({ dialog: 'deactivate', user: open.user })}
        />
      )}
      {open?.dialog === 'deactivate' && <DeactivateDialog user={open.user} onClose={close} />}
      {open?.dialog === 'invite' && <InviteDialog onClose={close} />}
      {open?.dialog === 'email' && <ComposeDialog to={open.to} onClose={close} />}
    </div>
  );
}

function DeactivateDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const deactivate = useCall('deactivateUser', {
    changes: [USERS_KEY],
    doneText: () => userNotices.deactivatedForGood,
    failed: say`Failed to deactivate user`,
  });
  return (
    <ConfirmDialog
      title={say`Deactivate user ${user.displayName}?`}
      description={say`This will disable their authentication.`}
      confirmLabel={say`Deactivate`}
      look="danger-solid"
      onConfirm={async () => {
        await deactivate.send({ userId: user.id });
        onClose();
      }}
      onCancel={onClose}
    >
      <DeactivationFacts />
    </ConfirmDialog>
  );
}

function DeactivationFacts() {
  return (
    <p className="soft">{say`It ends at once, everywhere: all sessions, the PIN, API keys they created, invitations they sent and notifications on their devices. Bills and the log keep the name.`}</p>
  );
}

/** Warns that changes by others are not shown live. */
function LiveTrouble() {
  const { state, gapCount } = useStream();
  if (state !== 'lost') return null;
  return (
    <Banner tone="warn" announce="status">
      {gapCount === 0 ? say`Failed to setup real-time updates` : say`Real-time updates failed`}
    </Banner>
  );
}

function UserFigures() {
  const query = useQuery({
    ...apiQuery([...USERS_KEY, 'figures'], 'getUserAnalytics'),
    refetchInterval: CACHE_LIFETIMES.analytics,
  });
  return (
    <Loaded query={query} failed={say`Failed to generate analytics`} rows={1} height={112}>
      {({ analytics: figures }) => (
        <StatTiles
          label={say`People in figures`}
          tiles={[
            {
              label: say`Total users`,
              value: formatCount(figures.totalUsers),
              note: say`${formatCount(figures.newThisMonth)} new this month`,
            },
            { label: say`Active users`, value: formatCount(figures.activeUsers) },
            {
              label: say`Customers`,
              value: formatCount(figures.customers),
              note: figures.admins === 1 ? say`1 admin` : say`${formatCount(figures.admins)} admins`,
            },
            {
              label: say`Total revenue`,
              // The tiles show no cents.
              value: formatMoney(centsOf(Math.round(figures.totalRevenue))).replace(/\.00$/, ''),
              note: say`${formatMoney(centsOf(figures.averageOrderValue))} average. Completed orders of people with an account; the dashboard also counts guests without one and open orders`,
            },
          ]}
        />
      )}
    </Loaded>
  );
}

interface SelectionButtonsProps {
  selection: Selection;
  onDone: () => void;
  onEmail: () => void;
}

/** What can be done with the selected users. Mail can go to all, other changes to a limited number. */
function SelectionButtons({ selection, onDone, onEmail }: SelectionButtonsProps) {
  const update = useCall('updateUsers', {
    changes: [USERS_KEY],
    doneText: (_answer, { updates }) => (updates.isActive ? userNotices.activated : userNotices.deactivated),
    failed: say`Failed to update users`,
    onDone,
  });
  const count = selectedCount(selection);
  const disabledReason =
    selection.kind === 'all' || count > USERS_PER_UPDATE_MAX ? say`At most ${USERS_PER_UPDATE_MAX} at once` : null;
  const [isAskingToDeactivate, setIsAskingToDeactivate] = useState(false);
  const setActive = async (isActive: boolean) => {
    if (selection.kind === 'some') await update.send({ userIds: [...selection.people.keys()], updates: { isActive } });
  };
  return (
    <>
      {count > 0 && (
        <ActionMenu
          trigger={
            <Button className="grow-auto" look="plain" busy={update.isBusy}>
              {say`Change (${formatCount(count)})`}
              <ChevronDown />
            </Button>
          }
          items={[
            { id: 'activate', label: say`Activate`, onSelect: () => void setActive(true), disabledReason },
            'line',
            {
              id: 'deactivate',
              label: say`Deactivate`,
              danger: true,
              onSelect: () => setIsAskingToDeactivate(true),
              disabledReason,
            },
          ]}
        />
      )}
      {isAskingToDeactivate && (
        <ConfirmDialog
          title={count === 1 ? say`Deactivate 1 user?` : say`Deactivate ${count} users?`}
          description={say`This will disable their authentication.`}
          confirmLabel={say`Deactivate`}
          look="danger-solid"
          onConfirm={async () => {
            await setActive(false);
            setIsAskingToDeactivate(false);
          }}
          onCancel={() => setIsAskingToDeactivate(false)}
        >
          <DeactivationFacts />
        </ConfirmDialog>
      )}
      <Button className="grow-auto" look="plain" onClick={onEmail}>
        <Mail />
        {count === 0 ? say`Email` : say`Email (${formatCount(count)})`}
      </Button>
    </>
  );
}

const ROLE_HINTS = {
  staff: say`Orders, tables and payments of their locations.`,
  manager: say`Also refunds, the menu and reports of their locations.`,
  accountant: say`Reads and exports reports, journals and payments of their locations. Changes nothing.`,
  admin: say`Everything, at all locations.`,
};

const inviteForm = formOf(
  {
    name: textField(say`Name`, { missing: say`Please enter a name.`, input: { maxLength: 100 } }),
    email: {
      ...textField(say`Email`, { required: true, input: { type: 'email', maxLength: 200 } }),
      problem: emailProblem,
    },
    role: valueField<InvitableRole>(say`Role`, 'staff'),
    locationIds: valueField<readonly string[]>(say`Locations`, []),
  },
  {
    check: ({ role, locationIds }) =>
      isBoundToLocations(role) && locationIds.length === 0 ? { locationIds: say`Choose at least one location.` } : {},
  },
);

/** Invites a person by mail. Nothing changes until they accept. */
function InviteDialog({ onClose }: { onClose: () => void }) {
  const locations = useLocations();
  const [sent, setSent] = useState<Answer<'inviteStaff'> | null>(null);
  const form = useRecordForm(inviteForm, {
    call: 'inviteStaff',
    body: ({ values: { locationIds, ...values } }) => ({
      ...values,
      locationIds: isBoundToLocations(values.role) ? [...locationIds] : [],
    }),
    initialValues: locations.length === 1 ? { locationIds: locations.map(({ id }) => id) } : {},
    doneText: sentText,
    changes: [INVITATIONS_KEY],
    onDone: (answer) => (answer.link ? setSent(answer) : onClose()),
  });
  const { at, draft } = form;
  if (sent) return <InvitationLink sent={sent} onClose={onClose} />;
  return (
    <EditDialog
      form={form}
      size="md"
      className="stack gap-18 two-from-600"
      title={say`Invite somebody to the team`}
      save={say`Send the invitation`}
      before={
        <p className="soft text-sm">{say`The link works once, for ${INVITATION_DAYS} days. They choose how they sign in; you never see it.`}</p>
      }
      onClose={onClose}
    >
      <TextField {...at('name')} />
      <TextField {...at('email')} />
      <div className="all-columns">
        <SegmentedField
          {...at('role')}
          options={INVITABLE_ROLES.map((role) => ({ value: role, label: roleName(role) }))}
        />
        <p className="hint above-6">{ROLE_HINTS[draft.role]}</p>
      </div>
      {isBoundToLocations(draft.role) && (
        <div className="all-columns">
          <LocationsField className="" chosen={draft.locationIds} onChosen={at('locationIds').onValue} />
          <FieldError error={at('locationIds').error} />
        </div>
      )}
    </EditDialog>
  );
}
