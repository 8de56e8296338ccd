import { useId, useState, type SubmitEvent } from 'react';
import {
  chosenOf,
  optionLines,
  optionsProblem,
  withoutUnavailableChoices,
  type ChosenOptions,
} from '@tiffin/domain/options';
import { say } from '@tiffin/domain/core';
import { ChoicesPlaceholder } from '../dish/coming-choices.tsx';
import { useChoices } from '../dish/dish-choices.ts';
import { LineNote } from '../dish/line-note.tsx';
import { OptionGroups, type OptionGroupsProps } from '../dish/option-groups.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { LineAllergies } from '../allergies/line-allergies.tsx';
import type { OrderChange, PlacedItem } from './use-change.ts';

interface OtherChoicesProps extends Pick<OptionGroupsProps, 'phone' | 'look'> {
  locationId: string;
  item: PlacedItem;
  change: OrderChange;
  /** Where allergies of the line can be changed. */
  country?: string;
  onClose: () => void;
}

/** The button at a line of a placed order, and its dialog. */
export function ChangeLine(props: Omit<OtherChoicesProps, 'onClose'>) {
  const [open, setOpen] = useState(false);
  const { name } = props.item;
  return (
    <>
      <Button look="quiet" size="sm" aria-label={say`Change ${name}`} onClick={() => setOpen(true)}>
        {say`Change`}
      </Button>
      {open && <OtherChoices {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Changes the options or the note of a line of a placed order. The server computes the new total. */
function OtherChoices({ locationId, item, change, country, onClose, ...rest }: OtherChoicesProps) {
  const id = useId();
  const before = change.detailsOf(item);
  // The same object at each rendering, because another one would load the options again.
  const [dish] = useState({ id: item.id, choice: 'free' as const });
  const choices = useChoices(locationId, dish, change.wantedFor);
  const [picked, setPicked] = useState<ChosenOptions>(chosenOf(before.options));
  const [note, setNote] = useState(before.note);
  const [allergies, setAllergies] = useState(before.allergies);
  const [presses, setPresses] = useState(0);
  const [isTouched, setTouched] = useState(false);
  const loadedDish = choices.state === 'loaded' ? choices.dish : null;
  const chosen = loadedDish ? withoutUnavailableChoices(loadedDish, picked) : picked;
  const problem = loadedDish && optionsProblem(loadedDish, chosen);

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!loadedDish) return;
    if (problem) {
      setPresses(presses + 1);
      return;
    }
    change.setDetails(item, { options: optionLines(loadedDish, chosen), note: note.trim(), allergies });
    onClose();
  }

  return (
    <Dialog
      onClose={onClose}
      title={say`Change ${item.name}`}
      unsaved={isTouched}
      footer={
        <Button type="submit" form={id} block disabledReason={loadedDish ? null : say`Loading ${item.name}…`}>
          {say`Save`}
        </Button>
      }
    >
      <form id={id} noValidate className="stack gap-32" onSubmit={submit} onChange={() => setTouched(true)}>
        <ChoicesPlaceholder name={item.name} choices={choices} />
        {loadedDish && (
          <OptionGroups
            {...rest}
            dish={loadedDish}
            chosen={chosen}
            onChosen={setPicked}
            problem={presses > 0 ? problem : null}
            scrollRequest={presses}
          />
        )}
        <LineNote value={note} onValue={setNote} />
        {country && <LineAllergies country={country} value={allergies} onValue={setAllergies} />}
      </form>
    </Dialog>
  );
}
