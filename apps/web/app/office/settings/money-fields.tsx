import { cents, toDollars } from '@tiffin/domain/core';
import { coinsOf, currencies, usualCoin } from '@tiffin/domain/restaurant';
import type { ComponentProps } from 'react';
import { SelectField } from '../../ui/form-fields.tsx';

type SelectProps = Omit<ComponentProps<typeof SelectField>, 'children'>;

/** The currency and the smallest coin. */
export function MoneyFields({ currency, coin }: { currency: SelectProps; coin: SelectProps }) {
  // The stored value stays selectable, because it cannot change once there are orders.
  const coins = new Set([...coinsOf(currency.value).map(String), coin.value]);
  return (
    <>
      <SelectField
        {...currency}
        onValue={(chosen) => {
          currency.onValue(chosen);
          if (!coinsOf(chosen).map(String).includes(coin.value)) coin.onValue(String(usualCoin(chosen)));
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
