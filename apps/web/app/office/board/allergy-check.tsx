import { useState } from 'react';
import { ShieldCheck, ShieldQuestionMark } from 'lucide-react';
import { allergyName } from '@tiffin/domain/menu';
import { allergiesOf, allergyText, allergyTexts } from '@tiffin/domain/order';
import { joinWithAnd } from '@tiffin/domain/core';
import { AllergyBand } from '../../shared/order/allergy-band.tsx';
import { useMe } from '../../shared/site/site.ts';
import { Banner } from '../../ui/banner.tsx';
import { Checkbox } from '../../ui/boxes.tsx';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { formatTime } from '../../ui/format.ts';
import styles from './allergy-check.module.css';
import { texts } from './allergy-texts.ts';
import { TabletConfirmer, type Colleague } from './allergy-confirmer.tsx';
import { codeOf, type BoardOrder } from './board-orders.ts';
import type { BoardActions, ColleaguePin } from './use-steps.ts';

type Item = BoardOrder['items'][number];
type Check = NonNullable<Item['allergyCheck']>;

/** The dishes that a person still has to confirm. */
export function dishesToConfirm(order: BoardOrder): Item[] {
  if (!order.awaitsAllergyCheck) return [];
  return order.items.filter(({ allergyCheck }) => allergyCheck && allergyCheck.at === null);
}

/** Whether a dish was confirmed for the allergy: by whom and when, or not yet. */
export function CheckMark({ order, item }: { order: BoardOrder; item: Item }) {
  const { allergyCheck: check } = item;
  if (!check) return null;
  if (check.at === null) {
    if (!order.awaitsAllergyCheck) return null;
    return (
      <span className={`inline-row gap-4 text-xs weight-620 icon-16 ${styles.open}`}>
        <ShieldQuestionMark aria-hidden="true" /> {texts.notConfirmed}
      </span>
    );
  }
  const time = formatTime(check.at, 'time', order.locationInfo.timeZone);
  return (
    <span className="inline-row gap-4 text-xs weight-620 success-ink icon-16">
      <ShieldCheck aria-hidden="true" /> {check.by ? texts.confirmedBy(check.by, time) : texts.confirmedAt(time)}
    </span>
  );
}

/** Below the band: that dishes must be confirmed, or that all are. */
export function CheckState({ order }: { order: BoardOrder }) {
  const affected = order.items.filter(({ allergyCheck }) => allergyCheck);
  if (affected.length === 0) return null;
  if (order.awaitsAllergyCheck) return <p className="hint">{texts.readyOnce}</p>;
  if (affected.some(({ allergyCheck }) => allergyCheck?.at === null)) return null;
  return (
    <p className="row gap-6 text-sm weight-600 success-ink icon-16">
      <ShieldCheck aria-hidden="true" /> {texts.allConfirmed(affected.length)}
    </p>
  );
}

/** The button that takes the place of “Ready” until every affected dish is confirmed. */
export function ConfirmButton({ order, onConfirm }: { order: BoardOrder; onConfirm: (order: BoardOrder) => void }) {
  return (
    <Button look="line" className={classNames('grow', styles.confirm)} onClick={() => onConfirm(order)}>
      <ShieldQuestionMark aria-hidden="true" /> {texts.confirmDishes(dishesToConfirm(order).length)}
    </Button>
  );
}

