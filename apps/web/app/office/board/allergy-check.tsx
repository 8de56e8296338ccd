import { useState, type ComponentProps } from 'react';
import { OctagonAlert, ShieldCheck, ShieldQuestionMark, LockKeyhole } from 'lucide-react';
import {
  ALLERGY_DECISIONS,
  allergiesOf,
  allergyMark,
  allergyText,
  allergyTexts,
  containedText,
  type AllergyDecision,
} from '@tiffin/domain/order';
import { say } from '@tiffin/domain/core';
import { PIN_LENGTH } from '@tiffin/domain/people';
import { useQuery } from '@tanstack/react-query';
import { AllergyBand } from '../../shared/allergies/allergy-band.tsx';
import { useMe } from '../../shared/site/site.ts';
import { Banner } from '../../ui/banner.tsx';
import { Checkbox } from '../../ui/boxes.tsx';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { formatTime } from '../../ui/format.ts';
import { apiQuery } from '../../shared/api/queries.ts';
import { useOnline } from '../../shared/offline/online.ts';
import { NamePills } from '../../ui/name-pills.tsx';
import { PinPad } from '../../ui/pin-pad.tsx';
import styles from './allergy-check.module.css';
import { orderCode, type BoardOrder } from './board-orders.ts';
import type { BoardActions, ColleaguePin } from './use-steps.ts';

type Item = BoardOrder['items'][number];
type Check = NonNullable<Item['allergyCheck']>;

/** The dishes among these lines that a person still has to confirm. */
export function dishesToConfirm(order: BoardOrder, lines = order.items): Item[] {
  if (!order.awaitsAllergyCheck) return [];
  return lines.filter(({ allergyCheck }) => allergyCheck && allergyCheck.at === null);
}

/** The unconfirmed dishes that contain a stated allergen: somebody decides what happens with them. */
export function dishesToDecide({ order, lines }: { order: BoardOrder; lines?: Item[] }): Item[] {
  return dishesToConfirm(order, lines).filter(containsAllergen);
}

function containsAllergen({ allergyCheck }: Item): boolean {
  return allergyCheck !== undefined && allergyCheck.contains.length > 0;
}

export function confirmButtonText(missing: readonly Item[]): string {
  return missing.some(containsAllergen) ? say`Stop. Decide` : confirmDishesText(missing.length);
}

function confirmDishesText(n: number): string {
  return n === 1 ? say`Confirm 1 dish` : say`Confirm ${n} dishes`;
}

const DECISIONS = {
  without: (allergen: string) => say`We make it without ${allergen}`,
  'guest-agreed': () => say`We called the guest, who wants it as it is`,
} as const satisfies Record<AllergyDecision, (allergen: string) => string>;

/** Whether a dish was confirmed for the allergy: by whom and when, or not yet. */
export function CheckMark({ order, item }: { order: BoardOrder; item: Item }) {
  const { allergyCheck: check } = item;
  const mark = allergyMark(item, order);
  if (!check || !mark) return null;
  if (check.at !== null) {
    const time = formatTime(check.at, 'time', order.locationInfo.timeZone);
    return (
      <span className="inline-row gap-4 text-xs weight-620 success-ink icon-16">
        <ShieldCheck /> {[mark.text, check.by, time].filter(Boolean).join(', ')}
      </span>
    );
  }
  return mark.isContained ? (
    <b className={`row gap-8 ${styles.contains}`} data-contains>
      <OctagonAlert /> {mark.text}
    </b>
  ) : (
    <span className={`inline-row gap-4 text-xs weight-620 nowrap icon-16 ${styles.open}`}>
      <ShieldQuestionMark /> {mark.text}
    </span>
  );
}

