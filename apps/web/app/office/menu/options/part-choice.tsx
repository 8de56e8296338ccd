import { Select } from '../../../ui/inputs.tsx';
import { useMenu, usePlaces, type Dish } from '../menu-data.ts';
import { texts } from './texts.ts';

interface PartChoiceProps {
  /** Dishes that are in the group already. */
  taken: readonly string[];
  onPart: (dish: Dish) => void;
}

/** Makes a dish of the menu that is being edited an option: a part of a combo. */
export function PartChoice(props: PartChoiceProps) {
  const { chosen } = usePlaces();
  return chosen && <Parts {...props} locationId={chosen.id} />;
}

function Parts({ locationId, taken, onPart }: PartChoiceProps & { locationId: string }) {
  const { data } = useMenu(locationId);
  const dishes = (data?.dishes ?? []).filter(({ id }) => !taken.includes(id));
  if (dishes.length === 0) return null;
  return (
    <Select
      aria-label={texts.option.addPart}
      value=""
      onChange={(event) => {
        const dish = dishes.find(({ id }) => id === event.target.value);
        if (dish) onPart(dish);
      }}
    >
      <option value="">{texts.option.addPart}</option>
      {dishes.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Select>
  );
}
