import { cents, toDollars } from '@tiffin/domain/core';
import { coinChoices, currencies, defaultCoin } from '@tiffin/domain/restaurant';
import type { ComponentProps } from 'react';
import { SelectField } from '../../ui/form-fields.tsx';
import { NamedOptions } from '../../ui/inputs.tsx';

type SelectProps = Omit<ComponentProps<typeof SelectField>, 'children'>;

export const coinOption = (id: string) => ({ id, name: toDollars(cents(Number(id))).toFixed(2) });

/** The currency and its smallest coin. A currency that has no such coin selects its usual one. */
export function MoneyFields({ currency, coin }: { currency: SelectProps; coin: SelectProps }) {
  // The stored coin stays selectable, because it cannot change once there are orders.
  const coins = new Set([...coinChoices(currency.value).map(String), coin.value]);
  return (
    <>
      <SelectField
        {...currency}
        onValue={(chosen) => {
          currency.onValue(chosen);
          if (!coinChoices(chosen).map(String).includes(coin.value)) coin.onValue(String(defaultCoin(chosen)));
        }}
      >
        <NamedOptions options={currencies().map(([id, name]) => ({ id, name: `${name} (${id})` }))} />
      </SelectField>
      <SelectField {...coin}>
        <NamedOptions options={[...coins].map(coinOption)} />
      </SelectField>
    </>
  );
}
