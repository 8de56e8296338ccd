import { useLocations } from '../../shared/site/site.ts';
import { classNames } from '../../ui/class-names.ts';
import { Chip } from '../../ui/choices.tsx';
import styles from './places-field.module.css';
import { texts } from './texts.ts';

/** Where somebody works: only these places' orders and tables are theirs. */
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
    <fieldset className={classNames(styles.places, className)} aria-describedby="works-at-hint">
      <legend>{texts.worksAt}</legend>
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
        {chosen.length === 0 ? texts.worksNowhere : texts.worksAtHint}
      </p>
    </fieldset>
  );
}
