import { asRecord } from '../core/parse-unknown.ts';

/** What an entry of the audit log is about, by the groups in which the log is filtered. */
export const AUDIT_GROUPS = {
  orders: ['order', 'orders', 'payment', 'clock'],
  reservations: ['reservation'],
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
  ],
  people: ['user', 'guest', 'invitation', 'api-key', 'file'],
  messages: ['message', 'mailing'],
  settings: ['settings', 'location', 'tablet', 'pickup-screen', 'reader'],
} as const satisfies Record<string, readonly string[]>;

export type AuditGroup = keyof typeof AUDIT_GROUPS;
export const AUDIT_GROUP_NAMES = Object.keys(AUDIT_GROUPS) as readonly AuditGroup[] as readonly [
  AuditGroup,
  ...AuditGroup[],
];
/** A new kind of subject does not compile before it has a group. */
export type AuditSubjectKind = (typeof AUDIT_GROUPS)[AuditGroup][number];

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
  return nameReferences(fields, names, false) as Fields;
}

function nameReferences(value: unknown, names: Readonly<Record<string, string>>, isReference: boolean): unknown {
  if (typeof value === 'string') return isReference && Object.hasOwn(names, value) ? names[value] : value;
  if (Array.isArray(value)) return value.map((each) => nameReferences(each, names, isReference));
  const fields = asRecord(value);
  if (!fields) return value;
  return Object.fromEntries(
    Object.entries(fields).map(([field, each]) => [field, nameReferences(each, names, isReferenceField(field))]),
  );
}
