import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { MapPin } from 'lucide-react';
import { say, type DateText } from '@tiffin/domain/core';
import { DEFAULT_PAY_PERIOD, payPeriodOf } from '@tiffin/domain/day';
import { addDays } from '@tiffin/domain/hours';
import { authorise, isAccountant, isAssignedTo } from '@tiffin/domain/people';
import type { ReportPeriod } from '@tiffin/domain/stats';
import { apiQuery, useRefetchOn } from '../../shared/api/queries.ts';
import { Loaded } from '../../shared/page/loaded.tsx';
import { useBackOffice } from '../../shared/session/back-office.tsx';
import { useBusinessDay } from '../../shared/site/business-day.ts';
import { useLocations, type Location } from '../../shared/site/site.ts';
import { optionsOf, Segmented } from '../../ui/choices.tsx';
import { useLocationPicker } from '../../shared/site/location-picker.tsx';
import { IconState } from '../../ui/states.tsx';
import { TimeClock } from './time-clock.tsx';
import { Hours } from './hours.tsx';
import { Pay } from './pay.tsx';
import { Tips } from './tips.tsx';

const PERIODS = {
  day: say`Today so far`,
  current: say`This pay period`,
  last: say`Last pay period`,
  month: say`Last 31 days`,
} as const;
type Period = keyof typeof PERIODS;

function daysOfPeriod(chosen: Period, today: DateText, { payPeriod, payPeriodFrom = null }: Location): ReportPeriod {
  if (chosen === 'day') return { from: today, to: today };
  if (chosen === 'month') return { from: addDays(today, -30), to: today };
  const periodOf = (day: DateText) => payPeriodOf(day, payPeriod ?? DEFAULT_PAY_PERIOD, payPeriodFrom);
  const current = periodOf(today);
  return chosen === 'current' ? current : periodOf(addDays(current.from, -1));
}

/** Who gets which tips, and who worked when. Staff see their own. */
export default function TipsSection() {
  const { actor } = useBackOffice();
  const locations = useLocations().filter(({ id }) => isAssignedTo(actor, id));
  const [period, setPeriod] = useState<Period>('day');
  const { chosen, picker } = useLocationPicker(locations);
  if (!chosen)
    return <IconState title={say`No location yet`} text={say`An admin can give you one.`} icon={<MapPin />} />;
  return (
    <div className="stack gap-14">
      <header className="row flex-wrap gap-10">
        <h1 className="grow">{say`Tips and hours`}</h1>
        {picker}
        <Segmented legend={say`Period`} legendHidden value={period} onValue={setPeriod} options={optionsOf(PERIODS)} />
      </header>
      <TipsAndHours key={`${chosen.id} ${period}`} location={chosen} period={period} />
    </div>
  );
}

function TipsAndHours({ location, period }: { location: Location; period: Period }) {
  const { actor } = useBackOffice();
  const { id: locationId, timeZone: zone } = location;
  const today = useBusinessDay([location])(locationId);
  const { from, to } = daysOfPeriod(period, today, location);
  const query = { locationId, from, to };
  const hours = useQuery(apiQuery(['hours', locationId, from, to], 'getHours', { query }));
  const tips = useQuery(apiQuery(['tips', locationId, from, to], 'getTipShares', { query }));
  useRefetchOn(['day.changed', 'reset'], ['hours', locationId]);
  useRefetchOn(['day.changed', 'order.updated', 'reset'], ['tips', locationId]);
  useRefetchOn(['day.changed', 'order.updated', 'reset'], ['pay', locationId]);
  const year = Number(today.slice(0, 4));
  const w2Years = location.country === 'US' ? [year, year - 1] : [];
  const mayManage = authorise('work.manage', actor, { locationId }).ok;
  return (
    <>
      <Loaded query={hours} failed={say`The hours could not be loaded`}>
        {({ people }) => !isAccountant(actor) && <TimeClock locationId={locationId} zone={zone} people={people} />}
      </Loaded>
      <Pay query={query} w2Years={w2Years} maySave={mayManage || isAccountant(actor)} />
      <Loaded query={tips} failed={say`The tips could not be loaded`}>
        {(data) => <Tips locationId={locationId} tips={data} people={hours.data?.people ?? []} mayManage={mayManage} />}
      </Loaded>
      {hours.data && <Hours locationId={locationId} zone={zone} hours={hours.data} mayManage={mayManage} />}
    </>
  );
}
