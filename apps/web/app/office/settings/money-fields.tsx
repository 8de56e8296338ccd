import { cents, toDollars } from '@tiffin/domain/core';
import { coinsOf, currencies, usualCoin } from '@tiffin/domain/house';
import type { ComponentProps } from 'react';
import { SelectField } from '../../ui/form-fields.tsx';

type SelectProps = Omit<ComponentProps<typeof SelectField>, 'children'>;

/** In what the house reckons, and what it gives change in. */
export function MoneyFields({ currency, coin }: { currency: SelectProps; coin: SelectProps }) {
  // What was chosen before stays to be seen: it cannot be changed once there are orders.
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
