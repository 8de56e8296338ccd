import { toDollars, ZERO } from '@tiffin/domain/core';
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
import { texts } from './texts.ts';

const needed = (label: string, maxLength: number) =>
  textField(label, { missing: texts.menu.required(label), input: { maxLength } });

type NewDish = Body<'addMenuItem'>['item'];
type Starter = (typeof STARTERS)[number];

const form = formOf({
  category: needed(texts.menu.category, 60),
  name: needed(texts.menu.dish, 100),
  description: needed(texts.menu.description, 500),
  price: {
    ...textField(texts.menu.price, { required: true, input: { inputMode: 'decimal', maxLength: 9 } }),
    problem: (typed: string) => ((parseAmount(typed) ?? 0) > 0 ? null : texts.menu.price10),
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
          <p>{texts.menu.have(dishes.shown, dishes.hidden)}</p>
          {dishes.hidden > 0 && (
            <LinkButton look="quiet" href={paths.adminDashboard('menu')}>
              {texts.menu.look}
            </LinkButton>
          )}
        </div>
      )}
      <FirstDish locationId={location.id} onDone={onDone} />
      {!has && <Starters locationId={location.id} onDone={onDone} />}
      <LinkButton look="line" href={paths.menuImport(location.id)}>
        {texts.menu.import}
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
    <EditForm form={dish} className="stack gap-16" failed={texts.failed}>
      <h3>{texts.menu.byHand}</h3>
      <div className="grid gap-16 two-from-600">
        <TextField {...dish.at('category')} />
        <TextField {...dish.at('name')} />
        <TextField {...dish.at('description')} />
        <TextField {...dish.at('price')} />
      </div>
      <Button type="submit" busy={dish.busy}>
        {texts.menu.add}
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
    { done: ({ added }) => texts.menu.taken(added) },
  );

  return (
    <section className="stack gap-12">
      <h3>{texts.menu.starter}</h3>
      <p className="hint">{texts.menu.starterHint}</p>
      <ErrorBanner title={texts.failed} says={error} />
      <div className="flex flex-wrap gap-12">
        {STARTERS.map((starter) => (
          <Button key={starter.id} look="quiet" busy={sending?.id === starter.id} onClick={() => void send(starter)}>
            {texts.menu.take(starter.name)}
          </Button>
        ))}
      </div>
    </section>
  );
}
