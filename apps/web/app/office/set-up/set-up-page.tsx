import { Check } from 'lucide-react';
import type { SetUpStep } from '@tiffin/domain/restaurant';
import { startTransition, useState, type ComponentType } from 'react';
import { useLocation, useRevalidator } from 'react-router';
import { say, toDollars, ZERO } from '@tiffin/domain/core';
import { officePaths } from '../../office-paths.ts';
import { paths } from '../../paths.ts';
import { api, type Body } from '../../shared/api/api.ts';
import { useAction } from '../../shared/api/use-action.ts';
import { useHydrated } from '../../shared/page/hydrated.ts';
import { ErrorBanner } from '../../ui/banner.tsx';
import { LinkButton, Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { TextLink } from '../../ui/link.tsx';
import { newKey } from '../../shared/api/new-key.ts';
import { useServerForm } from '../../shared/page/use-record-form.ts';
import { parseAmount } from '../../ui/amount-typed.ts';
import { EditForm, TextField } from '../../ui/form-fields.tsx';
import { formOf, textField } from '../../ui/form.ts';
import '../shell/all-phone-plans.ts';
import { setUpProgress, type RestaurantState, type StepProps } from './restaurant-state.ts';
import { AppearanceStep, OrderStep, PaymentsStep, PeopleStep, PrintStep, LocationRequired } from './other-steps.tsx';
import { LocationStep } from './location-step.tsx';
import { TaxStep } from './tax-step.tsx';
import styles from './set-up.module.css';

const STEP_TEXTS = {
  look: {
    name: say`Name and look`,
    title: say`What is your restaurant called?`,
    lead: say`The name appears on the website, on receipts and in messages to your guests.`,
  },
  place: {
    name: say`Location and hours`,
    title: say`Where are you, and when?`,
    lead: say`One location now. You can add others later.`,
  },
  tax: {
    name: say`Taxes`,
    title: say`What your guests pay in tax`,
    lead: say`Based on your address. You only need to change it if you sell something special.`,
  },
  menu: {
    name: say`Menu`,
    title: say`What do you cook?`,
    lead: say`One dish is enough to start. You can change dishes and prices at any time.`,
  },
  payments: {
    name: say`Payments`,
    title: say`How do guests pay?`,
    lead: say`Cash works right away. You can add cards later.`,
  },
  people: { name: say`People`, title: say`Who works with you?`, lead: say`You can do this at any time.` },
  print: { name: say`QR code`, title: say`Print it`, lead: say`One at the counter and one in the window.` },
  order: {
    name: say`Test order`,
    title: say`Order something yourself`,
    lead: say`The kitchen will ring. Cancel the order on the board afterwards, so that no figure includes it.`,
  },
} satisfies Record<SetUpStep, { name: string; title: string; lead: string }>;

const STEPS: Readonly<Record<SetUpStep, ComponentType<StepProps>>> = {
  look: AppearanceStep,
  place: LocationStep,
  tax: TaxStep,
  menu: MenuStep,
  payments: PaymentsStep,
  people: PeopleStep,
  print: PrintStep,
  order: OrderStep,
};

/** The set-up guide, from an empty restaurant to the first order. It can be left at any step and continues there. */
export function SetUpPage({ restaurantState }: { restaurantState: RestaurantState }) {
  const { steps, next } = setUpProgress(restaurantState);
  // The step that the person selected, at first that of the link. Null opens the first one that is not done.
  const [chosen, setChosen] = useState<SetUpStep | 'of-link' | null>('of-link');
  const isHydrated = useHydrated();
  const revalidator = useRevalidator();
  const { hash } = useLocation();
  // The server does not see the hash, so the step of the link opens after hydration.
  const linked = isHydrated ? steps.find(({ step }) => hash === `#${step}`)?.step : undefined;
  const open = (chosen === 'of-link' ? linked : chosen) ?? next;
  const Step = open && STEPS[open];

  async function onDone() {
    await revalidator.revalidate();
    // In a transition, so that the next step opens with the reloaded data it uses for its suggestions.
    startTransition(() => setChosen(null));
  }

  const confirming = useAction(async (step: SetUpStep, options) => {
    const setUp = [...new Set([...restaurantState.settings.setUp, step])];
    await api('updateSettings', { body: { settings: { setUp } } }, options);
    await onDone();
  });

  const left = steps.filter(({ isDone }) => !isDone).length;
  return (
    <div className={`grid gap-24 ${styles.frame}`}>
      <aside className="stack gap-16 content-start">
        <header>
          <p className="soft">{restaurantState.settings.name}</p>
          <h1>{say`Set up the restaurant`}</h1>
          <p className="soft">
            {next === null
              ? say`Your restaurant is open`
              : left === 1
                ? say`1 step to the first order`
                : say`${left} steps to the first order`}
          </p>
        </header>
        <StepList
          steps={steps}
          open={open}
          onOpen={(step) => {
            confirming.clearError();
            setChosen(step);
          }}
        />
        <p className="hint">
          <TextLink href={officePaths.later()}>{say`Continue later`}</TextLink>
          <br />
          {say`Your changes are saved, and the guide opens where you left it.`}
          <br />
          <TextLink href={officePaths.handbook('leaving')}>{say`Move here from another Tiffin`}</TextLink>
        </p>
      </aside>
      <main id="main" tabIndex={-1} className={`stack gap-20 content-start round-lg surface shadow-1 ${styles.body}`}>
        <ErrorBanner title={say`This could not be saved`} error={confirming.error} />
        {open && Step ? (
          <>
            <header className={styles.noPrint}>
              <h2>{STEP_TEXTS[open].title}</h2>
              <p className="soft">{STEP_TEXTS[open].lead}</p>
            </header>
            {/* After hydration: earlier input would be lost, and the browser names countries differently. */}
            {isHydrated && (
              <Step
                key={open}
                restaurantState={restaurantState}
                onDone={onDone}
                onConfirmed={() => confirming.send(open)}
              />
            )}
          </>
        ) : (
          <>
            <h2>{say`Your restaurant is open`}</h2>
            <p>
              {restaurantState.fiscal?.state !== 'refused'
                ? say`Everything is ready for the first order.`
                : restaurantState.fiscal.mayDeclare
                  ? say`Your website, menu and reservations are ready. Orders wait until an administrator declares under Locations that no certified till is needed.`
                  : say`Your website, menu and reservations are ready. Orders wait for a certified device.`}
            </p>
            <LinkButton href={paths.adminDashboard('orders')}>{say`To the orders`}</LinkButton>
          </>
        )}
      </main>
    </div>
  );
}

interface StepListProps {
  steps: readonly { readonly step: SetUpStep; readonly isDone: boolean }[];
  open: SetUpStep | null;
  onOpen: (step: SetUpStep) => void;
}

function StepList({ steps, open, onOpen }: StepListProps) {
  return (
    <nav aria-label={say`Steps`}>
      <ol className={styles.steps}>
        {steps.map(({ step, isDone }, index) => (
          <li key={step} className={classNames(isDone && styles.isDone)}>
            <a
              className="row gap-10 touch-height round-control no-underline"
              href={officePaths.setUp(step)}
              aria-current={step === open ? 'step' : undefined}
              onClick={(event) => {
                event.preventDefault();
                onOpen(step);
              }}
            >
              <span className={`center pill text-xs icon-16 ${styles.mark}`} aria-hidden="true">
                {isDone ? <Check /> : index + 1}
              </span>
              <span className={styles.name}>{STEP_TEXTS[step].name}</span>
              {isDone && <span className="sr-only">, {say`done`}</span>}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

const requiredText = (label: string, maxLength: number) =>
  textField(label, { missing: say`${label} is required`, input: { maxLength } });

type NewDish = Body<'addMenuItem'>['item'];

const dishForm = formOf({
  category: requiredText(say`Category`, 60),
  name: requiredText(say`Dish`, 100),
  description: requiredText(say`What is in it`, 500),
  price: {
    ...textField(say`Price`, { required: true, input: { inputMode: 'decimal', maxLength: 9 } }),
    problem: (typed: string) => ((parseAmount(typed) ?? 0) > 0 ? null : say`A price like 10.00`),
  },
});

/** Adds a first dish by hand, or imports a file. */
function MenuStep({ restaurantState, onDone }: StepProps) {
  const { location, dishes } = restaurantState;
  if (!location) return <LocationRequired />;
  const hasDishes = dishes.shown + dishes.hidden > 0;
  return (
    <div className="stack gap-24">
      {hasDishes && (
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
  const dish = useServerForm(dishForm, {
    save: ({ values: { price, ...values } }) =>
      add.sendOrThrow({ ...values, price: toDollars(parseAmount(price) ?? ZERO), allergens: null }),
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
  const existing = categories.find((each) => each.name.toLowerCase() === name.trim().toLowerCase());
  return existing
    ? existing.id
    : (await api('addCategory', { body: { name } }, { idempotencyKey: newKey() })).category.id;
}
