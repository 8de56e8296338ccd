import type { CartChange } from '@tiffin/domain/cart';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { formatMoney } from '../../ui/format.ts';

const texts = {
  title: 'The menu has changed',
  understood: 'OK',
  price: (name: string, now: string, was: string) => `${name} is now ${now} (was ${was}).`,
  choice: (name: string, text: string) => `${name}: ${text}`,
  gone: (name: string) => `${name} is no longer available and was taken out of your order.`,
} as const;

/** What the menu's changes did to the order, until the guest says they have read it. */
export function CartChanges({
  changes,
  onRead,
  className,
}: {
  changes: readonly CartChange[];
  onRead: () => void;
  className?: string | undefined;
}) {
  return (
    <div role="alert">
      {changes.length > 0 && (
        <Banner
          tone="warn"
          title={texts.title}
          {...(className && { className })}
          action={
            <Button look="bare" size="sm" onClick={onRead}>
              {texts.understood}
            </Button>
          }
        >
          {changes.map((change) => (
            <p key={change.cartKey}>{wordsFor(change)}</p>
          ))}
        </Banner>
      )}
    </div>
  );
}

function wordsFor(change: CartChange): string {
  if (change.kind === 'choice') return texts.choice(change.name, change.text);
  return change.kind === 'price'
    ? texts.price(change.name, formatMoney(change.now), formatMoney(change.was))
    : texts.gone(change.name);
}
