import type { WireStation } from '../../shared/order/stations.ts';

/** The options of a select that names a station. */
export function StationOptions({ stations }: { stations: readonly WireStation[] }) {
  return stations.map(({ stationId, name }) => (
    <option key={stationId} value={stationId}>
      {name}
    </option>
  ));
}
