import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { api, type Answer } from '../../shared/api/api.ts';
import { errorText } from '../../shared/errors/error-text.ts';
import { ApiError } from '../../shared/api/api-error.ts';
import type { CheckoutDetails } from './use-details.ts';

/** The offer that lowers the prices, from the welcome mail or from a typed code. */
export type Offer = Answer<'getWelcomeOffer'>['offer'];
/** Why an offer that was promised to the customer does not apply. */
export type OfferProblem = Answer<'getWelcomeOffer'>['problem'];

/** The offer of an order: the one of the welcome mail, until the guest uses another code or removes it. */
export function useOffer(mailed: Offer, { draft: { offerCode }, change }: Pick<CheckoutDetails, 'draft' | 'change'>) {
  const [offer, setOffer] = useState<Offer>(mailed);
  const [refused, setRefused] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  /** The code that was typed last; the answer to an earlier one is ignored. */
  const newest = useRef(offerCode.trim());

  function take(code: string, answer: CheckedCode) {
    if (newest.current !== code) return;
    if ('refused' in answer) setRefused(answer.refused);
    else setOffer(answer.offer);
    setBusy(false);
  }

  async function use() {
    const code = offerCode.trim();
    if (code === '') return;
    newest.current = code;
    setBusy(true);
    setRefused(null);
    take(code, await checkCode(code));
  }

  // A code from before a reload or a payment is checked again, because it may be used up.
  const [stored] = useState(() => (isSame(mailed, offerCode) ? '' : offerCode.trim()));
  const takeStored = useEffectEvent(take);
  useEffect(() => {
    if (stored !== '') void checkCode(stored).then((answer) => takeStored(stored, answer));
  }, [stored]);

  return {
    offer,
    refused,
    busy,
    typed: offerCode,
    /** True if a code was typed and neither used nor refused yet. */
    isUnchecked: offerCode.trim() !== '' && refused === null && !isSame(offer, offerCode),
    type(code: string) {
      newest.current = code.trim();
      setBusy(false);
      setRefused(null);
      change({ offerCode: code });
    },
    use,
    remove() {
      newest.current = '';
      setBusy(false);
      setOffer(null);
      setRefused(null);
      change({ offerCode: '' });
    },
    /** The server refused the order because of its offer; without it, the order costs more. */
    end(message: string) {
      setOffer(null);
      if (offerCode !== '') setRefused(message);
    },
  };
}

function isSame(offer: Offer, typed: string): boolean {
  return offer?.code === typed.trim().toUpperCase();
}

type CheckedCode = { readonly offer: Offer } | { readonly refused: string };

async function checkCode(code: string): Promise<CheckedCode> {
  try {
    return await api('getWelcomeOffer', { query: { code } });
  } catch (error) {
    const isRefused = error instanceof ApiError && error.code === 'offer-over';
    return { refused: isRefused ? error.message : errorText(error) };
  }
}
