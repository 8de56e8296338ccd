import { say } from '@tiffin/domain/core';
import { useLocations } from '../../shared/site/site.ts';
import { Chip } from '../../ui/choices.tsx';

/** The locations where this person works. Staff only access these locations' orders and tables. */
export function PlacesField({
  chosen,
  onChosen,
  className,
}: {
  chosen: readonly string[];
  onChosen: (ids: string[]) => void;
  className: string;
}) {
  const places = useLocations();
  return (
    <fieldset className={className} aria-describedby="works-at-hint">
      <legend className="label below-6">{say`Works at`}</legend>
      <div className="flex flex-wrap gap-8">
        {places.map(({ id, name }) => (
          <Chip
            key={id}
            label={name}
            checked={chosen.includes(id)}
            onChange={({ target }) => onChosen(target.checked ? [...chosen, id] : chosen.filter((each) => each !== id))}
          />
        ))}
      </div>
      <p id="works-at-hint" className="hint above-6">
        {chosen.length === 0
          ? say`None yet: they will not see any orders.`
          : say`Only orders and reservations of these locations.`}
      </p>
    </fieldset>
  );
}
