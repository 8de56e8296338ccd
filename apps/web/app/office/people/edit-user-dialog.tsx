import { useState } from 'react';
import { userNotices } from '@tiffin/domain/errors';
import { ROLES, USER_FORM_HAS_ERRORS } from '@tiffin/domain/people';
import { savedMeanwhile } from '../../shared/live/event-payload.ts';
import { wordsFor } from '../../shared/errors/words.ts';
import { Button } from '../../ui/button.tsx';
import { Segmented, Switch } from '../../ui/choices.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { EditForm, TextField } from '../../ui/form-fields.tsx';
import { TextInput } from '../../ui/inputs.tsx';
import { toast } from '../../ui/toasts.ts';
import { useForm } from '../../ui/use-form.ts';
import styles from './edit-user-dialog.module.css';
import { PlacesField } from './places-field.tsx';
import { ROLE_NAMES, texts } from './texts.ts';
import { UserFacts } from './user-facts.tsx';
import { userForm, withPlaces } from './user-form.ts';
import { useUpdateUser, useUserDetails, type User } from './use-users.ts';

interface Props {
  user: User;
  onClose: () => void;
  onDeactivate: () => void;
}

export function EditUserDialog({ user, onClose, onDeactivate }: Props) {
  const [note, setNote] = useState('');
  const details = useUserDetails(user.id);
  const update = useUpdateUser();
  const form = useForm(userForm, user, {
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
      onClose();
    },
    savedMeanwhile: (error) => savedMeanwhile<User>(error, 'user', 'version'),
    refused: (error) => {
      toast.error(userNotices.updateFailed, { description: wordsFor(error) });
      return null;
    },
    onWrong: () => toast.error(USER_FORM_HAS_ERRORS),
  });
  const { at, draft } = form;
  const isActive = at('isActive');

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
          <Button type="submit" form="edit-user" size="lg" busy={form.busy}>
            {texts.save}
          </Button>
        </>
      }
    >
      <EditForm form={form} id="edit-user" className={styles.form} conflict={texts.changedMeanwhile}>
        <TextField {...at('displayName')} />
        <TextField {...at('phoneNumber')} />
        <Segmented
          className={styles.wide ?? ''}
          legend={at('role').label}
          options={ROLES.map((role) => ({ value: role, label: ROLE_NAMES[role] }))}
          value={draft.role}
          onValue={at('role').onValue}
        />
        {(draft.role === 'staff' || draft.role === 'manager') && (
          <PlacesField className={styles.wide ?? ''} chosen={draft.locationIds} onChosen={at('locationIds').onValue} />
        )}
        <TextField {...at('loyaltyPoints')} />
        <div className={`grid gap-6 content-start ${styles.status}`}>
          <span>{isActive.label}</span>
          <Switch
            label={isActive.value ? texts.active : texts.inactive}
            checked={isActive.value}
            onChange={(event) => isActive.onValue(event.target.checked)}
          />
        </div>
        {form.updates.loyaltyPoints !== undefined && (
          <Field label={texts.whyPoints} optional className={styles.wide ?? ''}>
            <TextInput value={note} maxLength={200} onChange={(event) => setNote(event.target.value)} />
          </Field>
        )}
        <UserFacts className={styles.wide ?? ''} user={user} details={details} />
      </EditForm>
    </Dialog>
  );
}
