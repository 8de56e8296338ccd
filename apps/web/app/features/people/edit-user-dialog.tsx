import { useState, type FormEvent } from 'react';
import { userNotices } from '@tiffin/domain/errors';
import { checkUserForm, phoneText, ROLES, USER_FORM_HAS_ERRORS } from '@tiffin/domain/people';
import { wordsFor } from '../../lib/words.ts';
import { Button } from '../../ui/button.tsx';
import { Segmented, Switch } from '../../ui/choices.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { TextInput } from '../../ui/inputs.tsx';
import { toast } from '../../ui/toasts.ts';
import styles from './edit-user-dialog.module.css';
import { PlacesField } from './places-field.tsx';
import { ROLE_NAMES, texts } from './texts.ts';
import { UserFacts } from './user-facts.tsx';
import { useUpdateUser, useUserDetails, type User, type UserChange } from './use-users.ts';

interface Draft {
  readonly displayName: string;
  readonly phoneNumber: string;
  readonly role: User['role'];
  readonly locationIds: readonly string[];
  readonly loyaltyPoints: string;
  readonly isActive: boolean;
}

interface Props {
  user: User;
  onClose: () => void;
  onDeactivate: () => void;
}

export function EditUserDialog({ user, onClose, onDeactivate }: Props) {
  const [draft, setDraft] = useState<Draft>(() => draftOf(user));
  const [note, setNote] = useState('');
  const [checked, setChecked] = useState(false);
  const details = useUserDetails(user.id);
  const update = useUpdateUser();
  const errors = checked ? problemsOf(draft) : {};
  const change = (what: Partial<Draft>) => setDraft((now) => ({ ...now, ...what }));
  const worksSomewhere = draft.role === 'staff' || draft.role === 'manager';
  const changesPoints = draft.loyaltyPoints !== String(user.loyaltyPoints);

  async function save(event: FormEvent) {
    event.preventDefault();
    setChecked(true);
    if (Object.keys(problemsOf(draft)).length > 0) {
      toast.error(USER_FORM_HAS_ERRORS);
      return;
    }
    const updates = changesOf(user, draft);
    try {
      if (Object.keys(updates).length > 0) {
        await update.mutateAsync({
          userId: user.id,
          updates,
          ...(changesPoints && note.trim() && { note: note.trim() }),
        });
      }
      toast.success(userNotices.updated);
      onClose();
    } catch (error) {
      toast.error(userNotices.updateFailed, { description: wordsFor(error) });
    }
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={texts.editTitle}
      description={texts.emailFixed(user.email)}
      footer={
        <>
          <Button look="ghost" size="lg" className={styles.deactivate} onClick={onDeactivate}>
            {texts.deactivate}
          </Button>
          <Button type="submit" form="edit-user" size="lg" busy={update.isPending}>
            {texts.save}
          </Button>
        </>
      }
    >
      <form id="edit-user" noValidate className={styles.form} onSubmit={(event) => void save(event)}>
        <Field label={texts.displayName} error={errors.displayName} required>
          <TextInput
            value={draft.displayName}
            maxLength={200}
            autoComplete="off"
            onChange={(event) => change({ displayName: event.target.value })}
          />
        </Field>
        <Field label={texts.phone} error={errors.phoneNumber}>
          <TextInput
            type="tel"
            value={draft.phoneNumber}
            maxLength={40}
            autoComplete="off"
            onChange={(event) => change({ phoneNumber: event.target.value })}
          />
        </Field>
        <Segmented<User['role']>
          className={styles.wide ?? ''}
          legend={texts.role}
          options={ROLES.map((role) => ({ value: role, label: ROLE_NAMES[role] }))}
          value={draft.role}
          onValue={(role) => change({ role })}
        />
        {worksSomewhere && (
          <PlacesField
            className={styles.wide ?? ''}
            chosen={draft.locationIds}
            onChosen={(locationIds) => change({ locationIds })}
          />
        )}
        <Field label={texts.loyaltyPoints} error={errors.loyaltyPoints}>
          <TextInput
            inputMode="numeric"
            value={draft.loyaltyPoints}
            maxLength={10}
            onChange={(event) => change({ loyaltyPoints: event.target.value })}
          />
        </Field>
        <div className={styles.status}>
          <span>{texts.status}</span>
          <Switch
            label={draft.isActive ? texts.active : texts.inactive}
            checked={draft.isActive}
            onChange={(event) => change({ isActive: event.target.checked })}
          />
        </div>
        {changesPoints && (
          <Field label={texts.whyPoints} optional className={styles.wide ?? ''}>
            <TextInput value={note} maxLength={200} onChange={(event) => setNote(event.target.value)} />
          </Field>
        )}
        <UserFacts className={styles.wide ?? ''} user={user} details={details} />
      </form>
    </Dialog>
  );
}

function draftOf(user: User): Draft {
  return {
    displayName: user.displayName,
    phoneNumber: user.phoneNumber ? phoneText(user.phoneNumber) : '',
    role: user.role,
    locationIds: user.locationIds,
    loyaltyPoints: String(user.loyaltyPoints),
    isActive: user.isActive,
  };
}

function problemsOf(draft: Draft): Partial<Record<'displayName' | 'phoneNumber' | 'loyaltyPoints', string>> {
  return {
    ...checkUserForm(draft),
    ...(!/^\d{1,9}$/.test(draft.loyaltyPoints.trim()) && { loyaltyPoints: texts.pointsProblem }),
  };
}

/** Only what was changed is sent: what somebody else changed meanwhile stays. */
function changesOf(user: User, draft: Draft): UserChange['updates'] {
  const before = draftOf(user);
  const changed = (field: keyof Draft) => JSON.stringify(before[field]) !== JSON.stringify(draft[field]);
  return {
    ...(changed('displayName') && { displayName: draft.displayName }),
    ...(changed('phoneNumber') && { phoneNumber: draft.phoneNumber }),
    ...(changed('role') && { role: draft.role }),
    ...((changed('locationIds') || changed('role')) && { locationIds: [...draft.locationIds] }),
    ...(changed('loyaltyPoints') && { loyaltyPoints: Number(draft.loyaltyPoints) }),
    ...(changed('isActive') && { isActive: draft.isActive }),
  };
}