/** Says that dishes must be confirmed for an allergy, or that all are. */
export function CheckState({ order }: { order: BoardOrder }) {
  const affected = order.items.filter(({ allergyCheck }) => allergyCheck);
  if (affected.length === 0) return null;
  if (order.awaitsAllergyCheck) return <p className="hint">{say`Ready is possible once each dish is confirmed.`}</p>;
  if (affected.some(({ allergyCheck }) => allergyCheck?.at === null)) return null;
  return (
    <p className="row gap-6 text-sm weight-600 success-ink icon-16">
      <ShieldCheck />{' '}
      {affected.length === 1
        ? say`1 dish confirmed. The guest can see it.`
        : say`All ${affected.length} dishes confirmed. The guest can see it.`}
    </p>
  );
}

interface ConfirmButtonProps {
  order: BoardOrder;
  onConfirm: (order: BoardOrder) => void;
}

/** The button that takes the place of “Ready” until every affected dish is confirmed. */
export function ConfirmAllergiesButton({ order, onConfirm }: ConfirmButtonProps) {
  const mustDecide = dishesToDecide({ order }).length > 0;
  return (
    <Button
      look={mustDecide ? 'danger-solid' : 'line'}
      className={classNames('grow', !mustDecide && styles.confirm)}
      onClick={() => onConfirm(order)}
    >
      {mustDecide ? <OctagonAlert /> : <ShieldQuestionMark />} {confirmButtonText(dishesToConfirm(order))}
    </Button>
  );
}

interface ConfirmAllergiesProps {
  order: BoardOrder;
  /** The dish that was pressed; null for all. */
  line: number | null;
  /** The lines of the station that asks, which cannot check the dishes of others; null for all. */
  linesHere?: readonly number[] | null;
  onConfirm: BoardActions['confirm'];
  onClose: () => void;
}

/**
 * Asks who checked the dishes, and confirms each ticked one under that name. A dish that contains a stated allergen is
 * not ticked: one at a time, somebody chooses what happens with it, and confirms that.
 */
export function ConfirmAllergiesDialog({ order, line, linesHere = null, onConfirm, onClose }: ConfirmAllergiesProps) {
  const me = useMe();
  const itemsHere = order.items.filter((item) => linesHere?.includes(item.line) ?? true);
  const toConfirm = dishesToConfirm(order, itemsHere);
  const [decision, setDecision] = useState<AllergyDecision | null>(null);
  const toDecide = toConfirm.find((item) => containsAllergen(item) && (line === null || item.line === line));
  const shown = toDecide ? [toDecide] : toConfirm.filter((item) => !containsAllergen(item));
  const [busy, setBusy] = useState(false);
  const [colleague, setColleague] = useState<Colleague | null>(null);
  const [wrongPin, setWrongPin] = useState<string | null>(null);
  const { ticked, tick, isChanged } = useTicks(shown, toDecide ? null : line);
  const chosen = shown.filter((item) => ticked.has(item.line));
  const whatToDo = toDecide ? say`Choose what happens with the dish` : say`Tick the dishes you checked`;

  async function confirm(colleaguePin: ColleaguePin | null = null) {
    if (busy || chosen.length === 0) return;
    setBusy(true);
    const lines = chosen.map((item) => item.line);
    const outcome = await onConfirm(order, lines, colleaguePin, toDecide ? decision : null);
    setBusy(false);
    if (outcome === 'confirmed') onClose();
    else setWrongPin(outcome === 'failed' ? null : outcome.wrongPin);
  }

  return (
    <Dialog
      onClose={onClose}
      title={say`Allergy on order ${orderCode(order)}`}
      description={
        toDecide ? undefined : say`Tick each dish that you have checked yourself: ingredients, pan and tools.`
      }
      footer={
        <>
          <Button look="ghost" onClick={onClose}>
            {say`Close`}
          </Button>
          {colleague === null && (
            <Button busy={busy} disabledReason={chosen.length === 0 ? whatToDo : null} onClick={() => void confirm()}>
              <ShieldCheck />
              {confirmText(chosen)}
            </Button>
          )}
        </>
      }
    >
      <div className="stack gap-16">
        <AllergyBand text={allergiesOf(order).join('. ')} />
        {isChanged && (
          <Banner tone="warn">{say`The order changed while this was open. Check the dishes again.`}</Banner>
        )}
        {toDecide?.allergyCheck && (
          <Decision
            item={toDecide}
            check={toDecide.allergyCheck}
            decision={ticked.has(toDecide.line) ? decision : null}
            onDecide={(next) => {
              setDecision(next);
              tick(toDecide.line, true);
            }}
          />
        )}
        {shown.length === 0 && <Banner tone="ok">{say`Every dish is confirmed.`}</Banner>}
        <ul className="stack gap-12">
          {(toDecide ? [] : shown).map((item) => (
            <li key={item.line} className={styles.dish}>
              <Checkbox
                label={<b>{item.quantity > 1 ? `${item.quantity} ${item.name}` : item.name}</b>}
                hint={item.allergyCheck && <Reason check={item.allergyCheck} />}
                checked={ticked.has(item.line)}
                onChange={(event) => tick(item.line, event.target.checked)}
              />
            </li>
          ))}
        </ul>
        {me?.tablet === undefined ? (
          <p className="hint">
            {me?.displayName
              ? say`You confirm as ${me.displayName}. Somebody else? Lock the screen and sign in.`
              : say`Your name is recorded.`}
          </p>
        ) : (
          <TabletConfirmer
            me={{ userId: me.uid, name: me.displayName ?? '' }}
            colleague={colleague}
            onColleague={(next) => {
              setColleague(next);
              setWrongPin(null);
            }}
            problem={wrongPin ?? (chosen.length === 0 ? whatToDo : null)}
            isReady={chosen.length > 0 && !busy}
            isWrong={wrongPin !== null}
            onPin={(colleaguePin) => void confirm(colleaguePin)}
          />
        )}
      </div>
    </Dialog>
  );
}

