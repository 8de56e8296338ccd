import { Banner } from '../../ui/banner.tsx';
import { formatDay } from '../../ui/format.ts';
import { useFiscalStates, useRefetchFiscalStates } from './fiscal-states.ts';
import { texts } from './texts.ts';

/** Locations that take money against the law, or whose device has not signed for 48 hours. Shown on every page. */
export function FiscalAlarm() {
  useRefetchFiscalStates();
  const { data } = useFiscalStates();
  return (data?.locations ?? []).map(({ locationId, name, state, refusedFrom, device }) => {
    if (state === 'grace' && refusedFrom !== null) {
      return (
        <Banner key={locationId} tone="bad" title={texts.grace}>
          {texts.alarmText(name, formatDay(refusedFrom))}
        </Banner>
      );
    }
    if (!device?.isLate) return null;
    return (
      <Banner key={locationId} tone="bad" title={texts.late}>
        {texts.lateOf(name)}
      </Banner>
    );
  });
}
