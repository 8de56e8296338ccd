import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { roleName } from '@tiffin/domain/people';
import { say } from '@tiffin/domain/core';
import type { Answer } from '../../shared/api/api.ts';
import { apiQuery } from '../../shared/api/queries.ts';
import { useCall } from '../../shared/api/use-call.ts';
import { useLocations } from '../../shared/site/site.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { formatTime } from '../../ui/format.ts';
import { Panel } from '../../ui/panel.tsx';
import { CopyLine } from '../../ui/secret-shown.tsx';

const invitedAsText = (role: string, locations: string) => (locations === '' ? role : `${role}, ${locations}`);

export type Invitation = Answer<'getInvitations'>['invitations'][number];

export const INVITATIONS_KEY = ['invitations'] as const;

/** The people who were invited and did not accept yet. Nothing is shown without any. */
export function Invitations() {
  const { data } = useQuery(apiQuery(INVITATIONS_KEY, 'getInvitations'));
  const invitations = data?.invitations ?? [];
  if (invitations.length === 0) return null;
  return (
    <Panel title={say`Invited, not here yet`}>
      <ul className="ruled">
        {invitations.map((invitation) => (
          <InvitationRow key={invitation.id} invitation={invitation} />
        ))}
      </ul>
    </Panel>
  );
}

/** The link of an invitation that could not be mailed, to hand over. Only for answers with a link. */
export function InvitationLink({ sent, onClose }: { sent: Answer<'inviteStaff'>; onClose: () => void }) {
  const { invitation } = sent;
  const url = new URL(sent.link ?? '/', location.origin);
  // A server that was not told its public address writes the one it listens on, such as 0.0.0.0.
  const link = location.origin + url.pathname + url.search;
  return (
    <Dialog size="md" onClose={onClose} title={say`Invitation of ${invitation.name}`}>
      <p>{say`No mail server is set up, so no email can be sent. Give this link to ${invitation.name} yourself:`}</p>
      <CopyLine text={link} label={say`Copy the link`} />
    </Dialog>
  );
}

/** The toast after inviting. An answer has a link only if no email can be sent. */
export const sentText = ({ invitation, link }: Answer<'inviteStaff'>) =>
  link ? say`The invitation is ready, but no email can be sent` : say`Invitation sent to ${invitation.email}`;

function InvitationRow({ invitation }: { invitation: Invitation }) {
  const { id: invitationId, name, email, role, locationIds, expiresAt, hasExpired } = invitation;
  const changes = [INVITATIONS_KEY];
  const [sent, setSent] = useState<Answer<'inviteStaff'> | null>(null);
  const resend = useCall('resendInvitation', {
    doneText: sentText,
    failed: say`The invitation was not sent`,
    changes,
    onDone: setSent,
  });
  const withdraw = useCall('withdrawInvitation', {
    doneText: () => say`The invitation was withdrawn`,
    failed: say`The invitation was not withdrawn`,
    changes,
  });
  const locations = useLocations().filter((each) => locationIds.includes(each.id));
  const locationNames = locations.map((each) => each.name).join(', ');
  const day = formatTime(expiresAt, 'day');
  return (
    <li className="row flex-wrap gap-8-16">
      <div className="grow min-width-0">
        <b>{name}</b> <span className="soft">{email}</span>
        <p className="hint">
          {invitedAsText(roleName(role), locationNames)}. {hasExpired ? say`Expired on ${day}` : say`Until ${day}`}
        </p>
      </div>
      <Button
        look="plain"
        size="sm"
        busy={resend.isBusy}
        aria-label={say`Send again to ${name}`}
        onClick={() => void resend.send({ invitationId })}
      >
        {say`Send again`}
      </Button>
      <Button
        look="ghost"
        size="sm"
        busy={withdraw.isBusy}
        aria-label={say`Withdraw the invitation of ${name}`}
        onClick={() => void withdraw.send({ invitationId })}
      >
        {say`Withdraw`}
      </Button>
      {sent?.link && <InvitationLink sent={sent} onClose={() => setSent(null)} />}
    </li>
  );
}
