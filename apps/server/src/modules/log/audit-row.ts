import { hostname } from 'node:os';
import {
  accessGroupOf,
  actorIdOf,
  parseClient,
  type AccessGroup,
  type Actor,
  type AuditSubjectKind,
  type SignInProof,
} from '@tiffin/domain/people';

/** The request that caused an entry. */
export interface EntryOrigin {
  readonly requestId: string;
  readonly address: string | null;
  readonly userAgent?: string | null | undefined;
  /** The session and the shared tablet it belongs to. */
  readonly signedIn?:
    | { readonly tablet: { readonly id: string } | null; readonly isStaff?: boolean }
    | null
    | undefined;
}

/** Who did what to which record. */
export interface AuditEntry {
  readonly at: Date;
  readonly actor: Actor;
  /** Verb-noun, e.g. `update-menu-item`, or what happened, e.g. `signed-in` */
  readonly action: string;
  readonly subject: { readonly kind: AuditSubjectKind; readonly id: string };
  readonly locationId?: string | null;
  readonly before?: object | null;
  readonly after?: object | null;
  /** How the person proved who they are, or tried to. */
  readonly provenBy?: SignInProof | null | undefined;
  /** The shared tablet, if the session does not name it. */
  readonly tabletId?: string | undefined;
  /** Null for commands on the server. */
  readonly from?: EntryOrigin | null;
}

/** The row of an entry. Entries about the access of staff have further columns. */
export function auditRow(entry: AuditEntry) {
  const { at, actor, action, subject, locationId, before, after, from } = entry;
  const access = isAboutStaff(entry) ? accessGroupOf(action, after) : null;
  return {
    at,
    ...actorColumns(actor),
    action,
    subject_kind: subject.kind,
    subject_id: subject.id,
    location_id: locationId ?? null,
    before: before ? JSON.stringify(before) : null,
    after: after ? JSON.stringify(after) : null,
    request_id: from?.requestId ?? null,
    address: from?.address ?? null,
    ...(access && accessColumns(access, entry)),
  };
}

/** Tells the copies of the server apart. */
const COPY = `${hostname()}:${process.pid}`.slice(0, 100);

function accessColumns(access: AccessGroup, { at, provenBy, tabletId, from }: AuditEntry) {
  return {
    access,
    last_at: at,
    proven_by: provenBy ?? null,
    tablet_id: tabletId ?? from?.signedIn?.tablet?.id ?? null,
    ...parseClient(from?.userAgent),
    copy: COPY,
  };
}

/** Customers change their passwords too, but only entries about staff have the columns of access. */
function isAboutStaff({ actor, from }: AuditEntry): boolean {
  // Staff who lack a second factor or a strong password act as customers.
  return actor.kind !== 'person' || actor.role !== 'customer' || from?.signedIn?.isStaff === true;
}

export function actorColumns(actor: Actor) {
  return { actor_kind: actor.kind, actor_id: actorIdOf(actor), actor_name: 'name' in actor ? actor.name : null };
}