function confirmText(chosen: readonly Item[]): string {
  const [first] = chosen;
  if (!first) return say`Confirm`;
  return chosen.length === 1 ? say`Confirm ${first.name}` : confirmDishesText(chosen.length);
}

/** The ticked dishes, at first that of `firstLine`. A dish that changes while the dialog is open loses its tick. */
function useTicks(shown: readonly Item[], firstLine: number | null) {
  const contents = new Map(shown.map((item) => [item.line, contentOf(item)]));
  const [initialContents] = useState(contents);
  const [ticks, setTicks] = useState<ReadonlyMap<number, string>>(
    () => new Map(shown.filter((item) => item.line === firstLine).map((item) => [item.line, contentOf(item)])),
  );
  const ticked = new Set([...ticks].filter(([line, content]) => contents.get(line) === content).map(([line]) => line));
  return {
    ticked,
    isChanged: [...contents].some(([line, content]) => initialContents.get(line) !== content),
    tick(line: number, isOn: boolean) {
      setTicks((before) => {
        const next = new Map(before);
        const content = contents.get(line);
        if (isOn && content !== undefined) next.set(line, content);
        else next.delete(line);
        return next;
      });
    },
  };
}

function contentOf({ name, quantity, options, note, selectedSpiceLevel, allergyCheck }: Item): string {
  return JSON.stringify([name, quantity, options, note, selectedSpiceLevel, allergyCheck?.allergies]);
}

/** What has to be checked besides what the dish contains for certain. */
function Reason({ check: { contains, allergies } }: { check: Check }) {
  const others = allergies.filter(({ code, text }) => text || !code || !contains.includes(code));
  return others.length > 0 && <span className="block">{say`Check for: ${allergyTexts(others)}.`}</span>;
}

interface DecisionProps {
  item: Item;
  check: Check;
  decision: AllergyDecision | null;
  onDecide: (decision: AllergyDecision) => void;
}

