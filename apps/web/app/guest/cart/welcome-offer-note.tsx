import { useEffect, useState } from 'react';
import { api, type Answer } from '../../shared/api/api.ts';
import { useMe } from '../../shared/site/site.ts';
import { cartPanelTexts } from './cart-panel-texts.ts';

/** What becomes of the welcome offer of a signed-in customer: taken off at checkout, or why it is not. */
export function WelcomeOfferNote() {
  const uid = useMe()?.uid;
  const [welcome, setWelcome] = useState<Answer<'getWelcomeOffer'> | null>(null);
  useEffect(() => {
    if (!uid) return undefined;
    const asked = new AbortController();
    // The cart does without the note when the server is out of reach; checkout asks again.
    api('getWelcomeOffer', { query: {} }, { signal: asked.signal }).then(setWelcome, () => undefined);
    return () => asked.abort();
  }, [uid]);
  const text = welcome?.offer ? cartPanelTexts.offer(welcome.offer.percentOff) : welcome?.problem?.message;
  return text && <p className="hint">{text}</p>;
}
