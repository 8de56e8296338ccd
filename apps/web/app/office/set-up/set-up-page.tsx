import { Check } from 'lucide-react';
import type { SetUpStep } from '@tiffin/domain/restaurant';
import { startTransition, useState, type ComponentType } from 'react';
import { useLocation, useRevalidator } from 'react-router';
import { say } from '@tiffin/domain/core';
import { officePaths } from '../../office-paths.ts';
import { paths } from '../../paths.ts';
import { api } from '../../shared/api/api.ts';
import { useAction } from '../../shared/api/use-action.ts';
import { useHydrated } from '../../shared/page/hydrated.ts';
import { ErrorBanner } from '../../ui/banner.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { TextLink } from '../../ui/link.tsx';
import { stepsOf, type RestaurantState, type StepProps } from './restaurant-state.ts';
import { AppearanceStep, OrderStep, PaymentsStep, PeopleStep, PrintStep } from './other-steps.tsx';
import { MenuStep } from './menu-step.tsx';
import { LocationStep } from './location-step.tsx';
import { TaxStep } from './tax-step.tsx';
import { texts } from './texts.ts';
import styles from './set-up.module.css';

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
  const { steps, next } = stepsOf(restaurantState);
  // The step the user selected, at first the one of the link; otherwise the first unfinished one is open.
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
        </p>
      </aside>
      <main id="main" tabIndex={-1} className={`stack gap-20 content-start round-lg surface shadow-1 ${styles.body}`}>
        <ErrorBanner title={say`This could not be saved`} says={confirming.error} />
        {open && Step ? (
          <>
            <header className={styles.noPrint}>
              <h2>{texts.steps[open].title}</h2>
              <p className="soft">{texts.steps[open].lead}</p>
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
              {restaurantState.fiscal?.state === 'refused'
                ? say`Your website, menu and reservations are ready. Orders wait for a certified device.`
                : say`Everything is ready for the first order.`}
            </p>
            <LinkButton href={paths.adminDashboard('orders')}>{say`To the orders`}</LinkButton>
          </>
        )}
      </main>
    </div>
  );
}

function StepList({
  steps,
  open,
  onOpen,
}: {
  steps: readonly { readonly step: SetUpStep; readonly isDone: boolean }[];
  open: SetUpStep | null;
  onOpen: (step: SetUpStep) => void;
}) {
  return (
    <nav aria-label={say`Steps`}>
      <ol className={styles.steps}>
        {steps.map(({ step, isDone }, index) => (
          <li key={step} className={classNames(isDone && styles.isDone)}>
            <a
              className="row gap-10 touch-height round-control no-underline"
              href={officePaths.setUp(step)}
              {...(step === open && { 'aria-current': 'step' })}
              onClick={(event) => {
                event.preventDefault();
                onOpen(step);
              }}
            >
              <span className={`center pill text-xs icon-16 ${styles.mark}`} aria-hidden="true">
                {isDone ? <Check /> : index + 1}
              </span>
              <span className={styles.name}>{texts.steps[step].name}</span>
              {isDone && <span className="sr-only">, {say`done`}</span>}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