/** What happens with a dish that contains what the guest must not eat. */
function Decision({ item: { name }, check, decision, onDecide }: DecisionProps) {
  const allergen = containedText(check);
  return (
    <section className={`stack gap-12 ${styles.decision}`} aria-label={say`${name} contains ${allergen}`}>
      <b className={`row gap-8 ${styles.contains}`}>
        <OctagonAlert /> {say`${name} contains ${allergen}`}
      </b>
      <Reason check={check} />
      {ALLERGY_DECISIONS.map((each) => (
        <Button key={each} look="line" aria-pressed={decision === each} onClick={() => onDecide(each)}>
          {DECISIONS[each](allergen)}
        </Button>
      ))}
      <p className="hint">{say`Neither? Close this: the dish stays stopped. Change or refund it on the board.`}</p>
    </section>
  );
}

/** The label of a dish that is pressed to confirm it: 'Confirm Dal Makhani: Milk'. */
export function confirmLabel(item: Item): string {
  return say`Confirm ${item.name}: ${[...new Set(item.allergyCheck?.allergies.map(allergyText))].join(', ')}`;
}

interface Colleague {
  readonly userId: string;
  readonly name: string;
}

interface TabletConfirmerProps {
  me: Colleague;
  /** The chosen colleague; null for the person who unlocked the tablet. */
  colleague: Colleague | null;
  onColleague: (colleague: Colleague | null) => void;
  /** What is missing, or why the PIN was refused. */
  problem: string | null;
  isReady: boolean;
  isWrong: boolean;
  onPin: (pin: ColleaguePin) => void;
}

/**
 * On a shared tablet: who checked the dishes. The person who unlocked it confirms with the button, a colleague with
 * their own PIN, which only the server can check.
 */
function TabletConfirmer({ me, colleague, onColleague, problem, isReady, isWrong, onPin }: TabletConfirmerProps) {
  const isOnline = useOnline();
  const { data } = useQuery({ ...apiQuery(['tablet'], 'getTablet'), enabled: isOnline });
  const colleagues = (data?.tablet?.people ?? []).filter(({ userId }) => userId !== me.userId);
  if (!isOnline)
    return <p className="hint">{say`Without a connection only ${me.name}, who unlocked this tablet, can confirm.`}</p>;
  if (data && colleagues.length === 0)
    return <p className="hint">{say`Nobody else has a PIN here. You confirm as ${me.name}.`}</p>;
  return (
    <section className="stack gap-12" aria-label={say`Who checked the dishes?`}>
      <b>{say`Who checked the dishes?`}</b>
      <NamePills
        label={say`Who checked the dishes?`}
        people={[me, ...colleagues]}
        chosen={(colleague ?? me).userId}
        onChoose={(userId) => onColleague(colleagues.find((each) => each.userId === userId) ?? null)}
      />
      {colleague && (
        // Below many dishes the keypad would be out of sight.
        <div className="stack gap-12" ref={scrollToEnd}>
          {problem === null ? (
            <p className="row gap-8 soft">
              <LockKeyhole /> {say`${colleague.name}: ${PIN_LENGTH} digits, then it is confirmed automatically`}
            </p>
          ) : (
            <Banner tone={isWrong ? 'bad' : 'warn'} announce="alert">
              {problem}
            </Banner>
          )}
          {/* The key empties the PIN for another person and for another try. */}
          <EnterPin
            key={`${colleague.userId} ${problem ?? ''}`}
            disabled={!isReady}
            isWrong={isWrong}
            onComplete={(pin) => onPin({ userId: colleague.userId, pin })}
          />
        </div>
      )}
    </section>
  );
}

function scrollToEnd(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'end' });
}

function EnterPin(props: Omit<ComponentProps<typeof PinPad>, 'pin' | 'onPin'>) {
  const [pin, setPin] = useState('');
  return <PinPad {...props} pin={pin} onPin={setPin} />;
}
