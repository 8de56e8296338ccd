import { entryOf, say } from '@tiffin/domain/core';
import { KEY_AREAS, keyAreaName, ORDERING_SCOPES, READ_SCOPES } from '@tiffin/domain/people';
import { formatTime } from '../../ui/format.ts';
import type { ApiKey } from './connections-data.ts';

export const KEY_KINDS = { admin: say`Admin key`, customer: say`Customer key` };

export const SCOPE_PRESETS = {
  everything: say`Everything`,
  read: say`Read everything`,
  ordering: say`Orders and reservations`,
  chosen: say`Choose`,
};

/** What a key may do: 'Read everything', or 'Orders (change), Menu and stock (read)'. Null without a limit. */
export function scopesText(scopes: readonly string[] | null): string | null {
  if (scopes === null) return null;
  const hasExactly = (preset: readonly string[]) =>
    preset.length === scopes.length && preset.every((scope) => scopes.includes(scope));
  if (hasExactly(READ_SCOPES)) return SCOPE_PRESETS.read;
  if (hasExactly(ORDERING_SCOPES)) return SCOPE_PRESETS.ordering;
  return scopes.map(scopeText).join(', ');
}

/** A server that is newer than this tab may know other scopes. */
function scopeText(scope: string): string {
  const [code = '', access] = scope.split(':');
  const area = KEY_AREAS.find((each) => each === code);
  if (!area) return scope;
  return access === 'read' ? say`${keyAreaName(area)} (read)` : say`${keyAreaName(area)} (change)`;
}

/** Where and until when a key works, as far as it is limited. */
export function limitsText(
  { scopes, locationIds, origins, expiresAt }: ApiKey,
  names: Readonly<Record<string, string>>,
  timeZone: string,
  now: Date,
): string | null {
  const parts = [
    scopesText(scopes),
    locationIds && say`only at ${locationIds.map((id) => entryOf(names, id) ?? id).join(', ')}`,
    origins && say`also from ${origins.join(', ')}`,
    expiresAt && new Date(expiresAt) > now ? say`until ${formatTime(expiresAt, 'day', timeZone)}` : null,
  ].filter((part) => part !== null);
  return parts.length > 0 ? parts.join(', ') : null;
}
