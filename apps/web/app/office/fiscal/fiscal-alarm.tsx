import { Banner } from '../../ui/banner.tsx';
import { dayText } from './fiscal-gate.tsx';
import { useFiscalStates } from './fiscal-states.ts';
import { texts } from './texts.ts';

/** Locations that take money against the law, or whose device has not signed for 48 hours. Shown on every page. */
export function FiscalAlarm() {
  const { data } = useFiscalStates();
  return (data?.locations ?? []).map(({ locationId, name, state, refusedFrom, device }) => {
    if (state === 'grace' && refusedFrom !== null) {
      return (
        <Banner key={locationId} tone="bad" title={texts.grace}>
          {texts.alarmText(name, dayText(refusedFrom))}
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
