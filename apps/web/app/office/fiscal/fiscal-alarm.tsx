import { say } from '@tiffin/domain/core';
import { Banner } from '../../ui/banner.tsx';
import { formatDay } from '../../ui/format.ts';
import { useFiscalStates, useRefetchFiscalStates } from './fiscal-states.ts';

/** Warns on every page about locations that still take money against the law. */
export function FiscalAlarm() {
  useRefetchFiscalStates();
  const { data } = useFiscalStates();
  return (data?.locations ?? []).map(
    ({ locationId, name, state, refusedFrom }) =>
      state === 'grace' &&
      refusedFrom !== null && (
        <Banner key={locationId} tone="bad" title={say`This location takes money without a certified device`}>
          {say`${name}: new orders stop on ${formatDay(refusedFrom)}. See Locations.`}
        </Banner>
      ),
  );
}
