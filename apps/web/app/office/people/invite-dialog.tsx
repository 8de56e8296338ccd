import {
  emailProblem,
  INVITABLE_ROLES,
  INVITATION_DAYS,
  isBoundToLocations,
  roleName,
  type InvitableRole,
} from '@tiffin/domain/people';
import { say } from '@tiffin/domain/core';
import { useRecordForm } from '../../shared/page/use-record-form.ts';
import { FieldError } from '../../ui/field.tsx';
import { formOf, textField, valueField } from '../../ui/form.ts';
import { EditDialog, SegmentedField, TextField } from '../../ui/form-fields.tsx';
import { INVITATIONS_KEY } from './invitations.tsx';
import { PlacesField } from './places-field.tsx';

const INVITE_ROLES = {
  staff: say`Orders, tables and payments of their locations.`,
  manager: say`Also refunds, the menu and reports of their locations.`,
  admin: say`Everything, at all locations.`,
};

const inviteForm = formOf(
  {
    name: textField(say`Name`, { missing: say`Please enter a name.`, input: { maxLength: 100 } }),
    email: textField(say`Email`, { required: true, input: { type: 'email', maxLength: 200 } }),
    role: valueField<InvitableRole>(say`Role`, 'staff'),
    locationIds: valueField<readonly string[]>(say`Locations`, []),
  },
  {
    check: ({ email, role, locationIds }) => {
      const problem = emailProblem(email);
      return {
        ...(problem && { email: problem }),
        ...(isBoundToLocations(role) &&
          locationIds.length === 0 && { locationIds: say`Choose at least one location.` }),
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
    done: ({ invitation }) => say`Invitation sent to ${invitation.email}`,
    changes: [INVITATIONS_KEY],
    onDone: onClose,
  });
  const { at, draft } = form;
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
        <p className="hint above-6">{INVITE_ROLES[draft.role]}</p>
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
