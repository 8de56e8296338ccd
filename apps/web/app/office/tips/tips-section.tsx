import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { MapPin } from 'lucide-react';
import { say } from '@tiffin/domain/core';
import { addDays } from '@tiffin/domain/hours';
import { authorise, isAccountant, isAssignedTo } from '@tiffin/domain/people';
import { mondayOf } from '@tiffin/domain/stats';
import { apiQuery } from '../../shared/api/queries.ts';
import { useAddressState } from '../../shared/page/address-state.ts';
import { Loaded } from '../../shared/page/loaded.tsx';
import { useBackOffice } from '../../shared/session/back-office.tsx';
import { useLocations } from '../../shared/site/site.ts';
import { Segmented } from '../../ui/choices.tsx';
import { isoDay } from '../../ui/format.ts';
import { NamedOptions, Select } from '../../ui/inputs.tsx';
import { IconState } from '../../ui/states.tsx';
import { Clock } from './clock.tsx';
import { Hours } from './hours.tsx';
import { Tips } from './tips.tsx';

/** How many days each choice goes back; a week begins on Monday. */
const PERIODS = { day: say`Today so far`, week: say`This week`, month: say`Last 31 days` } as const;
type Period = keyof typeof PERIODS;

/** Who gets which tips, and who worked when. Staff see their own. */
export default function TipsSection() {
  const { actor } = useBackOffice();
  const locations = useLocations().filter(({ id }) => isAssignedTo(actor, id));
  const [requested, choose] = useAddressState('location', '');
  const [period, setPeriod] = useState<Period>('day');
  const chosen = locations.find(({ id }) => id === requested) ?? locations[0];
  if (!chosen)
    return <IconState title={say`No location yet`} text={say`An admin can give you one.`} icon={<MapPin />} />;
  return (
    <div className="stack gap-14">
      <header className="row flex-wrap gap-10">
        <h1 className="grow">{say`Tips and hours`}</h1>
        {locations.length > 1 && (
          <Select aria-label={say`Location`} value={chosen.id} onChange={(event) => choose(event.target.value)}>
            <NamedOptions options={locations} />
          </Select>
        )}
        <Segmented
          legend={say`Period`}
          legendHidden
          value={period}
          onValue={setPeriod}
          options={(['day', 'week', 'month'] as const).map((value) => ({ value, label: PERIODS[value] }))}
        />
      </header>
      <Place key={`${chosen.id} ${period}`} locationId={chosen.id} zone={chosen.timeZone} period={period} />
    </div>
  );
}

interface PlaceProps {
  locationId: string;
  zone: string;
  period: Period;
}

/** The server says which business day it is; until then the wall clock is near enough. */
function Place({ locationId, zone, period }: PlaceProps) {
  const { actor } = useBackOffice();
  const [date] = useState(() => isoDay(new Date(), zone));
  const query = { locationId, from: date, to: date };
  const now = useQuery(apiQuery(['hours', locationId, date, date], 'getHours', { query }));
  return (
    <Loaded query={now} failed={say`The hours could not be loaded`}>
      {(hours) => (
        <>
          {!isAccountant(actor) && <Clock locationId={locationId} hours={hours} />}
          <TipsAndHours locationId={locationId} zone={zone} period={period} today={hours.today} />
        </>
      )}
    </Loaded>
  );
}

function TipsAndHours({ locationId, zone, period, today }: PlaceProps & { today: string }) {
  const { actor } = useBackOffice();
  const from = { day: today, week: mondayOf(today), month: addDays(today, -30) }[period];
  const query = { locationId, from, to: today };
  const hours = useQuery(apiQuery(['hours', locationId, from, today], 'getHours', { query }));
  const tips = useQuery(apiQuery(['tips', locationId, from, today], 'getTipShares', { query }));
  const mayManage = authorise('work.manage', actor, { locationId }).ok;
  return (
    <>
      <Loaded query={tips} failed={say`The tips could not be loaded`}>
        {(data) => <Tips locationId={locationId} tips={data} mayManage={mayManage} />}
      </Loaded>
      <Loaded query={hours} failed={say`The hours could not be loaded`}>
        {(data) => <Hours locationId={locationId} zone={zone} hours={data} mayManage={mayManage} />}
      </Loaded>
    </>
  );
}
