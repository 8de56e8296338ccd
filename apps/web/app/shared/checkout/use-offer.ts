import { useEffect, useEffectEvent, useRef, useState } from 'react';
import {
  promoCodeOf,
  promotionFromWire,
  welcomePromotion,
  type Promotion,
  type WelcomeOffer,
} from '@tiffin/domain/order';
import { api, type Answer } from '../api/api.ts';
import { errorText } from '../errors/error-text.ts';
import { ApiError } from '../api/api-error.ts';

/** The offers that the guest has: of the welcome mail, until it is removed, and of the typed code. */
export function useOffer(
  locationId: string,
  mailedOffer: WelcomeOffer | null,
  {
    offerCode,
    change,
  }: { readonly offerCode: string; readonly change: (typed: { readonly offerCode: string }) => void },
) {
  const [welcome, setWelcome] = useState(() => mailedOffer && welcomePromotion(mailedOffer));
  const [checkedPromotion, setPromotion] = useState<Promotion | null>(null);
  const promotion = hasCode(checkedPromotion, offerCode) ? checkedPromotion : null;
  const [refused, setRefused] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  /** The code that was typed last; the answer to an earlier one is ignored. */
  const newestCode = useRef(offerCode.trim());

  function showAnswer(code: string, answer: CheckedCode) {
    if (newestCode.current !== code) return;
    if ('refused' in answer) setRefused(answer.refused);
    else if (answer.welcome) setPromotion(welcomePromotion(answer.welcome));
    else setPromotion(answer.promotion ? promotionFromWire(answer.promotion) : null);
    setBusy(false);
  }

  async function use() {
    const code = offerCode.trim();
    if (code === '') return;
    newestCode.current = code;
    setBusy(true);
    setRefused(null);
    showAnswer(code, await checkCode(locationId, code));
  }

  // A code from before a reload or a payment is checked again, because it may be used up.
  const [storedCode] = useState(() => (hasCode(mailedOffer, offerCode) ? '' : offerCode.trim()));
  const showStoredAnswer = useEffectEvent(showAnswer);
  useEffect(() => {
    if (storedCode !== '')
      void checkCode(locationId, storedCode).then((answer) => showStoredAnswer(storedCode, answer));
  }, [locationId, storedCode]);

  return {
    welcome,
    /** The promotion of the typed code. */
    promotion,
    own: [welcome, promotion].filter((each) => each !== null),
    /** The one that the guest reads about and can remove. */
    shown: promotion ?? welcome,
    refused,
    busy,
    typed: offerCode,
    /** True if a code was typed and neither used nor refused yet. */
    isUnchecked: offerCode.trim() !== '' && refused === null && !hasCode(promotion ?? welcome, offerCode),
    type(code: string) {
      newestCode.current = code.trim();
      setBusy(false);
      setRefused(null);
      setPromotion(null);
      change({ offerCode: code });
    },
    use,
    remove() {
      newestCode.current = '';
      setBusy(false);
      if (promotion) setPromotion(null);
      else setWelcome(null);
      setRefused(null);
      change({ offerCode: '' });
    },
    /** The server refused the order because of its offer; without it, the order costs more. */
    end(message: string) {
      if (promotion) setPromotion(null);
      else setWelcome(null);
      if (offerCode !== '') setRefused(message);
    },
  };
}

function hasCode(offer: { readonly code: string | null } | null, typed: string): boolean {
  return offer?.code === promoCodeOf(typed);
}

type CheckedCode = Pick<Answer<'getOffers'>, 'promotion' | 'welcome'> | { readonly refused: string };

async function checkCode(locationId: string, code: string): Promise<CheckedCode> {
  try {
    return await api('getOffers', { query: { locationId, code } });
  } catch (error) {
    const isRefused = error instanceof ApiError && error.status === 409;
    return { refused: isRefused ? error.message : errorText(error) };
  }
}
