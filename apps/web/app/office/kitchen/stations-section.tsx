import { useState } from 'react';
import { ChefHat, MapPin } from 'lucide-react';
import { say } from '@tiffin/domain/core';
import { useWorkLocations } from '../../shared/site/work-locations.ts';
import { useLinkedPart } from '../../shared/page/linked-part.ts';
import { Loaded } from '../../shared/page/loaded.tsx';
import type { WireStation } from './stations.ts';
import { Button } from '../../ui/button.tsx';
import { formatTime } from '../../ui/format.ts';
import { Panel } from '../../ui/panel.tsx';
import { showPart } from '../../ui/parts.tsx';
import { useLocationPicker } from '../../shared/site/location-picker.tsx';
import { IconState } from '../../ui/states.tsx';
import { PickupScreens } from './pickup-screens.tsx';
import { Printers } from './printers.tsx';
import { StationDialog } from './station-dialog.tsx';
import { nameOfId, optionKey, useRuleNames, useStations, type RuleNames } from './stations-data.ts';

const LOAD_FAILED = say`The stations could not be loaded`;

export default function StationsSection() {
  const locations = useWorkLocations();
  const { chosen, picker } = useLocationPicker(locations.data ?? []);
  useLinkedPart('stations', showPart, locations.isSuccess);
  return (
    <div className="stack gap-14">
      <header className="row flex-wrap gap-10">
        <h1 className="grow">{say`Stations`}</h1>
        {picker}
      </header>
      <p className="hint">{say`Each dish goes to one station. The pass always sees every dish.`}</p>
      <Loaded query={locations} failed={LOAD_FAILED}>
        {() =>
          chosen ? (
            <>
              <StationList key={chosen.id} locationId={chosen.id} />
              <Printers key={`printers ${chosen.id}`} locationId={chosen.id} />
              <PickupScreens key={`screens ${chosen.id}`} locationId={chosen.id} />
            </>
          ) : (
            <IconState title={say`No location to set up`} text={say`An admin can give you one.`} icon={<MapPin />} />
          )
        }
      </Loaded>
    </div>
  );
}

function StationList({ locationId }: { locationId: string }) {
  const stations = useStations(locationId);
  const { data: names } = useRuleNames(locationId);
  const [open, setOpen] = useState<WireStation | 'new' | null>(null);
  return (
    <Loaded query={stations} failed={LOAD_FAILED}>
      {(list) => (
        <>
          {list.length === 0 && (
            <IconState
              title={say`One screen shows everything`}
              text={say`That is enough for a small kitchen. Add stations when two people cook different dishes.`}
              icon={<ChefHat />}
            />
          )}
          {list.map((station) => (
            <StationPanel
              key={station.stationId}
              station={station}
              stations={list}
              names={names}
              onEdit={() => setOpen(station)}
            />
          ))}
          <div>
            <Button onClick={() => setOpen('new')}>{say`New station`}</Button>
          </div>
          {open && (
            <StationDialog
              locationId={locationId}
              station={open === 'new' ? null : open}
              stations={list}
              onClose={() => setOpen(null)}
            />
          )}
        </>
      )}
    </Loaded>
  );
}

interface StationPanelProps {
  station: WireStation;
  stations: readonly WireStation[];
  names: RuleNames | undefined;
  onEdit: () => void;
}

function StationPanel({ station, stations, names, onEdit }: StationPanelProps) {
  const { name, isOnline, wasSeen, seenAt, openDishes, fallbackId, kind } = station;
  const fallbackStation = stations.find((each) =>
    fallbackId === null ? each.kind === 'pass' : each.stationId === fallbackId,
  );
  const fallback = fallbackStation?.name ?? say`Everything`;
  return (
    <Panel
      title={name}
      explain={rulesText(station, names)}
      aside={
        <Button look="line" size="sm" aria-label={say`Edit ${name}`} onClick={onEdit}>
          {say`Edit`}
        </Button>
      }
    >
      <ul className="row flex-wrap gap-8-16 text-sm">
        {wasSeen === false ? (
          <li className="soft">{say`No screen has shown it yet`}</li>
        ) : (
          <li className={isOnline ? 'success-ink' : 'danger'}>
            {isOnline ? say`Screen online` : say`No screen since ${formatTime(seenAt, 'time')}`}
          </li>
        )}
        <li>{openDishes === 1 ? say`1 open dish` : say`${openDishes} open dishes`}</li>
        {kind !== 'pass' && <li>{say`If offline: ${fallback}`}</li>}
      </ul>
    </Panel>
  );
}

/** 'Breads, Paneer Tikka, option Papad' */
function rulesText({ kind, isDefault, categories, itemIds, options }: WireStation, names: RuleNames | undefined) {
  const rules = [
    ...(kind === 'pass' ? [say`Sees every dish`] : []),
    ...categories.map((id) => nameOfId(names?.categories, id)),
    ...itemIds.map((id) => nameOfId(names?.dishes, id)),
    ...options
      .map(({ groupId, optionId }) => nameOfId(names?.options, optionKey(groupId, optionId)))
      .map((name) => say`option ${name}`),
    ...(isDefault ? [say`Everything without a rule`] : []),
  ];
  return rules.join(', ') || say`No rules`;
}
