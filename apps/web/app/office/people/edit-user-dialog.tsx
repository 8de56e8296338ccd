import { useState, type FormEvent } from 'react';
import { userNotices } from '@tiffin/domain/errors';
import { ROLES, USER_FORM_HAS_ERRORS } from '@tiffin/domain/people';
import { ApiError } from '../../shared/api/api-error.ts';
import { wordsFor } from '../../shared/errors/words.ts';
import { Button } from '../../ui/button.tsx';
import { Segmented, Switch } from '../../ui/choices.tsx';
import { Conflict } from '../../ui/conflict.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { TextInput } from '../../ui/inputs.tsx';
import { toast } from '../../ui/toasts.ts';
import styles from './edit-user-dialog.module.css';
import { draftOf, problemsOf, reconcile, updatesOf, type Clash, type Draft } from './draft.ts';
import { PlacesField } from './places-field.tsx';
import { ROLE_NAMES, texts } from './texts.ts';
import { UserFacts } from './user-facts.tsx';
import { useUpdateUser, useUserDetails, type User } from './use-users.ts';

interface Props {
  user: User;
  onClose: () => void;
  onDeactivate: () => void;
}

export function EditUserDialog({ user, onClose, onDeactivate }: Props) {
  const [base, setBase] = useState(() => ({ fields: draftOf(user), version: user.version }));
  const [draft, setDraft] = useState(base.fields);
  const [clashes, setClashes] = useState<readonly Clash[]>([]);
  const [note, setNote] = useState('');
  const [checked, setChecked] = useState(false);
  const details = useUserDetails(user.id);
  const update = useUpdateUser();
  const errors = checked ? problemsOf(draft) : {};
  const change = (what: Partial<Draft>) => setDraft((now) => ({ ...now, ...what }));
  const worksSomewhere = draft.role === 'staff' || draft.role === 'manager';
  const changesPoints = draft.loyaltyPoints !== base.fields.loyaltyPoints;

  async function save(event: FormEvent) {
    event.preventDefault();
    setChecked(true);
    if (Object.keys(problemsOf(draft)).length > 0) {
      toast.error(USER_FORM_HAS_ERRORS);
      return;
    }
    const updates = updatesOf(base.fields, draft);
    try {
      if (Object.keys(updates).length > 0) {
        await update.mutateAsync({
          userId: user.id,
          updates,
          version: base.version,
          ...(changesPoints && note.trim() && { note: note.trim() }),
        });
      }
      toast.success(userNotices.updated);
      onClose();
    } catch (error) {
      const theirs = presentUser(error);
      if (theirs) return takeIn(theirs);
      toast.error(userNotices.updateFailed, { description: wordsFor(error) });
    }
  }

  function takeIn(theirs: User) {
    const reconciled = reconcile(base.fields, draft, theirs);
    setBase({ fields: reconciled.base, version: theirs.version });
    setDraft(reconciled.draft);
    setClashes(reconciled.changes);
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
        {clashes.length > 0 && (
          <div className={styles.wide}>
            <Conflict
              texts={texts.conflict}
              changes={clashes}
              readable={readable}
              onChoose={(field, value) => change({ [field]: value })}
            />
          </div>
        )}
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

/** The person as they are now, which a refusal for being late carries. */
function presentUser(error: unknown): User | null {
  if (!(error instanceof ApiError) || error.code !== 'conflict') return null;
  const { user } = error.details;
  // It is the answer of the same contract.
  return typeof user === 'object' && user !== null && 'version' in user ? (user as User) : null;
}

function readable(field: keyof Draft, value: unknown): string {
  if (field === 'isActive') return value === true ? texts.active : texts.inactive;
  if (field === 'role') return ROLE_NAMES[value as User['role']];
  return (Array.isArray(value) ? value.join(', ') : String(value)) || texts.conflict.nothing;
}
