import { useEffect, useState } from 'react';
import { api, type Answer } from '../../shared/api/api.ts';
import { RadioCards } from '../../ui/boxes.tsx';
import { texts } from './texts.ts';
import type { Details } from './use-details.ts';

type Address = Answer<'getMyAddresses'>['addresses'][number];

/** So many are read at a glance. */
const SHOWN = 4;
const ANOTHER = 'another';

/** Where it was brought before: one press in place of three fields. */
export function KnownAddresses({ details: { draft, change }, onChosen }: { details: Details; onChosen: () => void }) {
  const [known, setKnown] = useState<readonly Address[]>([]);
  useEffect(() => {
    const given = new AbortController();
    // Whoever cannot have them types the address, as ever.
    api('getMyAddresses', {}, { signal: given.signal }).then(
      ({ addresses }) => setKnown(addresses.slice(0, SHOWN)),
      () => undefined,
    );
    return () => given.abort();
  }, []);
  if (known.length === 0) return null;
  const chosen = known.findIndex(
    ({ address, postalCode }) => address === draft.address && postalCode === draft.postalCode,
  );
  return (
    <RadioCards
      legend={texts.knownAddresses}
      value={chosen === -1 ? ANOTHER : String(chosen)}
      onValue={(value) => {
        const { address, postalCode, instructions } = known[Number(value)] ?? {
          address: '',
          postalCode: '',
          instructions: '',
        };
        change({ address, postalCode, deliveryInstructions: instructions });
        onChosen();
      }}
      options={[
        ...known.map(({ address, postalCode }, index) => ({
          value: String(index),
          label: address,
          ...(postalCode && { hint: postalCode }),
        })),
        { value: ANOTHER, label: texts.anotherAddress },
      ]}
    />
  );
}
