import { toDollars, ZERO, say } from '@tiffin/domain/core';
import { paths } from '../../paths.ts';
import { api, type Body } from '../../shared/api/api.ts';
import { newKey } from '../../shared/api/new-key.ts';
import { useAction } from '../../shared/api/use-action.ts';
import { refusalText } from '../../shared/errors/error-text.ts';
import { parseAmount } from '../../ui/amount-typed.ts';
import { ErrorBanner } from '../../ui/banner.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { EditForm, TextField } from '../../ui/form-fields.tsx';
import { formOf, textField } from '../../ui/form.ts';
import { useForm } from '../../ui/use-form.ts';
import { textAsFile } from '../menu/import/import-data.ts';
import { STARTERS } from '../menu/import/starters.ts';
import { LocationRequired } from './other-steps.tsx';
import type { StepProps } from './restaurant-state.ts';

const needed = (label: string, maxLength: number) =>
  textField(label, { missing: say`${label} is required`, input: { maxLength } });

type NewDish = Body<'addMenuItem'>['item'];
type Starter = (typeof STARTERS)[number];

const form = formOf({
  category: needed(say`Category`, 60),
  name: needed(say`Dish`, 100),
  description: needed(say`What is in it`, 500),
  price: {
    ...textField(say`Price`, { required: true, input: { inputMode: 'decimal', maxLength: 9 } }),
    problem: (typed: string) => ((parseAmount(typed) ?? 0) > 0 ? null : say`A price like 10.00`),
  },
});

/** Adds a first dish by hand, takes a starter menu, or imports a file. */
export function MenuStep({ restaurantState, onDone }: StepProps) {
  const { location, dishes } = restaurantState;
  if (!location) return <LocationRequired />;
  const has = dishes.shown + dishes.hidden > 0;
  return (
    <div className="stack gap-24">
      {has && (
        <div className="stack gap-12">
          <p>
            {dishes.hidden > 0
              ? dishes.shown === 1
                ? say`1 dish on the menu, ${dishes.hidden} hidden until you show them.`
                : say`${dishes.shown} dishes on the menu, ${dishes.hidden} hidden until you show them.`
              : dishes.shown === 1
                ? say`1 dish on the menu.`
                : say`${dishes.shown} dishes on the menu.`}
          </p>
          {dishes.hidden > 0 && (
            <LinkButton look="quiet" href={paths.adminDashboard('menu')}>
              {say`Check them and show them`}
            </LinkButton>
          )}
        </div>
      )}
      <FirstDish locationId={location.id} onDone={onDone} />
      {!has && <Starters locationId={location.id} onDone={onDone} />}
      <LinkButton look="line" href={paths.menuImport(location.id)}>
        {say`Import your menu from a file`}
      </LinkButton>
    </div>
  );
}

function FirstDish({ locationId, onDone }: { locationId: string; onDone: () => Promise<void> }) {
  const add = useAction(async (item: NewDish, options) => {
    const body = { locationId, item: { ...item, category: await categoryOf(item.category) } };
    await api('addMenuItem', { body }, options);
    await onDone();
  });
  const dish = useForm(form, null, {
    save: ({ values: { price, ...values } }) =>
      add.sendOrThrow({ ...values, price: toDollars(parseAmount(price) ?? ZERO), allergens: null }),
    refused: refusalText,
  });
  return (
    <EditForm form={dish} className="stack gap-16" failed={say`This could not be saved`}>
      <h3>{say`Add the first dish`}</h3>
      <div className="grid gap-16 two-from-600">
        <TextField {...dish.at('category')} />
        <TextField {...dish.at('name')} />
        <TextField {...dish.at('description')} />
        <TextField {...dish.at('price')} />
      </div>
      <Button type="submit" busy={dish.busy}>
        {say`Put it on the menu`}
      </Button>
    </EditForm>
  );
}

/** Returns the id of the category with this name and creates it if needed. */
async function categoryOf(name: string): Promise<string> {
  const { categories } = await api('getCategories');
  const there = categories.find((each) => each.name.toLowerCase() === name.trim().toLowerCase());
  return there ? there.id : (await api('addCategory', { body: { name } }, { idempotencyKey: newKey() })).category.id;
}

function Starters({ locationId, onDone }: { locationId: string; onDone: () => Promise<void> }) {
  const { send, sending, error } = useAction(
    async ({ name, csv }: Starter, options) => {
      const { base64: file } = textAsFile(name, csv);
      const body = { file, locationIds: [locationId] };
      const { token } = await api('previewMenuImport', { body });
      const taken = await api('importMenu', { body: { ...body, token } }, options);
      await onDone();
      return taken;
    },
    { done: ({ added }) => say`${added} dishes added, hidden until you show them` },
  );

  return (
    <section className="stack gap-12">
      <h3>{say`Start with a sample menu`}</h3>
      <p className="hint">{say`Its dishes are hidden at first: check prices and above all allergens, then show them.`}</p>
      <ErrorBanner title={say`This could not be saved`} says={error} />
      <div className="flex flex-wrap gap-12">
        {STARTERS.map((starter) => (
          <Button key={starter.id} look="quiet" busy={sending?.id === starter.id} onClick={() => void send(starter)}>
            {say`Start with: ${starter.name}`}
          </Button>
        ))}
      </div>
    </section>
  );
}
