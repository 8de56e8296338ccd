import type { ReactNode } from 'react';
import { Chip } from '../../ui/choices.tsx';

/** Any number of options as chips. The chosen ids keep the order of the options. */
export function Chips<Id extends string>({
  options,
  chosen,
  onChosen,
}: {
  options: readonly { readonly id: Id; readonly name: ReactNode }[];
  chosen: readonly Id[];
  onChosen: (ids: Id[]) => void;
}) {
  return (
    <div className="flex flex-wrap gap-8">
      {options.map(({ id, name }) => (
        <Chip
          key={id}
          label={name}
          checked={chosen.includes(id)}
          onChange={(event) =>
            onChosen(
              options
                .map((each) => each.id)
                .filter((each) => (each === id ? event.target.checked : chosen.includes(each))),
            )
          }
        />
      ))}
    </div>
  );
}
