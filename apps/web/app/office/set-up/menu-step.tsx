import { toDollars, ZERO } from '@tiffin/domain/core';
import { useState } from 'react';
import { paths } from '../../paths.ts';
import { api } from '../../shared/api/api.ts';
import { ApiError } from '../../shared/api/api-error.ts';
import { newKey } from '../../shared/api/new-key.ts';
import { errorTextOrServerMessage } from '../../shared/errors/error-text.ts';
import { parseAmount } from '../../ui/amount-typed.ts';
import { ErrorBanner } from '../../ui/banner.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { EditForm, TextField } from '../../ui/form-fields.tsx';
import { formOf, textField } from '../../ui/form.ts';
import { toast } from '../../ui/toasts.ts';
import { useForm } from '../../ui/use-form.ts';
import { textAsFile } from '../menu/import/import-data.ts';
import { STARTERS } from '../menu/import/starters.ts';
import { LocationRequired } from './other-steps.tsx';
import type { StepProps } from './restaurant-state.ts';
import { texts } from './texts.ts';

const needed = (label: string, maxLength: number) =>
  textField(label, { missing: texts.menu.required(label), input: { maxLength } });

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
  const [key] = useState(newKey);
  const dish = useForm(form, null, {
    save: async ({ values }) => {
      const category = await categoryOf(values.category);
      const price = toDollars(parseAmount(values.price) ?? ZERO);
      const item = { name: values.name, category, price, description: values.description, allergens: null };
      await api('addMenuItem', { body: { locationId, item } }, { idempotencyKey: key });
      await onDone();
    },
    savedMeanwhile: () => null,
    refused: (error) => errorTextOrServerMessage(error, [400, 404, 409]),
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
  const [taking, setTaking] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  async function take({ id, name, csv }: (typeof STARTERS)[number]) {
    setTaking(id);
    setProblem(null);
    try {
      const { base64: file } = textAsFile(name, csv);
      const body = { file, locationIds: [locationId] };
      const { token } = await api('previewMenuImport', { body });
      const taken = await api('importMenu', { body: { ...body, token } }, { idempotencyKey: newKey() });
      toast.success(texts.menu.taken(taken.added));
      await onDone();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(errorTextOrServerMessage(error, [400, 409]));
    }
    setTaking(null);
  }

  return (
    <section className="stack gap-12">
      <h3>{texts.menu.starter}</h3>
      <p className="hint">{texts.menu.starterHint}</p>
      <ErrorBanner title={texts.failed} says={problem} />
      <div className="flex flex-wrap gap-12">
        {STARTERS.map((starter) => (
          <Button key={starter.id} look="quiet" busy={taking === starter.id} onClick={() => void take(starter)}>
            {texts.menu.take(starter.name)}
          </Button>
        ))}
      </div>
    </section>
  );
}
