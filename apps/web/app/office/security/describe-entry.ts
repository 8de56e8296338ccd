import { accessText, proofName, securityKindName, shortenAddress } from '@tiffin/domain/people';
import { say } from '@tiffin/domain/core';
import { formatTime } from '../../ui/format.ts';
import type { SecurityEntry } from './use-security-log.ts';

/** Done on the server itself: `npm run admin`. */
const ON_SERVER = say`On the server`;

/** What an entry adds to its kind: how, how often, from what to what, by whom. */
export function entryDetails(entry: SecurityEntry): string {
  const { kind, count, provenBy, wasRefused, name, sessions, actorName } = entry;
  const before = accessText(kind, entry.before);
  const after = accessText(kind, entry.after);
  const parts = [
    provenBy && provenBy !== 'pin' && say`with ${proofName(provenBy)}`,
    count > 1 && say`${count} times in one minute`,
    count > 1 && wasRefused && say`then refused`,
    after !== null && (before === null ? after : `${before || say`no location`} → ${after || say`no location`}`),
    name !== null && `“${name}”`,
    sessions !== null && (sessions === 1 ? say`1 device` : say`${sessions} devices`),
    actorName !== null && say`by ${actorName}`,
  ];
  return parts.filter(Boolean).join(', ');
}

/** The device in words: a shared tablet by its name, a browser with its system. */
export function deviceText({ tablet, browser, system, requestId }: SecurityEntry): string {
  if (requestId === null && browser === null && system === null && tablet === null) return ON_SERVER;
  const device = browser && system ? say`${browser} on ${system}` : (browser ?? system);
  if (tablet) return device === null ? tablet.name : `${tablet.name}, ${device}`;
  return device ?? say`Unknown device`;
}

export function shortAddress({ address }: SecurityEntry): string | null {
  return address === null ? null : shortenAddress(address);
}

/** One entry of the notice above the list. */
export function alarmText(entry: SecurityEntry): string {
  const what = securityKindName(entry.kind);
  const when = formatTime(entry.at, 'date-time');
  const who = entry.tablet?.name ?? entry.person?.name;
  return who === undefined ? `${what}, ${when}` : `${what}, ${who}, ${when}`;
}

/** What followed a failure within a day. */
export function sinceText(since: NonNullable<SecurityEntry['since']>): string {
  const tries =
    since.tries === 0
      ? say`No further try within a day.`
      : since.tries === 1
        ? say`1 further try within a day.`
        : say`${since.tries} further tries within a day.`;
  const { signedIn } = since;
  if (!signedIn) return `${tries} ${say`Nobody signed in.`}`;
  const write = signedIn.isSameAddress
    ? (name: string, time: string) => say`${name} signed in on ${time}, from the same address.`
    : (name: string, time: string) => say`${name} signed in on ${time}, from another address.`;
  return `${tries} ${write(signedIn.name, formatTime(signedIn.at, 'date-time'))}`;
}
