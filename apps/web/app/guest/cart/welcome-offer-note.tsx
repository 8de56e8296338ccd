import { useEffect, useState } from 'react';
import { percentText, say } from '@tiffin/domain/core';
import { api, type Answer } from '../../shared/api/api.ts';
import { useMe } from '../../shared/site/site.ts';

/** What becomes of the welcome offer of a signed-in customer: taken off at checkout, or why it is not. */
export function WelcomeOfferNote() {
  const uid = useMe()?.uid;
  const [welcome, setWelcome] = useState<Answer<'getWelcomeOffer'> | null>(null);
  useEffect(() => {
    if (!uid) return undefined;
    const abortController = new AbortController();
    // The cart does without the note when the server is out of reach; checkout asks again.
    api('getWelcomeOffer', { query: {} }, { signal: abortController.signal }).then(setWelcome, () => undefined);
    return () => abortController.abort();
  }, [uid]);
  const text = welcome?.offer
    ? say`Your welcome offer takes ${percentText(welcome.offer.percentOff)} off each dish at checkout.`
    : welcome?.problem?.message;
  return text && <p className="hint">{text}</p>;
}
