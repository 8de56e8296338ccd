import { asRecord, entryOf, keysOf, say, sayNow } from '../core/index.ts';
import type { SignInProof } from './recent-sign-in.ts';

/** What an entry of the audit log is about, by the groups in which the log is filtered. */
export const AUDIT_GROUPS = {
  orders: ['order', 'orders', 'payment', 'clock', 'drawer', 'closing'],
  reservations: ['reservation', 'sitting', 'floor'],
  menu: [
    'menu-item',
    'menu',
    'menu-texts',
    'menu-import',
    'category',
    'option',
    'option-group',
    'chain-dish',
    'daypart',
    'station',
    'promotion',
  ],
  people: ['user', 'guest', 'file-import', 'invitation', 'api-key', 'file', 'work', 'tips'],
  messages: ['message', 'mailing'],
  settings: ['settings', 'location', 'tablet', 'pickup-screen', 'printer', 'reader', 'webhook'],
} as const satisfies Record<string, readonly string[]>;

export type AuditGroup = keyof typeof AUDIT_GROUPS;
export const AUDIT_GROUP_NAMES = keysOf<AuditGroup>(AUDIT_GROUPS);
/** A new kind of subject does not compile before it has a group. */
export type AuditSubjectKind = (typeof AUDIT_GROUPS)[AuditGroup][number];

/** Events about access: sign-ins and failed attempts, and changes of how a person proves their identity. */
const ACCESS_EVENTS = {
  'signed-in': 'sign-ins',
  'signed-out': 'sign-ins',
  'new-device': 'sign-ins',
  'second-factor-asked': 'sign-ins',
  'identity-confirmed': 'sign-ins',
  'sign-in-failed': 'failures',
  'second-factor-failed': 'failures',
  'identity-failed': 'failures',
  'locked-out': 'failures',
  'pin-failed': 'failures',
  'pin-blocked': 'failures',
  'api-key-refused': 'failures',
  'password-reset': 'changes',
  'password-reset-requested': 'changes',
  'codes-on': 'changes',
  'codes-off': 'changes',
  'recovery-codes-created': 'changes',
} as const satisfies Record<string, AccessGroup>;

export type AccessEvent = keyof typeof ACCESS_EVENTS;
export const ACCESS_EVENT_NAMES = keysOf<AccessEvent>(ACCESS_EVENTS);

/** The entries about access, in groups. */
export type AccessGroup = 'sign-ins' | 'failures' | 'changes';

/** Events after which someone may be trying to get in. */
export const ALARMING_EVENTS = ['locked-out', 'pin-blocked', 'api-key-refused'] as const satisfies AccessEvent[];

/** What the log can be filtered by: the part of the restaurant, or entries about access. */
export const AUDIT_KINDS = [...AUDIT_GROUP_NAMES, 'access', 'sign-ins', 'failures', 'alarms'] as const;
export type AuditKind = (typeof AUDIT_KINDS)[number];

/** True for the filters that show entries about access. */
export function isAccessKind(kind: AuditKind): kind is Exclude<AuditKind, AuditGroup> {
  return !Object.hasOwn(AUDIT_GROUPS, kind);
}

/** Actions that decide who can get in and how they prove their identity. */
const ACCESS_CHANGES: ReadonlySet<string> = new Set([
  'reset-password',
  'change-password',
  'add-passkey',
  'remove-passkey',
  'switch-codes-off',
  'sign-out-devices',
  'give-pin',
  'set-up-tablet',
  'end-tablet',
  'create-user',
  'invite-staff',
  'withdraw-invitation',
  'accept-invitation',
  'create-api-key',
  'expire-api-key',
  'revoke-api-key',
]);

/** The fields of an account that change what a person may do. */
const ACCESS_FIELDS = ['role', 'locationIds', 'isActive', 'isDeleted'];

/** The group of an entry about access; null for all others. */
export function accessGroupOf(action: string, after: object | null | undefined): AccessGroup | null {
  if (action === 'unlock-tablet') return 'sign-ins';
  if (action === 'update-user' || action === 'deactivate-user') {
    return ACCESS_FIELDS.some((field) => Object.hasOwn(after ?? {}, field)) ? 'changes' : null;
  }
  return ACCESS_CHANGES.has(action) ? 'changes' : (entryOf(ACCESS_EVENTS, action) ?? null);
}

const PROOF_NAMES: Readonly<Record<SignInProof, string>> = {
  password: say`password`,
  code: say`password and code`,
  passkey: say`passkey`,
  social: say`another service`,
  pin: say`PIN`,
};

/** How a person signed in, or tried to. */
export function proofName(proof: SignInProof): string {
  return sayNow(PROOF_NAMES[proof]);
}

/** How long network addresses are kept: the default and the limits of the setting, in days. */
export const ADDRESS_DAYS = { default: 90, least: 7, most: 365 } as const;

/** How long sign-ins, failed attempts and the devices of changes are kept, in days. */
export const ACCESS_LOG_DAYS = 730;

/** An address without its last part, for lists that a bystander may see. IPv6 addresses are stored as networks. */
export function shortenAddress(address: string): string {
  const separator = address.includes('.') ? '.' : ':';
  const parts = address.replace(/::\/\d+$/, '').split(separator);
  if (parts.length < 2) return '•••';
  return [...parts.slice(0, separator === '.' ? -1 : 2), '•••'].join(separator);
}

/** Fields that refer to something by its id: locationId, location_ids, dishId, approvedBy. */
const REFERENCE = /(?:Ids?|_ids?|By|_by)$|^(?:location|locations|category|driver|by)$/;

function isReferenceField(field: string): boolean {
  return REFERENCE.test(field);
}

/** The ids to which the changed fields of an entry refer, also inside lists and objects. */
export function referencesIn(fields: unknown, isReference = false): string[] {
  if (typeof fields === 'string') return isReference && fields !== '' ? [fields] : [];
  if (Array.isArray(fields)) return fields.flatMap((each) => referencesIn(each, isReference));
  return Object.entries(asRecord(fields) ?? {}).flatMap(([field, value]) =>
    referencesIn(value, isReferenceField(field)),
  );
}

/** The fields with names in place of the ids that are known. */
export function withNames<Fields>(fields: Fields, names: Readonly<Record<string, string>>): Fields {
  // Only texts are replaced, so the type stays the same.
  return nameReferences(fields, names) as Fields;
}

function nameReferences(value: unknown, names: Readonly<Record<string, string>>, isReference = false): unknown {
  if (typeof value === 'string') return isReference && Object.hasOwn(names, value) ? names[value] : value;
  if (Array.isArray(value)) return value.map((each) => nameReferences(each, names, isReference));
  const fields = asRecord(value);
  if (!fields) return value;
  return Object.fromEntries(
    Object.entries(fields).map(([field, each]) => [field, nameReferences(each, names, isReferenceField(field))]),
  );
}
