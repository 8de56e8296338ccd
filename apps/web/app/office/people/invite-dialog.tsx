import { useState } from 'react';
import {
  emailProblem,
  INVITABLE_ROLES,
  INVITATION_DAYS,
  isBoundToLocations,
  roleName,
  type InvitableRole,
} from '@tiffin/domain/people';
import { newKey } from '../../shared/api/new-key.ts';
import { errorText } from '../../shared/errors/error-text.ts';
import { Button } from '../../ui/button.tsx';
import { Segmented } from '../../ui/choices.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { formOf, textField, valueField } from '../../ui/form.ts';
import { EditForm, TextField } from '../../ui/form-fields.tsx';
import { toast } from '../../ui/toasts.ts';
import { useForm } from '../../ui/use-form.ts';
import { PlacesField } from './places-field.tsx';
import { texts } from './texts.ts';
import { useInviteStaff } from './use-invitations.ts';

const inviteForm = formOf(
  {
    name: textField(texts.inviteFields.name, { required: true, input: { maxLength: 100 } }),
    email: textField(texts.inviteFields.email, { required: true, input: { type: 'email', maxLength: 200 } }),
    role: valueField<InvitableRole>(texts.inviteFields.role, 'staff'),
    locationIds: valueField<readonly string[]>(texts.fields.locationIds, []),
  },
  {
    check: ({ name, email, role, locationIds }) => {
      const problem = emailProblem(email);
      return {
        ...(name.trim() === '' && { name: texts.inviteNameMissing }),
        ...(problem && { email: problem }),
        ...(isBoundToLocations(role) && locationIds.length === 0 && { locationIds: texts.needsLocation }),
      };
    },
  },
);

/** Invites a person by mail. Nothing changes until they accept. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const [key] = useState(newKey);
  const invite = useInviteStaff();
  const form = useForm(inviteForm, null, {
    save: async ({ values }) => {
      const { name, email, role, locationIds } = values;
      const { invitation } = await invite.mutateAsync({
        body: { name, email, role, locationIds: isBoundToLocations(role) ? [...locationIds] : [] },
        key: `${key} ${email}`,
      });
      toast.success(texts.inviteSent(invitation.email));
      onClose();
    },
    savedMeanwhile: () => null,
    refused: errorText,
  });
  const { at, draft } = form;
  return (
    <Dialog
      open
      onClose={onClose}
      unsaved={form.isTyped}
      title={texts.inviteTitle}
      description={texts.inviteHint(INVITATION_DAYS)}
      footer={
        <>
          <Button look="ghost" size="lg" onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button type="submit" form="invite" size="lg" busy={form.busy}>
            {texts.inviteSend}
          </Button>
        </>
      }
    >
      <EditForm form={form} id="invite" className="stack gap-18 two-from-600" conflict="">
        <TextField {...at('name')} />
        <TextField {...at('email')} />
        <div className="all-columns">
          <Segmented
            legend={at('role').label}
            options={INVITABLE_ROLES.map((role) => ({ value: role, label: roleName(role) }))}
            value={draft.role}
            onValue={at('role').onValue}
          />
          <p className="hint above-6">{texts.inviteRoles[draft.role]}</p>
        </div>
        {isBoundToLocations(draft.role) && (
          <div className="all-columns">
            <PlacesField className="" chosen={draft.locationIds} onChosen={at('locationIds').onValue} />
            {at('locationIds').error !== undefined && (
              <p role="alert" className="danger above-6">
                {at('locationIds').error}
              </p>
            )}
          </div>
        )}
      </EditForm>
    </Dialog>
  );
}
