import { refuse } from '@tiffin/domain/core';
import type { Actor } from '@tiffin/domain/people';
import type { Context } from '../../context.ts';
import type { From } from '../../http/implement.ts';
import { managerBehind, type Person } from './managers-word.ts';

/**
 * Whoever stands with their PIN for what a colleague does at a shared tablet; null when nobody does. Before the
 * transaction: a wrong try counts whatever becomes of the deed.
 */
export async function approver(
  context: Context,
  actor: Actor,
  from: From,
  approval: { readonly userId: string; readonly pin: string } | null | undefined,
): Promise<Person | null> {
  if (!approval) return null;
  if (actor.kind !== 'person' || !from.signedIn?.tablet) {
    throw refuse('manager-needed', 'A PIN counts on a shared tablet only. Please ask a manager to do this.');
  }
  return managerBehind(context, actor, approval);
}
