import { COINS, currencies } from '@tiffin/domain/house';
import type { ComponentProps } from 'react';
import { SelectField } from '../../ui/form-fields.tsx';

type Asked = Omit<ComponentProps<typeof SelectField>, 'children'>;

/** In what the house reckons, and what it gives change in. */
export function MoneyFields({ currency, coin }: { currency: Asked; coin: Asked }) {
  return (
    <>
      <SelectField {...currency}>
        {currencies().map(([code, name]) => (
          <option key={code} value={code}>
            {`${name} (${code})`}
          </option>
        ))}
      </SelectField>
      <SelectField {...coin}>
        {COINS.map((each) => (
          <option key={each} value={each}>
            {`0.0${each}`}
          </option>
        ))}
      </SelectField>
    </>
  );
}
