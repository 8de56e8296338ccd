import { say } from '@tiffin/domain/core';
import { NamedOptions, Select } from '../../ui/inputs.tsx';
import { useAddressState } from '../page/address-state.ts';

/** The location that a page is about, in its address, and the field to choose another one. */
export function useLocationPicker<Row extends { readonly id: string; readonly name: string }>(
  locations: readonly Row[],
) {
  const [requested, choose] = useAddressState('location', '');
  const chosen = locations.find(({ id }) => id === requested) ?? locations[0];
  const picker = chosen && locations.length > 1 && (
    <Select aria-label={say`Location`} className="auto-width" value={chosen.id} onValue={choose}>
      <NamedOptions options={locations} />
    </Select>
  );
  return { chosen, picker };
}
