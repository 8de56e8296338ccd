import { refuse, say } from '@tiffin/domain/core';
import { SYSTEM_ACTOR, type Role } from '@tiffin/domain/people';
import type { Context, Tx } from '../../context.ts';
import { endLinks } from '../../platform/auth/verifications.ts';
import { STAFF_PROVIDER } from '../../platform/auth/staff-provider.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { recordAuditEntry } from '../log/record-audit-entries.ts';
import { deletePushFollowers } from '../outbox/push-followers.ts';
import { removeSecondFactors } from './add-person.ts';
import { markEmailConfirmed } from './confirm-email.ts';
import { setPromotionConsent } from './consents.ts';
import { notifyAccountOwner } from './notify-account-owner.ts';
import { endSessions } from './sign-in-sessions.ts';

type Parts = Pick<Context, 'config' | 'db' | 'clock' | 'ids' | 'events' | 'publicUrl'>;

/**
 * Runs before a sign-in provider is linked to an account with the same address. Whoever made the account may not be the
 * owner of the address, so its sessions and its password end, and the owner gets a mail. If the account's own session
 * never confirmed the address, nothing else that opens the account remains either.
 */
export async function prepareProviderLink(parts: Parts, userId: string, providerId: string): Promise<void> {
  await transaction(parts.db, async (tx) => {
    const account = await lockAccount(tx, userId);
    if (account && providerId === STAFF_PROVIDER) requireActiveStaff(account);
    if (!account || account.providers.length === 0) return;
    const { role, email, name, hasPassword, isConfirmed } = account;
    if (!hasPassword && isConfirmed) return;
    // Removing the second factor of staff would let a provider replace it.
    if (!isConfirmed && role !== 'customer')
      throw refuse('proof-needed', say`Please sign in with your password and confirm your email address first.`);
    const now = parts.clock.now();
    await tx
      .deleteFrom('sign_in_accounts')
      .where('user_id', '=', userId)
      .$if(isConfirmed, (accounts) => accounts.where('provider_id', '=', 'credential'))
      .execute();
    if (!isConfirmed) await removeUnconfirmedChoices(tx, { userId, email }, now);
    await endLinks(tx, userId);
    await endSessions(parts, tx, (session) => session('user_id', '=', userId));
    await markEmailConfirmed(tx, { userId, email }, now);
    await recordAuditEntry(tx, { at: now, actor: SYSTEM_ACTOR }, 'link-provider', ['user', userId], {
      after: { provider: providerId },
    });
    const provider = nameOf(parts.config, providerId);
    await notifyAccountOwner(parts, tx, { userId, email, name }, 'provider_linked', (restaurant) => ({
      subject: say`You now sign in with ${provider}`,
      message: say`Somebody, probably you, signed in to your account at ${restaurant} with ${provider}. For your safety every other device was signed out, and your password no longer works.\n\nWould you like a password again? Choose “Forgot password?” on the sign-in page.\n\nWas this not you? Then secure your ${provider} account first.`,
    }));
  });
}

/** The provider for staff proves who works here, not which guest owns an address. */
function requireActiveStaff({ role, isActive }: { readonly role: Role; readonly isActive: boolean }): void {
  if (role === 'customer') throw refuse('permission-denied');
  if (!isActive) throw refuse('account-inactive');
}

function nameOf({ OIDC_NAME }: Parts['config'], providerId: string): string {
  if (providerId === STAFF_PROVIDER && OIDC_NAME) return OIDC_NAME;
  return providerId.charAt(0).toUpperCase() + providerId.slice(1);
}

async function lockAccount(tx: Tx, userId: string) {
  const user = await tx
    .selectFrom('users')
    .select(['email', 'name', 'role', 'is_active', 'email_confirmed_at'])
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  if (!user) return null;
  const accounts = await tx
    .selectFrom('sign_in_accounts')
    .select('provider_id')
    .where('user_id', '=', userId)
    .execute();
  const providers = accounts.map(({ provider_id: id }) => id);
  return {
    ...user,
    isActive: user.is_active,
    providers,
    hasPassword: providers.includes('credential'),
    isConfirmed: user.email_confirmed_at !== null,
  };
}

/**
 * Removes what the unknown person who made an account chose. The phone number goes too, because text messages about
 * orders contain their links. Somebody else may have agreed to offers, so the owner of the address
 * decides anew.
 */
async function removeUnconfirmedChoices(
  tx: Tx,
  account: { readonly userId: string; readonly email: string },
  now: Date,
): Promise<void> {
  const { userId } = account;
  await removeSecondFactors(tx, userId);
  await setPromotionConsent(tx, account, { agrees: false, source: 'confirmed by another person', now });
  await deletePushFollowers(tx, (row) => row('user_id', '=', userId));
  await tx.updateTable('users').set({ phone_number: null }).where('id', '=', userId).execute();
}

/**
 * Runs after a password was set by the link in a mail, which proves the address. If the account's own session never
 * confirmed it, other ways into the account end, because someone else may have added them.
 */
export async function confirmByReset(parts: Parts, userId: string): Promise<void> {
  await transaction(parts.db, async (tx) => {
    const account = await lockAccount(tx, userId);
    if (!account || account.isConfirmed || account.role !== 'customer') return;
    await tx
      .deleteFrom('sign_in_accounts')
      .where('user_id', '=', userId)
      .where('provider_id', '!=', 'credential')
      .execute();
    const now = parts.clock.now();
    await removeUnconfirmedChoices(tx, { userId, email: account.email }, now);
    await endSessions(parts, tx, (session) => session('user_id', '=', userId));
    await markEmailConfirmed(tx, { userId, email: account.email }, now);
  });
}
