import { useSyncExternalStore } from 'react';
import { say, type Cents } from '@tiffin/domain/core';
import { chargeRuleFromWire, chargesByRules, type OrderType, type RuleKind } from '@tiffin/domain/order';
import { chargeName } from '@tiffin/domain/pricing';
import { Checkbox } from '../../ui/boxes.tsx';
import { formatMoney } from '../../ui/format.ts';
import { storedTextInTab } from '../offline/text-storage.ts';
import type { Location } from '../site/site.ts';

/** The rules of a location's charges. Servers of earlier versions do not send them. */
export const chargeRulesOf = ({ charges = [] }: Pick<Location, 'charges'>) => charges.map(chargeRuleFromWire);

/** The charges by these rules of an order. */
export const chargesAt = (location: Pick<Location, 'charges'>, order: Parameters<typeof chargesByRules>[1]) =>
  chargesByRules(chargeRulesOf(location), order);

/** The voluntary charges that the guest ticked, as 'truro/service', until the order is placed. */
const chosenCharges = storedTextInTab('tiffin_charges');
const chosenIn = (text: string | null) => (text ?? '').split(' ').filter((each) => each !== '');

export function forgetChosenCharges(): void {
  chosenCharges.write(null);
}

/** The voluntary charges that the guest does not pay: all until ticked, because a choice made beforehand is unlawful. */
export function useDeclinedCharges(location: Pick<Location, 'id' | 'charges'>): RuleKind[] {
  const text = useSyncExternalStore(chosenCharges.subscribe, chosenCharges.read, () => null);
  return chargeRulesOf(location)
    .filter(({ kind, isVoluntary }) => isVoluntary && !chosenIn(text).includes(`${location.id}/${kind}`))
    .map(({ kind }) => kind);
}

interface ChargesProps {
  location: Pick<Location, 'id' | 'charges'>;
  order: { readonly orderType: OrderType; readonly food: Cents; readonly partySize: number };
}

/** A box for each voluntary charge of the order, and what a larger party would pay. */
export function ChargesPart({ location, order }: ChargesProps) {
  const declined = useDeclinedCharges(location);
  function choose(kind: RuleKind, isChosen: boolean) {
    const key = `${location.id}/${kind}`;
    const others = chosenIn(chosenCharges.read()).filter((each) => each !== key);
    chosenCharges.write([...others, ...(isChosen ? [key] : [])].join(' ') || null);
  }
  return chargeRulesOf(location).map((rule) => {
    const { kind, isVoluntary, fromPartySize = 0 } = rule;
    const [charge] = chargesByRules([rule], order);
    const isForLargerParty = !charge && chargesByRules([rule], { ...order, partySize: fromPartySize }).length > 0;
    if (charge && isVoluntary) {
      return (
        <Checkbox
          key={kind}
          label={say`Add ${chargeName(charge)}: ${formatMoney(charge.amount)}`}
          hint={say`You decide. Nothing is added unless you tick the box.`}
          checked={!declined.includes(kind)}
          onChange={({ target }) => choose(kind, target.checked)}
        />
      );
    }
    return (
      isForLargerParty &&
      !isVoluntary && (
        <p key={kind} className="hint">
          {say`${chargeName(rule)} is added for parties of ${fromPartySize} or more.`}
        </p>
      )
    );
  });
}
