import { entryOf, instantOf, say } from '@tiffin/domain/core';
import { KEY_AREAS, keyAreaName, ORDERING_SCOPES, READ_SCOPES, type KeyScope } from '@tiffin/domain/people';
import { formatTime } from '../../ui/format.ts';
import { keyLimitTexts as texts } from './api-key-texts.ts';
import type { ApiKey, NewApiKey } from './use-settings.ts';

export type ScopePreset = keyof typeof texts.presets;

export interface ApiKeyDraft {
  readonly name: string;
  readonly kind: ApiKey['kind'];
  readonly preset: ScopePreset;
  /** What was chosen area by area. */
  readonly scopes: readonly KeyScope[];
  readonly locationIds: readonly string[];
  /** The last day on which the key works; empty for no expiry. */
  readonly lastDay: string;
}

export const NEW_KEY: ApiKeyDraft = {
  name: '',
  kind: 'admin',
  preset: 'everything',
  scopes: [],
  locationIds: [],
  lastDay: '',
};

/** The request for a draft. A public key works at all locations. */
export function newApiKeyOf(draft: ApiKeyDraft, timeZone: string): NewApiKey {
  const { name, kind, preset, locationIds, lastDay } = draft;
  const scopes = { everything: null, read: READ_SCOPES, ordering: ORDERING_SCOPES, chosen: draft.scopes }[preset];
  return {
    name: name.trim(),
    kind,
    ...(scopes && { scopes: [...scopes] }),
    ...(kind === 'admin' && locationIds.length > 0 && { locationIds: [...locationIds] }),
    ...(lastDay && { expiresAt: instantOf(lastDay, '23:59', timeZone).toISOString() }),
  };
}

/** What a key may do: 'Read everything', or 'Orders (change), Menu and stock (read)'. Null without a limit. */
export function scopesText(scopes: readonly string[] | null): string | null {
  if (scopes === null) return null;
  const hasExactly = (preset: readonly string[]) =>
    preset.length === scopes.length && preset.every((scope) => scopes.includes(scope));
  if (hasExactly(READ_SCOPES)) return texts.presets.read;
  if (hasExactly(ORDERING_SCOPES)) return texts.presets.ordering;
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
  { scopes, locationIds, expiresAt }: ApiKey,
  names: Readonly<Record<string, string>>,
  timeZone: string,
  now: Date,
): string | null {
  const parts = [
    scopesText(scopes),
    locationIds && say`only at ${locationIds.map((id) => entryOf(names, id) ?? id).join(', ')}`,
    expiresAt && new Date(expiresAt) > now ? say`until ${formatTime(expiresAt, 'day', timeZone)}` : null,
  ].filter((part) => part !== null);
  return parts.length > 0 ? parts.join(', ') : null;
}
