import { writeCsv } from '../core/csv.ts';
import { say, sayNow } from '../core/language.ts';
import { entryOf, humaniseCode, keysOf } from '../core/variants.ts';
import { roleName } from './actors.ts';
import type { SignInProof } from './recent-sign-in.ts';

/**
 * What the security log records, by kind. The group is what the page filters by. Kinds with `alarms` are listed first,
 * because someone may be trying to get in.
 */
interface SecurityKindFacts {
  readonly name: string;
  readonly group: 'sign-ins' | 'failures' | 'access';
  readonly alarms?: true;
}

const KINDS = {
  'signed-in': { name: say`Signed in`, group: 'sign-ins' },
  'signed-out': { name: say`Signed out`, group: 'sign-ins' },
  'new-device': { name: say`New device`, group: 'sign-ins' },
  'second-factor-asked': { name: say`Asked for the second factor`, group: 'sign-ins' },
  'identity-confirmed': { name: say`Confirmed who they are`, group: 'sign-ins' },
  'sign-in-failed': { name: say`Sign-in failed`, group: 'failures' },
  'second-factor-failed': { name: say`Wrong code`, group: 'failures' },
  'identity-failed': { name: say`Could not confirm who they are`, group: 'failures' },
  'locked-out': { name: say`Locked out`, group: 'failures', alarms: true },
  'pin-failed': { name: say`Wrong PIN`, group: 'failures' },
  'pin-blocked': { name: say`PIN blocked`, group: 'failures', alarms: true },
  'api-key-refused': { name: say`Unknown API key`, group: 'failures', alarms: true },
  'password-changed': { name: say`Password changed`, group: 'access' },
  'password-reset': { name: say`Password reset`, group: 'access' },
  'password-reset-requested': { name: say`Asked for a password reset`, group: 'access' },
  'passkey-added': { name: say`Passkey added`, group: 'access' },
  'passkey-removed': { name: say`Passkey removed`, group: 'access' },
  'codes-on': { name: say`Sign-in codes set up`, group: 'access' },
  'codes-off': { name: say`Sign-in codes removed`, group: 'access' },
  'recovery-codes-created': { name: say`New recovery codes`, group: 'access' },
  'second-factor-reset': { name: say`Second factor reset`, group: 'access' },
  'sessions-ended': { name: say`Signed out devices`, group: 'access' },
  'pin-set': { name: say`New PIN`, group: 'access' },
  'tablet-added': { name: say`Shared tablet set up`, group: 'access' },
  'tablet-removed': { name: say`Shared tablet removed`, group: 'access' },
  'staff-invited': { name: say`Invited to the team`, group: 'access' },
  'invitation-withdrawn': { name: say`Invitation withdrawn`, group: 'access' },
  'invitation-accepted': { name: say`Invitation accepted`, group: 'access' },
  'account-created': { name: say`Account created`, group: 'access' },
  'role-changed': { name: say`Role changed`, group: 'access' },
  'locations-changed': { name: say`Locations changed`, group: 'access' },
  'account-activated': { name: say`Account activated`, group: 'access' },
  'account-deactivated': { name: say`Account deactivated`, group: 'access' },
  'api-key-created': { name: say`API key created`, group: 'access' },
  'api-key-expired': { name: say`API key expired`, group: 'access' },
  'api-key-revoked': { name: say`API key revoked`, group: 'access' },
} as const satisfies Record<string, SecurityKindFacts>;

export type SecurityKind = keyof typeof KINDS;
export const SECURITY_KINDS = keysOf<SecurityKind>(KINDS);

export type SecurityGroup = SecurityKindFacts['group'];
export const SECURITY_GROUPS = ['sign-ins', 'failures', 'access'] as const satisfies readonly SecurityGroup[];

/** The name of a kind. Unknown codes get a readable name, because a browser tab can be older than the server. */
export function securityKindName(kind: string): string {
  return sayNow(entryOf<SecurityKindFacts>(KINDS, kind)?.name ?? humaniseCode(kind));
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

export function securityGroupOf(kind: SecurityKind): SecurityGroup {
  return KINDS[kind].group;
}

/** The kinds of a group, or the kind itself. */
export function securityKindsOf(filter: SecurityGroup | SecurityKind): SecurityKind[] {
  return SECURITY_KINDS.filter((kind) => kind === filter || KINDS[kind].group === filter);
}

/** The kinds to look at first. */
export const ALARMING_KINDS = SECURITY_KINDS.filter((kind) => {
  const facts: SecurityKindFacts = KINDS[kind];
  return facts.alarms === true;
});

/** How long network addresses are kept: the default and the limits of the setting, in days. */
export const ADDRESS_DAYS = { default: 90, least: 7, most: 365 } as const;

/** How long entries are kept, in days. */
export const SECURITY_LOG_DAYS = 730;

/** An address without its last part, for lists that a bystander may see. IPv6 addresses are stored as networks. */
export function shortenAddress(address: string): string {
  const separator = address.includes('.') ? '.' : ':';
  const parts = address.replace(/::\/\d+$/, '').split(separator);
  if (parts.length < 2) return '•••';
  return [...parts.slice(0, separator === '.' ? -1 : 2), '•••'].join(separator);
}

/** An entry as it is exported. */
export interface ExportedSecurityEntry {
  readonly at: string;
  readonly kind: SecurityKind;
  readonly count: number;
  readonly person: { readonly name: string } | null;
  readonly actorName: string | null;
  readonly provenBy: SignInProof | null;
  readonly tablet: { readonly name: string } | null;
  readonly browser: string | null;
  readonly system: string | null;
  readonly address: string | null;
  readonly name: string | null;
  readonly before: readonly string[] | null;
  readonly after: readonly string[] | null;
  readonly requestId: string | null;
  readonly copy: string | null;
}

export const SECURITY_COLUMNS = [
  say`Time (UTC)`,
  say`What`,
  say`Times`,
  say`Person`,
  say`By`,
  say`With`,
  say`Tablet`,
  say`Browser`,
  say`System`,
  say`Network address`,
  say`Name`,
  say`Before`,
  say`After`,
  say`Request`,
  say`Copy of the server`,
] as const;

/** The log as a CSV file, for an examination of a break-in. */
export function securityLogCsv(entries: readonly ExportedSecurityEntry[]): string {
  const rows = entries.map((entry) => [
    entry.at,
    securityKindName(entry.kind),
    entry.count,
    entry.person?.name,
    entry.actorName,
    entry.provenBy && proofName(entry.provenBy),
    entry.tablet?.name,
    entry.browser,
    entry.system,
    entry.address,
    entry.name,
    accessText(entry.kind, entry.before),
    accessText(entry.kind, entry.after),
    entry.requestId,
    entry.copy,
  ]);
  return writeCsv(SECURITY_COLUMNS.map(sayNow), rows);
}

/** Roles by their names, or the names of locations. Null if the entry has neither. */
export function accessText(kind: SecurityKind, values: readonly string[] | null): string | null {
  if (values === null) return null;
  return values.map((value) => (kind === 'locations-changed' ? value : roleName(value))).join(', ');
}
