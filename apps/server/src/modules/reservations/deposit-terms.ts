import { bookingRuleProblem, noShowLaw } from '@tiffin/domain/law';
import { depositOf } from '@tiffin/domain/reservation';
import { moneyPermission } from '../locations/money-permission.ts';
import type { LocationRow } from '../locations/queries.ts';

export function depositAddressOf({ country, region, postal_code: postalCode }: LocationRow) {
  return { country, region, postalCode };
}

/**
 * The deposit that a party pays while booking, or the fee for which its card is kept; null if it needs neither, or if the
 * law of the location does not allow it or lets it take no money now.
 */
export function depositTermsOf(location: LocationRow, party: Parameters<typeof depositOf>[1], now: Date) {
  const rules = location.booking_rules ?? [];
  const address = depositAddressOf(location);
  if (party.partySize < (noShowLaw(address)?.leastParty ?? 1)) return null;
  if (rules.some((rule) => bookingRuleProblem(rule, address) !== null)) return null;
  return moneyPermission(location, now).mayTake ? depositOf(rules, party) : null;
}
