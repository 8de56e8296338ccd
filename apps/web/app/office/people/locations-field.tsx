import { say } from '@tiffin/domain/core';
import { useLocations } from '../../shared/site/site.ts';
import { Chips } from '../../ui/choices.tsx';

interface LocationsFieldProps {
  chosen: readonly string[];
  onChosen: (ids: string[]) => void;
  className: string;
}

/** The locations where this person works. Staff only access these locations' orders and tables. */
export function LocationsField({ chosen, onChosen, className }: LocationsFieldProps) {
  return (
    <fieldset className={className} aria-describedby="works-at-hint">
      <legend className="label below-6">{say`Works at`}</legend>
      <Chips options={useLocations()} chosen={chosen} onChosen={onChosen} />
      <p id="works-at-hint" className="hint above-6">
        {chosen.length === 0
          ? say`None yet: they will not see any orders.`
          : say`Only orders and reservations of these locations.`}
      </p>
    </fieldset>
  );
}
