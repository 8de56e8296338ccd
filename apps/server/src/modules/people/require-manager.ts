import { refuse, toDollars, valueOrThrow, type Cents } from '@tiffin/domain/core';
import { authorise, parseClient, worksAt, type Action, type AuditSubjectKind } from '@tiffin/domain/people';
import type { Context, Tx } from '../../context.ts';
import type { RequestOrigin } from '../../platform/http/implement.ts';
import { recordAuditEntry, type Author } from '../log/record-audit-entries.ts';
import { managersWithPin, type Person } from './manager-approval.ts';

/** Something that managers may do alone, and their colleagues only with a manager's PIN. */
interface ManagedAction {
  readonly right: Action;
  readonly locationId: string;
  /** How the audit log names the approval, and what it is about. */
  readonly approval: `allow-${string}`;
  readonly subject: readonly [AuditSubjectKind, string];
  /** The money that it is about; zero or left out if none moves. */
  readonly amount?: Cents;
  /** Why a manager is needed. */
  readonly refusalText: string;
  readonly details?: Readonly<Record<string, unknown>>;
  /** What else must hold before a PIN is enough. */
  readonly checkManager?: (manager: Person) => Promise<void>;
}

/**
 * Refuses unless the actor has the right, or a manager of the location approved with their PIN. The audit log then has
 * both people and the device. Returns the manager who approved; null if the actor needed none.
 */
export async function requireManager(
  context: Pick<Context, 'clock'>,
  tx: Tx,
  by: Author,
  { right, locationId, approval, subject, amount, refusalText, details, checkManager }: ManagedAction,
): Promise<Person | null> {
  const own = authorise(right, by.actor, { locationId });
  if (own.ok) return null;
  if (by.actor.kind !== 'person' || !worksAt(by.actor, locationId)) throw refuse(own.error.code, undefined, details);
  const manager = by.from?.manager;
  if (!manager) {
    throw refuse('manager-needed', refusalText, { managers: await managersWithPin(tx, locationId), ...details });
  }
  valueOrThrow(authorise(right, manager, { locationId }));
  await checkManager?.(manager);
  await recordAuditEntry(tx, { at: context.clock.now(), actor: manager, from: by.from }, approval, subject, {
    locationId,
    after: { amount: amount ? toDollars(amount) : undefined, doneBy: by.actor.name, device: deviceName(by.from) },
  });
  return manager;
}

/** The name of the shared tablet, or the browser and the system of another device. */
function deviceName(from: RequestOrigin | null): string | undefined {
  if (from?.signedIn?.tablet) return from.signedIn.tablet.name;
  const { browser, system } = parseClient(from?.userAgent);
  return [browser, system].filter((each) => each !== null).join(', ') || undefined;
}
