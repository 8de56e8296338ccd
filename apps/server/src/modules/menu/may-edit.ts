import { refuse } from '@tiffin/domain/core';
import { authorise, type Actor } from '@tiffin/domain/people';

/** Managers edit the menus of their locations, admins all. */
export function mustEditMenu(actor: Actor, locationId: string): void {
  const may = authorise('menu.edit', actor, { locationId });
  if (!may.ok) throw refuse(may.error.code);
}
