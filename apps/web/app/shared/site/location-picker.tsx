import { say } from '@tiffin/domain/core';
import { NamedOptions, Select } from '../../ui/inputs.tsx';
import { useAddressState } from '../page/address-state.ts';

/** The location that a page is about, in its address, and the field to choose another one. */
export function useLocationPicker<Place extends { readonly id: string; readonly name: string }>(
  places: readonly Place[],
) {
  const [requested, choose] = useAddressState('location', '');
  const chosen = places.find(({ id }) => id === requested) ?? places[0];
  const picker = chosen && places.length > 1 && (
    <Select aria-label={say`Location`} className="auto-width" value={chosen.id} onValue={choose}>
      <NamedOptions options={places} />
    </Select>
  );
  return { chosen, picker };
}
