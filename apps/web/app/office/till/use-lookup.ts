import { useEffect, useEffectEvent, useRef } from 'react';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { phoneLookupStep, phoneText } from '@tiffin/domain/people';
import { runAndReport } from './run-and-report.ts';
import { guestByPhone, personByPhone } from '../../shared/api/person-by-phone.ts';
import { withLookupResult, withoutPhone, withRegularGuest, type KnownCustomer, type Till } from './till.ts';

/** Sets the phone number. A full number looks up the customer and fills in their details if the match is sure. */
export function useLookup(
  { lookup, phone: typedPhone, locationId }: Till,
  change: (change: (till: Till) => Till) => void,
): (typed: string) => void {
  const client = useQueryClient();
  const request = useRef(0);

  async function fillIn(search: string, mine: number) {
    const earlierOrders = findGuest(client, search, locationId);
    const found = await find(client, search);
    if (mine !== request.current) return;
    change((till) => withLookupResult(till, found));
    // After the accounts, because their name takes precedence.
    const guest = await earlierOrders;
    if (mine === request.current) change((till) => withRegularGuest(till, guest));
  }

  function typePhone(typed: string) {
    const phone = phoneText(typed);
    const { search } = phoneLookupStep(phone);
    const mine = ++request.current;
    change((till) => ({ ...withoutPhone(till), phone, lookup: search === null ? 'idle' : 'searching' }));
    if (search === null) return;
    void fillIn(search, mine);
  }

  // Repeats a lookup that was interrupted when the page or the component was unmounted.
  const lookAgain = useEffectEvent(() => {
    if (lookup === 'searching') typePhone(typedPhone);
  });
  useEffect(() => lookAgain(), []);

  return typePhone;
}

/** A failed lookup must not delay the order. */
async function find(client: QueryClient, phone: string): Promise<readonly KnownCustomer[]> {
  const found = await runAndReport('looking for a regular', () => client.fetchQuery(personByPhone(phone)));
  return found.success ? found.data.people : [];
}

async function findGuest(client: QueryClient, phone: string, locationId: string) {
  const found = await runAndReport('looking for earlier orders', () =>
    client.fetchQuery(guestByPhone(phone, locationId)),
  );
  return found.success ? found.data.guest : null;
}
