import { useMemo, useState, useSyncExternalStore } from 'react';
import { Gift } from 'lucide-react';
import { cents, say, ZERO, type Cents } from '@tiffin/domain/core';
import { maskedGiftCard, parseGiftCardCode } from '@tiffin/domain/payment';
import { api } from '../../shared/api/api.ts';
import { refusalText } from '../../shared/errors/error-text.ts';
import { storedTextInTab } from '../../shared/offline/text-storage.ts';
import { centsOf, formatMoney } from '../../ui/format.ts';
import { CodeGroup } from '../../shared/checkout/code-part.tsx';

interface GiftCard {
  readonly code: string;
  readonly balance: Cents;
}

/** The code and the balance, until the order is placed. */
const storedCard = storedTextInTab('tiffin_gift_card');

/** The gift card that pays as much as is on it; null without one. */
export function useGiftCard(): GiftCard | null {
  const text = useSyncExternalStore(storedCard.subscribe, storedCard.read, () => null);
  return useMemo(() => {
    const [code = '', balance] = text?.split(' ') ?? [];
    return code === '' ? null : { code, balance: cents(Number(balance) || 0) };
  }, [text]);
}

export function forgetGiftCard(): void {
  storedCard.write(null);
}

/** The field for the code of a gift card, or the card that pays, with a button to remove it. */
export function GiftCardPart({ card }: { card: GiftCard | null }) {
  const [typed, setTyped] = useState('');
  const [refused, setRefused] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const use = async (text = typed) => {
    setBusy(true);
    const code = parseGiftCardCode(text) ?? text.trim();
    try {
      const { balance } = await api('getGiftCardBalance', { query: { code } });
      storedCard.write(`${code} ${centsOf(balance)}`);
      setTyped('');
    } catch (error) {
      setRefused(refusalText(error));
    }
    setBusy(false);
  };
  /** A whole code is used at once, so that no order is placed without it. */
  const type = (text: string) => {
    setTyped(text);
    setRefused(null);
    if (parseGiftCardCode(text) !== null) void use(text);
  };
  const remove = () => {
    forgetGiftCard();
    type('');
  };
  const [number, amount] = [maskedGiftCard(card?.code.slice(-4) ?? ''), formatMoney(card?.balance ?? ZERO)];
  return (
    <CodeGroup
      label={say`Gift card`}
      fieldLabel={say`Code of the card`}
      icon={<Gift />}
      code={{ typed, type, refused, busy, use, remove }}
      applied={card?.code ?? null}
      removeLabel={say`Remove the gift card`}
    >
      {say`Gift card ${number} with ${amount}. It pays like money, so the tax stays the same.`}
    </CodeGroup>
  );
}
