import { useState } from 'react';
import { ChefHat, MapPin } from 'lucide-react';
import { formatTime } from '../../ui/format.ts';
import { errorText } from '../../shared/errors/error-text.ts';
import { useAddressState } from '../../shared/page/address-state.ts';
import type { WireStation } from '../../shared/order/stations.ts';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/inputs.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { ErrorState, IconState } from '../../ui/states.tsx';
import { DeleteStationDialog } from './delete-dialog.tsx';
import { PickupScreens } from './pickup-screens.tsx';
import { StationDialog } from './station-dialog.tsx';
import { nameOf, optionKey, useKitchenLocations, useRuleNames, useStations, type RuleNames } from './stations-data.ts';
import { texts } from './texts.ts';

/** The stations of a kitchen: what goes where, and whether their screens are online. */
export default function StationsSection() {
  const places = useKitchenLocations();
  const [requested, choose] = useAddressState('location', '');
  const list = places.data ?? [];
  const chosen = list.find(({ id }) => id === requested) ?? list[0] ?? null;
  return (
    <div className="stack gap-14">
      <header className="row flex-wrap gap-10">
        <h1 className="grow">{texts.title}</h1>
        {list.length > 1 && chosen && (
          <Select aria-label={texts.location} value={chosen.id} onChange={(event) => choose(event.target.value)}>
            {list.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </header>
      <p className="hint">{texts.explain}</p>
      {places.isPending && <SkeletonRows label={texts.loading} rows={3} height={88} />}
      {places.error && <LoadFailure error={places.error} onRetry={() => void places.refetch()} />}
      {places.data && !chosen && (
        <IconState title={texts.noLocations} text={texts.noLocationsText} icon={<MapPin aria-hidden="true" />} />
      )}
      {chosen && <StationList key={chosen.id} locationId={chosen.id} />}
      {chosen && <PickupScreens key={`screens ${chosen.id}`} locationId={chosen.id} />}
    </div>
  );
}

function LoadFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <ErrorState title={texts.loadFailed} text={errorText(error)}>
      <Button onClick={onRetry}>{texts.tryAgain}</Button>
    </ErrorState>
  );
}

type OpenDialog = { readonly kind: 'new' } | { readonly kind: 'edit' | 'delete'; readonly stationId: string } | null;

function StationList({ locationId }: { locationId: string }) {
  const { data, error, isPending, refetch } = useStations(locationId);
  const { data: names } = useRuleNames(locationId);
  const [dialog, setDialog] = useState<OpenDialog>(null);
  if (isPending) return <SkeletonRows label={texts.loading} rows={3} height={88} />;
  if (!data) return <LoadFailure error={error} onRetry={() => void refetch()} />;
  const named = dialog && dialog.kind !== 'new' ? data.find((each) => each.stationId === dialog.stationId) : undefined;
  const others = data.filter((each) => each !== named);
  const close = () => setDialog(null);
  return (
    <>
      {data.length === 0 && (
        <IconState title={texts.none} text={texts.noneText} icon={<ChefHat aria-hidden="true" />} />
      )}
      {data.map((station) => (
        <StationPanel
          key={station.stationId}
          station={station}
          stations={data}
          names={names}
          onEdit={() => setDialog({ kind: 'edit', stationId: station.stationId })}
        />
      ))}
      <div>
        <Button onClick={() => setDialog({ kind: 'new' })}>{texts.add}</Button>
      </div>
      {dialog && (dialog.kind === 'new' || (dialog.kind === 'edit' && named)) && (
        <StationDialog
          locationId={locationId}
          station={named ?? null}
          others={others}
          onDelete={() => named && setDialog({ kind: 'delete', stationId: named.stationId })}
          onClose={close}
        />
      )}
      {dialog?.kind === 'delete' && named && <DeleteStationDialog station={named} others={others} onClose={close} />}
    </>
  );
}

function StationPanel({
  station,
  stations,
  names,
  onEdit,
}: {
  station: WireStation;
  stations: readonly WireStation[];
  names: RuleNames | undefined;
  onEdit: () => void;
}) {
  const { name, isOnline, seenAt, openDishes, fallbackId, kind } = station;
  const fallback = stations.find(({ stationId }) => stationId === fallbackId)?.name ?? texts.pass;
  return (
    <Panel
      title={name}
      explain={rulesText(station, names)}
      aside={
        <Button look="line" size="sm" aria-label={texts.edit(name)} onClick={onEdit}>
          {texts.editWord}
        </Button>
      }
    >
      <ul className="row flex-wrap gap-8-16 text-sm">
        <li className={isOnline ? 'success-ink' : 'danger'}>
          {isOnline ? texts.online : texts.offline(formatTime(seenAt, 'time'))}
        </li>
        <li>{texts.open(openDishes)}</li>
        {kind !== 'pass' && <li>{texts.fallback(fallback)}</li>}
      </ul>
    </Panel>
  );
}

/** 'Breads, Paneer Tikka, option Papad' */
function rulesText(
  { kind, isDefault, categories, itemIds, options }: WireStation,
  names: RuleNames | undefined,
): string {
  const rules = [
    ...(kind === 'pass' ? [texts.isPass] : []),
    ...categories.map((id) => nameOf(names?.categories, id)),
    ...itemIds.map((id) => nameOf(names?.dishes, id)),
    ...options.map(({ groupId, optionId }) => texts.withOption(nameOf(names?.options, optionKey(groupId, optionId)))),
    ...(isDefault ? [texts.rest] : []),
  ];
  return rules.length > 0 ? rules.join(', ') : texts.nothing;
}
