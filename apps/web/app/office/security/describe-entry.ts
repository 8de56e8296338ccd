import { accessText, proofName, securityKindName, shortenAddress } from '@tiffin/domain/people';
import { formatTime } from '../../ui/format.ts';
import { securityTexts as texts } from './texts.ts';
import type { SecurityEntry } from './use-security-log.ts';

/** What an entry adds to its kind: how, how often, from what to what, by whom. */
export function entryDetails(entry: SecurityEntry): string {
  const { kind, count, provenBy, wasRefused, name, sessions, actorName } = entry;
  const before = accessText(kind, entry.before);
  const after = accessText(kind, entry.after);
  const parts = [
    provenBy && provenBy !== 'pin' && texts.with(proofName(provenBy)),
    count > 1 && texts.times(count),
    count > 1 && wasRefused && texts.thenRefused,
    after !== null && (before === null ? after : texts.changed(before || texts.noLocation, after || texts.noLocation)),
    name !== null && texts.named(name),
    sessions !== null && texts.sessions(sessions),
    actorName !== null && texts.by(actorName),
  ];
  return parts.filter(Boolean).join(', ');
}

/** The device in words: a shared tablet by its name, a browser with its system. */
export function deviceText({ tablet, browser, system, requestId }: SecurityEntry): string {
  if (requestId === null && browser === null && system === null && tablet === null) return texts.onServer;
  const device = browser && system ? texts.on(browser, system) : (browser ?? system);
  if (tablet) return device === null ? tablet.name : texts.onTablet(tablet.name, device);
  return device ?? texts.unknownDevice;
}

export function shortAddress({ address }: SecurityEntry): string | null {
  return address === null ? null : shortenAddress(address);
}

/** One entry of the notice above the list. */
export function alarmText(entry: SecurityEntry): string {
  const what = securityKindName(entry.kind);
  const when = formatTime(entry.at, 'date-time');
  const who = entry.tablet?.name ?? entry.person?.name;
  return who === undefined ? texts.alarmOfNobody(what, when) : texts.alarm(what, who, when);
}

/** What followed a failure within a day. */
export function sinceText(since: NonNullable<SecurityEntry['since']>): string {
  const tries = since.tries === 0 ? texts.noTries : texts.tries(since.tries);
  const { signedIn } = since;
  if (!signedIn) return `${tries} ${texts.noSignIn}`;
  const write = signedIn.isSameAddress ? texts.signedInSame : texts.signedInOther;
  return `${tries} ${write(signedIn.name, formatTime(signedIn.at, 'date-time'))}`;
}