/** Asks who checked the dishes, and confirms each ticked one under that name. */
export function ConfirmAllergiesDialog({
  order,
  line,
  linesHere = null,
  onConfirm,
  onClose,
}: {
  order: BoardOrder;
  /** The dish that was pressed; null for all. */
  line: number | null;
  /** The lines of the station that asks, which cannot check the dishes of others; null for all. */
  linesHere?: readonly number[] | null;
  onConfirm: BoardActions['confirm'];
  onClose: () => void;
}) {
  const me = useMe();
  const missing = dishesToConfirm(order).filter((item) => linesHere?.includes(item.line) ?? true);
  const [busy, setBusy] = useState(false);
  const [colleague, setColleague] = useState<Colleague | null>(null);
  const [wrongPin, setWrongPin] = useState<string | null>(null);
  const { ticked, tick, isChanged } = useTicks(missing, line);
  const chosen = missing.filter((item) => ticked.has(item.line));

  async function confirm(pin: ColleaguePin | null) {
    if (busy || chosen.length === 0) return;
    setBusy(true);
    const lines = chosen.map((item) => item.line);
    const outcome = await onConfirm(order, lines, pin);
    setBusy(false);
    if (outcome === 'confirmed') onClose();
    else setWrongPin(outcome === 'failed' ? null : outcome.wrongPin);
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={texts.title(codeOf(order.orderId))}
      description={texts.text}
      footer={
        <>
          <Button look="ghost" onClick={onClose}>
            {texts.close}
          </Button>
          {colleague === null && (
            <Button
              busy={busy}
              disabledReason={chosen.length === 0 ? texts.tickFirst : null}
              onClick={() => void confirm(null)}
            >
              <ShieldCheck aria-hidden="true" />
              {confirmText(chosen)}
            </Button>
          )}
        </>
      }
    >
      <div className="stack gap-16">
        <AllergyBand text={allergiesOf(order).join('. ')} />
        {isChanged && <Banner tone="warn">{texts.changed}</Banner>}
        {missing.length === 0 && <Banner tone="ok">{texts.nothingLeft}</Banner>}
        <ul className="stack gap-12">
          {missing.map((item) => (
            <li key={item.line} className={styles.dish}>
              <Checkbox
                label={<b>{texts.dish(item.quantity, item.name)}</b>}
                hint={item.allergyCheck && <Reason check={item.allergyCheck} />}
                checked={ticked.has(item.line)}
                onChange={(event) => tick(item.line, event.target.checked)}
              />
            </li>
          ))}
        </ul>
        {me?.tablet === undefined ? (
          <p className="hint">{me?.displayName ? texts.asPerson(me.displayName) : texts.notYou}</p>
        ) : (
          <TabletConfirmer
            me={{ userId: me.uid, name: me.displayName ?? '' }}
            colleague={colleague}
            onColleague={(next) => {
              setColleague(next);
              setWrongPin(null);
            }}
            problem={wrongPin ?? (chosen.length === 0 ? texts.tickFirst : null)}
            isReady={chosen.length > 0 && !busy}
            isWrong={wrongPin !== null}
            onPin={(pin) => void confirm(pin)}
          />
        )}
      </div>
    </Dialog>
  );
}

function confirmText(chosen: readonly Item[]): string {
  const [first] = chosen;
  if (!first) return texts.confirm;
  return chosen.length === 1 ? texts.confirmDish(first.name) : texts.confirmDishes(chosen.length);
}

/** The ticked dishes. A dish that changes while the dialog is open loses its tick. */
function useTicks(missing: readonly Item[], line: number | null) {
  const contents = new Map(missing.map((item) => [item.line, contentOf(item)]));
  const [first] = useState(contents);
  const [ticks, setTicks] = useState<ReadonlyMap<number, string>>(
    () => new Map(missing.filter((item) => item.line === line).map((item) => [item.line, contentOf(item)])),
  );
  const ticked = new Set([...ticks].filter(([at, content]) => contents.get(at) === content).map(([at]) => at));
  return {
    ticked,
    isChanged: [...contents].some(([at, content]) => first.get(at) !== content),
    tick(at: number, isOn: boolean) {
      setTicks((before) => {
        const next = new Map(before);
        const content = contents.get(at);
        if (isOn && content !== undefined) next.set(at, content);
        else next.delete(at);
        return next;
      });
    },
  };
}

function contentOf({ name, quantity, options, note, selectedSpiceLevel, allergyCheck }: Item): string {
  return JSON.stringify([name, quantity, options, note, selectedSpiceLevel, allergyCheck?.allergies]);
}

/** What the dish contains for certain, and what else has to be checked. */
function Reason({ check }: { check: Check }) {
  const { contains, allergies } = check;
  const others = allergies.filter(({ code, text }) => text || !code || !contains.includes(code));
  return (
    <>
      {contains.length > 0 && (
        <span className="block">{texts.contains(joinWithAnd(contains.map(allergyName)).toLowerCase())}</span>
      )}
      {others.length > 0 && <span className="block">{texts.mayContain(allergyTexts(others))}</span>}
    </>
  );
}

/** The label of a dish that is pressed to confirm it: 'Confirm Dal Makhani: Milk'. */
export function confirmLabel(item: Item): string {
  return texts.confirmFor(item.name, [...new Set(item.allergyCheck?.allergies.map(allergyText))].join(', '));
}
