import { cents, toDollars } from '@tiffin/domain/core';
import { coinChoices, currencies, defaultCoin } from '@tiffin/domain/restaurant';
import type { ComponentProps } from 'react';
import { SelectField } from '../../ui/form-fields.tsx';

type SelectProps = Omit<ComponentProps<typeof SelectField>, 'children'>;

/** The currency and the smallest coin. */
export function MoneyFields({ currency, coin }: { currency: SelectProps; coin: SelectProps }) {
  // The stored value stays selectable, because it cannot change once there are orders.
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
        {currencies().map(([code, name]) => (
          <option key={code} value={code}>
            {`${name} (${code})`}
          </option>
        ))}
      </SelectField>
      <SelectField {...coin}>
        {[...coins].map((each) => (
          <option key={each} value={each}>
            {toDollars(cents(Number(each))).toFixed(2)}
          </option>
        ))}
      </SelectField>
    </>
  );
}
