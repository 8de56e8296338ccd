import { say } from '@tiffin/domain/core';
import { acceptInvitation, showInvitation } from '../modules/people/accept-invitation.ts';
import { inviteStaff, readInvitations, resendInvitation, withdrawInvitation } from '../modules/people/invitations.ts';
import { implement, type ImplementedCall } from '../platform/http/implement.ts';

export const invitationRoutes: readonly ImplementedCall[] = [
  implement('inviteStaff', ({ context, actor, from, body }) => inviteStaff(context, { actor, from }, body)),

  implement('getInvitations', async ({ context }) => ({
    invitations: await readInvitations(context.db, context.clock.now()),
  })),

  implement('resendInvitation', ({ context, actor, from, body }) =>
    resendInvitation(context, { actor, from }, body.invitationId),
  ),

  implement('withdrawInvitation', async ({ context, actor, from, body }) => {
    await withdrawInvitation(context, { actor, from }, body.invitationId);
    return { message: say`The invitation was withdrawn. Its link no longer works.` };
  }),

  implement('getInvitation', ({ context, actor, query }) => showInvitation(context, actor, query.token)),

  implement('acceptInvitation', ({ context, actor, from, body }) => acceptInvitation(context, { actor, from }, body)),
];
