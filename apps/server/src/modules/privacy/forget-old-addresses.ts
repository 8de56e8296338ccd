import { ACCESS_LOG_DAYS } from '@tiffin/domain/people';
import type { Context } from '../../context.ts';
import { readSite } from '../locations/restaurant/site.ts';
import { forgetOldEntries } from '../log/erase-audit-entries.ts';
import { forgetAddressesOfKeys } from '../people/erase-account.ts';

const DAY_MS = 86_400_000;

/**
 * Removes network addresses from the audit log and the last uses of API keys when the days of the restaurant's setting
 * are over. After two years, sign-ins and failed attempts are deleted, and changes lose the device.
 */
export async function forgetOldAddresses({ db, clock }: Context): Promise<void> {
  const { securityAddressDays } = await readSite(db);
  const daysAgo = (days: number) => new Date(clock.now().getTime() - days * DAY_MS);
  const addressesBefore = daysAgo(securityAddressDays);
  await forgetOldEntries(db, { addressesBefore, accessBefore: daysAgo(ACCESS_LOG_DAYS) });
  await forgetAddressesOfKeys(db, addressesBefore);
}
