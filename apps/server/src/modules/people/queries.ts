import type { ResponseOf } from '@tiffin/contract';
import { cents, isLanguage, toDollars, refuse } from '@tiffin/domain/core';
import type { Db, Tx } from '../../platform/db/connection.ts';
import { userIdOf, type Actor } from '@tiffin/domain/people';
import { sql } from 'kysely';
import { isConsentOfAccount } from './consents.ts';

/** An account as its owner sees it. */
export type MeAnswer = ResponseOf<'updateMe'>['me'];

/** Reads an account for its owner; null if it does not exist. */
export async function readMe(db: Db | Tx, userId: string): Promise<MeAnswer | null> {
  const user = await db
    .selectFrom('users')
    .selectAll()
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('consents')
          .select('consents.id')
          .where(isConsentOfAccount())
          .where('purpose', '=', 'promotions')
          .where('withdrawn_at', 'is', null),
      ).as('marketing'),
    )
    .select(
      sql<boolean>`role <> 'customer' and exists (
        select from floor_tables t where t.removed_at is null
          and (role = 'admin' or t.location_id in (select location_id from user_locations where user_id = users.id))
      )`.as('has_floor'),
    )
    .where('id', '=', userId)
    .executeTakeFirst();
  if (!user) return null;
  const locations = await db.selectFrom('user_locations').select('location_id').where('user_id', '=', userId).execute();
  return {
    uid: user.id,
    email: user.email,
    emailVerified: user.email_confirmed_at !== null,
    displayName: user.name,
    photoURL: user.image,
    role: user.role,
    isAdmin: user.role === 'admin',
    locationIds: locations.map((location) => location.location_id),
    loyaltyPoints: user.loyalty_points,
    totalOrders: user.total_orders,
    totalSpent: toDollars(cents(user.total_spent_cents)),
    createdAt: user.created_at.toISOString(),
    lastLoginAt: user.last_login_at?.toISOString() ?? null,
    updatedAt: user.updated_at.toISOString(),
    isActive: user.is_active,
    phoneNumber: user.phone_number,
    countryCode: user.country_code,
    preferences: { notifications: user.notifications, marketing: Boolean(user.marketing) },
    signupMethod: user.sign_up_method,
    hasWeakPassword: user.weak_password === null ? undefined : true,
    hasFloor: user.has_floor ? true : undefined,
    language: isLanguage(user.language) ? user.language : undefined,
  };
}

/** The account of the actor. An admin key has no profile. */
export function requireUserId(actor: Actor): string {
  const userId = userIdOf(actor);
  if (userId === null) throw refuse('profile-not-found');
  return userId;
}
