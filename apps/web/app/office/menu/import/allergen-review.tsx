import { useState } from 'react';
import { ArrowLeft } from 'lucide-react';
import { HOME_COUNTRY } from '@tiffin/domain/locations';
import { allergenChoices, allergenHints, allergenName, type AllergenId } from '@tiffin/domain/menu';
import { say } from '@tiffin/domain/core';
import { useSingleKeys } from '../../../shared/page/single-keys.ts';
import { allergensText } from '../../../shared/dish/dish-marks.tsx';
import { useOnline } from '../../../shared/offline/online.ts';
import { useLocations } from '../../../shared/site/site.ts';
import { Button } from '../../../ui/button.tsx';
import { Chip, Segmented } from '../../../ui/choices.tsx';
import { FieldError } from '../../../ui/field.tsx';
import { formatMoney } from '../../../ui/format.ts';
import { Panel } from '../../../ui/panel.tsx';
import { useMenuActions } from '../actions.ts';
import { categoryNamed, type Dish, type EditableLocation, type EditedMenu } from '../menu-data.ts';
import styles from './moving.module.css';

const OFFLINE = say`Dishes can be confirmed once the connection is back.`;

export function unstatedDishes(dishes: readonly Dish[]): Dish[] {
  return dishes.filter(({ allergens }) => allergens === null);
}

/** Goes through dishes whose allergens nobody has stated, one after the other. */
export function AllergenReview({ menu, onClose }: { menu: EditedMenu; onClose: () => void }) {
  const { location, dishes, categories } = menu;
  // The list stays as it was opened, so that a confirmed dish does not move the others.
  const [list] = useState(() => unstatedDishes(dishes).map(({ id }) => id));
  const [chosen, setChosen] = useState(list[0]);
  const open = unstatedDishes(dishes);
  const dish = open.find(({ id }) => id === chosen) ?? open[0];
  const goOn = () => {
    const at = open.findIndex(({ id }) => id === dish?.id);
    setChosen((open[at + 1] ?? open.find(({ id }) => id !== dish?.id))?.id);
  };
  return (
    <div className="stack gap-16">
      <header className="row flex-wrap between gap-10">
        <h1>{say`What do these dishes contain?`}</h1>
        <Button look="quiet" onClick={onClose}>
          <ArrowLeft />
          {say`Go on later`}
        </Button>
      </header>
      <p role="status">
        {open.length === 0
          ? say`Every dish of this menu is confirmed.`
          : `${open.length === 1 ? say`1 dish: confirm` : say`${open.length} dishes: confirm`} ${say`what they contain. Until then guests read “Ask us about allergens”.`}`}
      </p>
      {dish && (
        <div className={`stack gap-16 align-start ${styles.review}`}>
          <DishCard
            key={dish.id}
            location={location}
            dish={dish}
            category={categoryNamed(dish.category, categories)}
            position={say`Dish ${list.indexOf(dish.id) + 1} of ${list.length}`}
            onNext={goOn}
          />
          <nav aria-label={say`Dishes`} className={styles.reviewList}>
            {open.map(({ id, name }) => (
              <Button
                key={id}
                look={id === dish.id ? 'line' : 'plain'}
                aria-current={id === dish.id ? 'true' : undefined}
                onClick={() => setChosen(id)}
              >
                {name}
              </Button>
            ))}
          </nav>
        </div>
      )}
    </div>
  );
}

type Diet = 'vegetarian' | 'vegan' | 'neither';
const ALLERGEN_KEYS = '1234567890-';

interface DishCardProps {
  location: EditableLocation;
  dish: Dish;
  category: string;
  position: string;
  onNext: () => void;
}

