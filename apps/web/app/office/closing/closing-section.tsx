import { MapPin } from 'lucide-react';
import { say } from '@tiffin/domain/core';
import { authorise, isAssignedTo } from '@tiffin/domain/people';
import { useBackOffice } from '../../shared/session/back-office.tsx';
import { useLocations } from '../../shared/site/site.ts';
import { useLocationPicker } from '../../shared/site/location-picker.tsx';
import { IconState } from '../../ui/states.tsx';
import { CloseDay } from './close-day.tsx';
import { Drawers } from './drawers.tsx';

/** The day's money: staff open and count drawers, managers also close the day. */
export default function ClosingSection() {
  const { actor } = useBackOffice();
  const locations = useLocations().filter(({ id }) => isAssignedTo(actor, id));
  const { chosen, picker } = useLocationPicker(locations);
  if (!chosen)
    return <IconState title={say`No location to close`} text={say`An admin can give you one.`} icon={<MapPin />} />;
  const mayClose = authorise('drawer.manage', actor, { locationId: chosen.id }).ok;
  return (
    <div className="stack gap-14">
      <header className="row flex-wrap gap-10">
        <h1 className="grow">{say`Closing`}</h1>
        {picker}
      </header>
      {mayClose ? (
        <CloseDay key={chosen.id} locationId={chosen.id} />
      ) : (
        <Drawers key={chosen.id} locationId={chosen.id} mayManage={false} />
      )}
    </div>
  );
}
