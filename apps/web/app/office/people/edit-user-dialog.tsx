import { useState } from 'react';
import { userNotices } from '@tiffin/domain/errors';
import { ROLES, USER_FORM_HAS_ERRORS, isBoundToLocations, roleName } from '@tiffin/domain/people';
import { say } from '@tiffin/domain/core';
import { conflictingVersion } from '../../shared/live/event-payload.ts';
import { errorTextOrServerMessage, hasServerMessage } from '../../shared/errors/error-text.ts';
import { Button } from '../../ui/button.tsx';
import { Segmented } from '../../ui/choices.tsx';
import { Switch } from '../../ui/boxes.tsx';
import { ConfirmDialog, Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { EditForm, TextField } from '../../ui/form-fields.tsx';
import { TextInput } from '../../ui/inputs.tsx';
import { toast } from '../../ui/toasts.ts';
import { useForm } from '../../ui/use-form.ts';
import { PlacesField } from './places-field.tsx';
import { texts } from './texts.ts';
import { userForm, withPlaces } from './user-codec.ts';
import { useDisableTwoFactor, useUpdateUser, useUserDetails, type User, type UserDetails } from './use-users.ts';
import { useBackOffice } from '../../shared/session/back-office.tsx';
import { classNames } from '../../ui/class-names.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { centsOf, formatMoney, formatTime } from '../../ui/format.ts';
import { formatCount } from '../../ui/figures.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Time } from '../../ui/time.tsx';
import styles from './people.module.css';

const REASONS = {
  'order-completed': say`Order completed`,
  'order-refunded': say`Order refunded`,
  adjustment: say`Adjusted`,
};

interface Props {
  user: User;
  onClose: () => void;
  onDeactivate: () => void;
}

export function EditUserDialog({ user, onClose, onDeactivate }: Props) {
  const [note, setNote] = useState('');
  const details = useUserDetails(user.id);
  const form = useUserForm(user, note, onClose);
  const { at, draft } = form;
  const isActive = at('isActive');

  return (
    <Dialog
      open
      onClose={onClose}
      unsaved={form.isTyped}
      title={say`Edit user`}
      description={say`${user.email}, cannot be changed`}
      footer={
        <>
          <Button look="ghost" size="lg" className={styles.deactivate} onClick={onDeactivate}>
            {say`Deactivate`}
          </Button>
          <Button type="submit" form="edit-user" size="lg" busy={form.busy}>
            {say`Save`}
          </Button>
        </>
      }
    >
      <EditForm
        form={form}
        id="edit-user"
        className="stack gap-18 two-from-600"
        failed={userNotices.updateFailed}
        conflict={say`Somebody else changed this person while you were editing them.`}
      >
        <TextField {...at('displayName')} />
        <TextField {...at('phoneNumber')} />
        <Segmented
          className="all-columns"
          legend={at('role').label}
          options={ROLES.map((role) => ({ value: role, label: roleName(role) }))}
          value={draft.role}
          onValue={at('role').onValue}
        />
        {isBoundToLocations(draft.role) && (
          <PlacesField className="all-columns" chosen={draft.locationIds} onChosen={at('locationIds').onValue} />
        )}
        <TextField {...at('loyaltyPoints')} />
        <div className={`grid gap-6 content-start ${styles.editStatus}`}>
          <span className="label">{isActive.label}</span>
          <Switch
            label={isActive.value ? say`Active` : say`Inactive`}
            checked={isActive.value}
            onChange={(event) => isActive.onValue(event.target.checked)}
          />
        </div>
        {form.updates.loyaltyPoints !== undefined && (
          <Field label={say`Why do you change the points?`} optional className="all-columns">
            <TextInput value={note} maxLength={200} onChange={(event) => setNote(event.target.value)} />
          </Field>
        )}
        <UserFacts className="all-columns" user={user} details={details} />
      </EditForm>
    </Dialog>
  );
}

/** The note explains a change of the points. */
function useUserForm(user: User, note: string, onDone: () => void) {
  const update = useUpdateUser();
  return useForm(userForm, user, {
    save: async ({ values, updates, base }) => {
      if (base && Object.keys(updates).length > 0) {
        await update.mutateAsync({
          userId: base.id,
          updates: withPlaces(updates, values),
          version: base.version,
          ...(updates.loyaltyPoints !== undefined && note.trim() && { note: note.trim() }),
        });
      }
      toast.success(userNotices.updated);
      onDone();
    },
    savedMeanwhile: (error) => conflictingVersion<User>(error, 'user', 'version'),
    refused: (error) => {
      // A person reads it while choosing what to do instead, so it stays above the form.
      if (hasServerMessage(error, [409])) return error.message;
      toast.error(userNotices.updateFailed, { description: errorTextOrServerMessage(error, [404]) });
      return null;
    },
    onWrong: () => toast.error(USER_FORM_HAS_ERRORS),
  });
}

/** Facts worth knowing before editing a user. */
function UserFacts({
  user,
  details,
  className,
}: {
  user: User;
  details: UseQueryResult<UserDetails>;
  className: string;
}) {
  const lastSignInText = user.lastLoginAt
    ? say`last signed in ${formatTime(user.lastLoginAt, 'day')}`
    : say`never signed in`;
  return (
    <div className={classNames('hint grid gap-8 line-above', styles.facts, className)}>
      <p>
        {texts.orders(user.totalOrders, formatMoney(centsOf(user.totalSpent)))}.{' '}
        {say`Joined ${formatTime(user.createdAt, 'day')}`}, {lastSignInText}.
      </p>
      {details.isPending && <Skeleton height={40} />}
      {details.isError && <p role="alert">{userNotices.detailsFailed}</p>}
      {details.data && <More details={details.data} />}
    </div>
  );
}

function More({ details: { consent, welcomeCode, hasCodes, hasPasskeys, points, user } }: { details: UserDetails }) {
  return (
    <>
      <p>{offersText(consent)}</p>
      {welcomeCode && user.totalOrders === 0 && <p>{say`Welcome code for 10% off the first order: ${welcomeCode}`}</p>}
      {(hasCodes || hasPasskeys) && <Codes user={user} />}
      {points.length > 0 && (
        <details>
          <summary className="touch-height middle pointer weight-600 ink">{say`Latest points`}</summary>
          <ul className="grid gap-6">
            {points.map((entry) => (
              <li className="flex gap-12 digits" key={`${entry.at} ${entry.orderId} ${entry.points}`}>
                <Time at={entry.at} look="day" />
                <span className="grow">
                  {entry.note ?? `${REASONS[entry.reason]}${entry.orderId ? ` ${entry.orderId}` : ''}`}
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

/** Lets an admin turn off two-factor codes for a person who lost their phone. */
function Codes({ user }: { user: User }) {
  const [isConfirming, setIsConfirming] = useState(false);
  const off = useDisableTwoFactor();
  const { me } = useBackOffice();

  async function switchOff() {
    try {
      toast.success((await off.mutateAsync(user.id)).message);
    } catch (error) {
      toast.error(userNotices.codesOffFailed, { description: errorTextOrServerMessage(error, [404, 409]) });
    }
    setIsConfirming(false);
  }

  return (
    <div className="row between gap-12">
      <span>{say`Signs in with codes from their phone, or a passkey.`}</span>
      <Button
        look="line"
        size="sm"
        disabledReason={me.uid === user.id ? userNotices.ownCodes : null}
        onClick={() => setIsConfirming(true)}
      >
        {say`Switch codes and passkeys off`}
      </Button>
      {isConfirming && (
        <ConfirmDialog
          open
          title={say`Switch off the codes and passkeys of ${user.displayName}?`}
          description={say`For somebody who lost their phone and recovery codes. They are signed out everywhere, sign in with only their password until they set up new ones, and are told by email.`}
          confirmLabel={say`Switch codes and passkeys off`}
          cancelLabel={say`Cancel`}
          onConfirm={switchOff}
          onCancel={() => setIsConfirming(false)}
        />
      )}
    </div>
  );
}

function offersText(consent: UserDetails['consent']): string {
  if (!consent) return say`Receives no offers: has not agreed to any.`;
  if (consent.withdrawnAt) return say`Receives no offers: unsubscribed on ${formatTime(consent.withdrawnAt, 'day')}.`;
  return say`Receives offers: agreed on ${formatTime(consent.agreedAt, 'day')} (${consent.source}).`;
}
