import { refuse } from '@tiffin/domain/core';
import { userIdOf, type Actor } from '@tiffin/domain/people';

/** The account of who asks. An admin key is a machine: it has no profile. */
export function requireUserId(actor: Actor): string {
  const userId = userIdOf(actor);
  if (userId === null) throw refuse('profile-not-found');
  return userId;
}
