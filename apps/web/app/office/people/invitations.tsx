import { roleName } from '@tiffin/domain/people';
import { errorText } from '../../shared/errors/error-text.ts';
import { useLocations } from '../../shared/site/site.ts';
import { Button } from '../../ui/button.tsx';
import { formatTime } from '../../ui/format.ts';
import { Panel } from '../../ui/panel.tsx';
import { toast } from '../../ui/toasts.ts';
import { texts } from './texts.ts';
import { useInvitations, useResendInvitation, useWithdrawInvitation, type Invitation } from './use-invitations.ts';

/** The people who were invited and did not accept yet. Nothing is shown without any. */
export function Invitations() {
  const { data } = useInvitations();
  const invitations = data?.invitations ?? [];
  if (invitations.length === 0) return null;
  return (
    <Panel title={texts.invitations}>
      <ul className="ruled">
        {invitations.map((invitation) => (
          <InvitationRow key={invitation.id} invitation={invitation} />
        ))}
      </ul>
    </Panel>
  );
}

function InvitationRow({ invitation }: { invitation: Invitation }) {
  const { id, name, email, role, locationIds, expiresAt, hasExpired } = invitation;
  const locations = useLocations();
  const resend = useResendInvitation();
  const withdraw = useWithdrawInvitation();
  const places = locations.filter((place) => locationIds.includes(place.id)).map((place) => place.name);
  const day = formatTime(expiresAt, 'day');

  async function sendAgain() {
    try {
      await resend.mutateAsync(id);
      toast.success(texts.inviteSent(email));
    } catch (error) {
      toast.error(texts.inviteFailed, { description: errorText(error) });
    }
  }

  async function end() {
    try {
      await withdraw.mutateAsync(id);
      toast.success(texts.withdrawn);
    } catch (error) {
      toast.error(texts.withdrawFailed, { description: errorText(error) });
    }
  }

  return (
    <li className="row flex-wrap gap-8-16">
      <div className="grow min-width-0">
        <b>{name}</b> <span className="soft">{email}</span>
        <p className="hint">
          {texts.invitedAs(roleName(role), places.join(', '))}.{' '}
          {hasExpired ? texts.invitationExpired(day) : texts.invitedUntil(day)}
        </p>
      </div>
      <Button
        look="plain"
        size="sm"
        busy={resend.isPending}
        aria-label={texts.sendAgainTo(name)}
        onClick={() => void sendAgain()}
      >
        {texts.sendAgain}
      </Button>
      <Button
        look="ghost"
        size="sm"
        busy={withdraw.isPending}
        aria-label={texts.withdrawOf(name)}
        onClick={() => void end()}
      >
        {texts.withdraw}
      </Button>
    </li>
  );
}
