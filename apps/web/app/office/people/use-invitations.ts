import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, type Answer, type Body } from '../../shared/api/api.ts';
import { apiQuery } from '../../shared/api/queries.ts';
import { withFreshSignIn } from '../../shared/session/fresh-sign-in.ts';

export type Invitation = Answer<'getInvitations'>['invitations'][number];

const ROOT = ['invitations'] as const;

export function useInvitations() {
  return useQuery(apiQuery(ROOT, 'getInvitations'));
}

/** Invites a person. `key` makes a repeated request send one mail. */
export function useInviteStaff() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ body, key }: { body: Body<'inviteStaff'>; key: string }) =>
      withFreshSignIn(() => api('inviteStaff', { body }, { idempotencyKey: key })),
    onSettled: () => void client.invalidateQueries({ queryKey: ROOT }),
  });
}

export function useResendInvitation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (invitationId: string) => withFreshSignIn(() => api('resendInvitation', { body: { invitationId } })),
    onSettled: () => void client.invalidateQueries({ queryKey: ROOT }),
  });
}

export function useWithdrawInvitation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (invitationId: string) => withFreshSignIn(() => api('withdrawInvitation', { body: { invitationId } })),
    onSettled: () => void client.invalidateQueries({ queryKey: ROOT }),
  });
}
