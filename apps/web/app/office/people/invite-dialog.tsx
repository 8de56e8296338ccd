import {
  emailProblem,
  INVITABLE_ROLES,
  INVITATION_DAYS,
  isBoundToLocations,
  roleName,
  type InvitableRole,
} from '@tiffin/domain/people';
import { useRecordForm } from '../../shared/page/use-record-form.ts';
import { FieldError } from '../../ui/field.tsx';
import { formOf, textField, valueField } from '../../ui/form.ts';
import { EditDialog, SegmentedField, TextField } from '../../ui/form-fields.tsx';
import { INVITATIONS_KEY } from './invitations.tsx';
import { PlacesField } from './places-field.tsx';
import { texts } from './texts.ts';

const inviteForm = formOf(
  {
    name: textField(texts.inviteFields.name, { missing: texts.inviteNameMissing, input: { maxLength: 100 } }),
    email: textField(texts.inviteFields.email, { required: true, input: { type: 'email', maxLength: 200 } }),
    role: valueField<InvitableRole>(texts.inviteFields.role, 'staff'),
    locationIds: valueField<readonly string[]>(texts.fields.locationIds, []),
  },
  {
    check: ({ email, role, locationIds }) => {
      const problem = emailProblem(email);
      return {
        ...(problem && { email: problem }),
        ...(isBoundToLocations(role) && locationIds.length === 0 && { locationIds: texts.needsLocation }),
      };
    },
  },
);

/** Invites a person by mail. Nothing changes until they accept. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const form = useRecordForm(inviteForm, null, {
    call: 'inviteStaff',
    body: ({ values: { locationIds, ...values } }) => ({
      ...values,
      locationIds: isBoundToLocations(values.role) ? [...locationIds] : [],
    }),
    done: ({ invitation }) => texts.inviteSent(invitation.email),
    changes: [INVITATIONS_KEY],
    onDone: onClose,
  });
  const { at, draft } = form;
  return (
    <EditDialog
      form={form}
      size="md"
      className="stack gap-18 two-from-600"
      title={texts.inviteTitle}
      save={texts.inviteSend}
      before={<p className="soft text-sm">{texts.inviteHint(INVITATION_DAYS)}</p>}
      onClose={onClose}
    >
      <TextField {...at('name')} />
      <TextField {...at('email')} />
      <div className="all-columns">
        <SegmentedField
          {...at('role')}
          options={INVITABLE_ROLES.map((role) => ({ value: role, label: roleName(role) }))}
        />
        <p className="hint above-6">{texts.inviteRoles[draft.role]}</p>
      </div>
      {isBoundToLocations(draft.role) && (
        <div className="all-columns">
          <PlacesField className="" chosen={draft.locationIds} onChosen={at('locationIds').onValue} />
          <FieldError error={at('locationIds').error} />
        </div>
      )}
    </EditDialog>
  );
}