function DishCard({ location, dish, category, position, onNext }: DishCardProps) {
  const online = useOnline();
  const { update } = useMenuActions();
  const country = useLocations().find(({ id }) => id === location.id)?.country ?? HOME_COUNTRY;
  const [marks, setMarks] = useState<readonly AllergenId[]>([]);
  const [diet, setDiet] = useState<Diet>(dish.isVegan ? 'vegan' : dish.isVegetarian ? 'vegetarian' : 'neither');
  const [problem, setProblem] = useState<string | null>(null);
  const hints = allergenHints(`${dish.name} ${dish.description}`);
  // Allergens that the text names come first.
  const choices = allergenChoices(country, null).toSorted((a, b) => Number(hints.has(b.id)) - Number(hints.has(a.id)));
  const toggle = (id: AllergenId) =>
    setMarks((before) => (before.includes(id) ? before.filter((each) => each !== id) : [...before, id]));

  async function state(allergens: readonly AllergenId[]) {
    if (update.isBusy || !online) return;
    setProblem(null);
    const updates = { allergens: [...allergens], isVegan: diet === 'vegan', isVegetarian: diet !== 'neither' };
    const saved = await update.send({ locationId: location.id, itemId: dish.id, updates, version: dish.version });
    if (saved) onNext();
  }
  const confirm = () =>
    marks.length === 0 ? setProblem(say`Choose what it contains, or press “None of these”.`) : void state(marks);
  useReviewKeys({ toggle: (at) => choices[at] && toggle(choices[at].id), setDiet, confirm });

  return (
    <Panel title={dish.name} explain={`${category}, ${formatMoney(dish.price)}. ${position}`}>
      {dish.description && <p className="soft">{dish.description}</p>}
      <fieldset className="grid gap-8">
        <legend className="label below-4">{say`What does it contain?`}</legend>
        <div className="flex flex-wrap gap-8">
          {choices.map(({ id, name }) => {
            const words = hints.get(id);
            return (
              <Chip
                key={id}
                className={words ? styles.hinted : undefined}
                label={
                  <span>
                    {name} {words && <small className="hint">{`“${words.join(', ')}”?`}</small>}
                  </span>
                }
                checked={marks.includes(id)}
                onChange={() => toggle(id)}
              />
            );
          })}
        </div>
      </fieldset>
      <Segmented<Diet>
        legend={say`Diet`}
        options={[
          { value: 'vegetarian', label: say`Vegetarian` },
          { value: 'vegan', label: say`Vegan` },
          { value: 'neither', label: say`Neither` },
        ]}
        value={diet}
        onValue={setDiet}
      />
      <p className="hint" aria-live="polite">
        {say`Guests read`}: {allergensText(marks.length === 0 ? null : marks.map(allergenName))}
      </p>
      <FieldError error={problem ?? update.error} />
      <div className="row flex-wrap gap-8">
        <Button busy={update.isBusy} disabledReason={online ? null : OFFLINE} onClick={confirm}>
          {say`Confirm, next dish`}
        </Button>
        <Button look="line" disabledReason={online ? null : OFFLINE} onClick={() => void state([])}>
          {say`None of these`}
        </Button>
        <Button look="quiet" onClick={onNext}>
          {say`Later`}
        </Button>
      </div>
      <p className="hint">
        {hints.size > 0 &&
          `${say`Words in question marks were found in the dish’s text. Nothing is set until you press it.`} `}
        {say`Keys: 1–9, 0 and - for allergens, V, G and N for the diet, Enter confirms.`}
      </p>
    </Panel>
  );
}

/** Shortcuts of the review, for whoever goes through many dishes. */
function useReviewKeys(on: {
  readonly toggle: (at: number) => void;
  readonly setDiet: (diet: Diet) => void;
  readonly confirm: () => void;
}): void {
  useSingleKeys((event) => {
    const { target } = event;
    if (!(target instanceof HTMLElement)) return;
    const at = ALLERGEN_KEYS.indexOf(event.key);
    if (at >= 0 && event.key.length === 1) on.toggle(at);
    else if (event.key === 'v') on.setDiet('vegetarian');
    else if (event.key === 'g') on.setDiet('vegan');
    else if (event.key === 'n') on.setDiet('neither');
    // A focused button or link does what it says.
    else if (event.key === 'Enter' && target.closest('button, a') === null) on.confirm();
  });
}
