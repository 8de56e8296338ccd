import { refuse } from '@tiffin/domain/core';
import { isAtLeast, type Actor } from '@tiffin/domain/people';
import type { Context } from '../../context.ts';
import type { From } from '../../http/implement.ts';
import { checkPin, colleaguesAt } from './pins.ts';

/**
 * Whoever stands with their PIN for what a colleague does at a shared tablet; null when nobody does. Before the
 * transaction: a wrong try counts whatever becomes of the deed.
 */
export async function approver(
  context: Context,
  actor: Actor,
  from: From,
  approval: { readonly userId: string; readonly pin: string } | null | undefined,
): Promise<{ userId: string; name: string } | null> {
  if (!approval) return null;
  if (actor.kind !== 'person' || !from.signedIn?.tablet) {
    throw refuse('manager-needed', 'A PIN counts on a shared tablet only. Please ask a manager to do this.');
  }
  const person = (await colleaguesAt(context.db, actor.locationIds)).find(({ userId }) => userId === approval.userId);
  if (!person || person.tries === null || !isAtLeast(person.role, 'manager')) {
    throw refuse('manager-needed', 'That is no manager with a PIN at this place.');
  }
  await checkPin(context, person.userId, approval.pin);
  return { userId: person.userId, name: person.name };
}
