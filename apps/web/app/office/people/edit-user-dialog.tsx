import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { userNotices } from '@tiffin/domain/errors';
import { percentOfWelcomeCode } from '@tiffin/domain/pricing';
import { ROLES, USER_FORM_HAS_ERRORS, isBoundToLocations, roleName } from '@tiffin/domain/people';
import { say } from '@tiffin/domain/core';
import type { Answer } from '../../shared/api/api.ts';
import { apiQuery } from '../../shared/api/queries.ts';
import { useCall } from '../../shared/api/use-call.ts';
import { conflictingVersion } from '../../shared/live/event-payload.ts';
import { Loaded } from '../../shared/page/loaded.tsx';
import { useBackOffice } from '../../shared/session/back-office.tsx';
import { useServerForm } from '../../shared/page/use-record-form.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { formatCount } from '../../ui/figures.tsx';
import { EditDialog, SegmentedField, TextField } from '../../ui/form-fields.tsx';
import { formatTime } from '../../ui/format.ts';
import { Time } from '../../ui/time.tsx';
import { toast } from '../../ui/toasts.ts';
import { LocationsField } from './locations-field.tsx';
import { userForm, withLocations } from './user-codec.ts';
import { ActiveBadge, ordersText } from './user-menu.tsx';
import { USERS_KEY, type User } from './use-users.ts';
import styles from './people.module.css';

type UserDetails = Answer<'getUser'>;

const POINTS_REASONS = {
  'order-completed': say`Order completed`,
  'order-refunded': say`Order refunded`,
  redeemed: say`Spent on an order`,
  restored: say`Given back with a refund`,
  adjustment: say`Adjusted`,
};

interface EditUserDialogProps {
  user: User;
  onClose: () => void;
  onDeactivate: () => void;
}

/** Edits a user, next to what is known about them. */
export function EditUserDialog({ user, onClose, onDeactivate }: EditUserDialogProps) {
  const [pointsNote, setPointsNote] = useState('');
  const update = useCall('updateUser', { changes: [USERS_KEY] });
  const form = useServerForm(userForm, {
    record: user,
    save: async ({ values, updates, base }) => {
      if (base && Object.keys(updates).length > 0)
        await update.sendOrThrow({
          userId: base.id,
          updates: withLocations(updates, values),
          version: base.version,
          note: updates.loyaltyPoints === undefined ? undefined : pointsNote.trim() || undefined,
        });
      toast.success(userNotices.updated);
      onClose();
    },
    savedMeanwhile: (error) => conflictingVersion<User>(error, { name: 'user', fields: ['version'] }),
    onWrong: () => toast.error(USER_FORM_HAS_ERRORS),
  });
  const { at, draft } = form;
  return (
    <EditDialog
      form={form}
      size="md"
      className="stack gap-18 two-from-600"
      title={say`Edit user`}
      description={say`${user.email}, cannot be changed`}
      failed={say`Failed to update user`}
      conflict={say`Somebody else changed this person while you were editing them.`}
      extra={
        user.isActive && (
          <Button look="danger" onClick={onDeactivate}>
            {say`Deactivate`}
          </Button>
        )
      }
      onClose={onClose}
    >
      <TextField {...at('displayName')} />
      <TextField {...at('phoneNumber')} />
      <div className="all-columns">
        <SegmentedField {...at('role')} options={ROLES.map((role) => ({ value: role, label: roleName(role) }))} />
      </div>
      {isBoundToLocations(draft.role) && (
        <LocationsField className="all-columns" chosen={draft.locationIds} onChosen={at('locationIds').onValue} />
      )}
      <TextField {...at('loyaltyPoints')} />
      <div className="grid gap-6 content-start">
        <span className="label">{say`Status`}</span>
        <p>
          <ActiveBadge isActive={user.isActive} />
        </p>
      </div>
      {form.updates.loyaltyPoints !== undefined && (
        <TextField
          className="all-columns"
          label={say`Why do you change the points?`}
          optional
          maxLength={200}
          value={pointsNote}
          onValue={setPointsNote}
        />
      )}
      <UserFacts user={user} />
    </EditDialog>
  );
}

function UserFacts({ user }: { user: User }) {
  const details = useQuery({
    ...apiQuery([...USERS_KEY, 'one', user.id], 'getUser', { query: { userId: user.id } }),
    staleTime: 0,
  });
  const lastSignInText = user.lastLoginAt
    ? say`last signed in ${formatTime(user.lastLoginAt, 'day')}`
    : say`never signed in`;
  return (
    <div className={`hint grid gap-8 line-above all-columns ${styles.facts}`}>
      <p>
        {ordersText(user)}. {say`Joined ${formatTime(user.createdAt, 'day')}`}, {lastSignInText}.
      </p>
      <Loaded query={details} failed={say`Failed to load user details`} rows={1} height={40} level={3}>
        {(data) => <LoadedFacts details={data} />}
      </Loaded>
    </div>
  );
}

function LoadedFacts({ details }: { details: UserDetails }) {
  const { consent, welcomeCode, hasCodes, hasPasskeys, points, user } = details;
  const percent = percentOfWelcomeCode(welcomeCode ?? '');
  return (
    <>
      <p>{offersText(consent)}</p>
      {welcomeCode && user.totalOrders === 0 && (
        <p>{say`Welcome code for ${percent}% off the first order: ${welcomeCode}`}</p>
      )}
      {(hasCodes || hasPasskeys) && <TwoFactorReset user={user} />}
      {points.length > 0 && (
        <details>
          <summary className="touch-height middle pointer weight-600 ink">{say`Latest points`}</summary>
          <ul className="grid gap-6">
            {points.map((entry) => (
              <li className="flex gap-12 digits" key={`${entry.at} ${entry.orderId} ${entry.points}`}>
                <Time at={entry.at} look="day" />
                <span className="grow">
                  {entry.note ?? `${POINTS_REASONS[entry.reason]}${entry.orderId ? ` ${entry.orderId}` : ''}`}
                </span>
                <b className="ink">{entry.points > 0 ? `+${formatCount(entry.points)}` : formatCount(entry.points)}</b>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

/** Lets an admin switch off the codes and passkeys of a person who lost their phone. */
function TwoFactorReset({ user }: { user: User }) {
  const { me } = useBackOffice();
  const reset = useCall('resetSecondStep', {
    changes: [USERS_KEY],
    doneText: ({ message }) => message,
    failed: say`The codes could not be switched off`,
  });
  return (
    <div className="row between gap-12">
      <span>{say`Signs in with codes from their phone, or a passkey.`}</span>
      <ConfirmButton
        look="line"
        size="sm"
        disabledReason={me.uid === user.id ? userNotices.ownCodes : null}
        question={{
          title: say`Switch off the codes and passkeys of ${user.displayName}?`,
          text: say`For somebody who lost their phone and recovery codes. They are signed out everywhere, sign in with only their password until they set up new ones, and are told by email.`,
          confirm: say`Switch codes and passkeys off`,
        }}
        onConfirm={() => reset.send({ userId: user.id })}
      >
        {say`Switch codes and passkeys off`}
      </ConfirmButton>
    </div>
  );
}

function offersText(consent: UserDetails['consent']): string {
  if (!consent) return say`Receives no offers: has not agreed to any.`;
  if (consent.withdrawnAt) return say`Receives no offers: unsubscribed on ${formatTime(consent.withdrawnAt, 'day')}.`;
  return say`Receives offers: agreed on ${formatTime(consent.agreedAt, 'day')} (${consent.source}).`;
}
