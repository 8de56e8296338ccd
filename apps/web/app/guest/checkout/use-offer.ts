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
export function useOffer(mailed: Offer, { draft: { offerCode }, change }: CheckoutDetails) {
  const [offer, setOffer] = useState<Offer>(mailed);
  const [refused, setRefused] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  /** The code that was typed last; the answer to an earlier one is ignored. */
  const newest = useRef(offerCode);

  async function check(code: string) {
    newest.current = code;
    try {
      const { offer: found } = await api('getWelcomeOffer', { query: { code } });
      if (newest.current === code) setOffer(found);
    } catch (error) {
      if (newest.current === code) setRefused(refusalText(error));
    } finally {
      if (newest.current === code) setBusy(false);
    }
  }

  async function use() {
    const code = offerCode.trim();
    if (code === '') return;
    setBusy(true);
    setRefused(null);
    await check(code);
  }

  // A code from before a reload or a payment is checked again, because it may be used up.
  const checkStored = useEffectEvent(() => {
    if (offerCode.trim() !== '' && !isSame(offer, offerCode)) void check(offerCode.trim());
  });
  useEffect(() => checkStored(), []);

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

function refusalText(error: unknown): string {
  return error instanceof ApiError && error.code === 'offer-over' ? error.message : errorText(error);
}
