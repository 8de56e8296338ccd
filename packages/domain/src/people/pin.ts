import { isAdmin, type Actor, type Role } from './actors.ts';

export const PIN_LENGTH = 6;
export const PIN_PATTERN = new RegExp(String.raw`^\d{${PIN_LENGTH}}$`);

/** The wrong tries on all tablets together, after which a manager must set a new PIN. */
export const MAX_PIN_TRIES = 5;

interface PinHolder {
  readonly userId: string;
  readonly role: Role;
  readonly locationIds: readonly string[];
}

/** Staff get a PIN from a manager, managers from an admin. Those who may set PINs can also set their own. */
export function canSetPin(actor: Actor, to: PinHolder): boolean {
  if (actor.kind !== 'person') return false;
  if (actor.userId === to.userId) return true;
  if (to.role === 'staff') return isAdmin(actor) || to.locationIds.some((id) => actor.locationIds.includes(id));
  return to.role === 'manager' && isAdmin(actor);
}
