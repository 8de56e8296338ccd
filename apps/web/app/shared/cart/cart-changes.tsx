import type { CartChange } from '@tiffin/domain/cart';
import { Link } from 'react-router';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { formatMoney } from '../../ui/format.ts';
import { cartChangesTexts } from './cart-changes-texts.ts';

/** How changes of the menu affected the cart, until the guest confirms them. */
export function CartChanges({
  changes,
  hrefOf,
  onRead,
  className,
}: {
  changes: readonly CartChange[];
  /** The address where the options of a line are changed. Without it, they are changed in place. */
  hrefOf?: (cartKey: string) => string | null;
  onRead: () => void;
  className?: string | undefined;
}) {
  // A missing option must be chosen and cannot just be confirmed.
  const canBeRead = changes.some(({ kind }) => kind !== 'choice');
  return (
    <div role="alert">
      {changes.length > 0 && (
        <Banner
          tone="warn"
          title={cartChangesTexts.title}
          {...(className && { className })}
          action={
            canBeRead && (
              <Button look="bare" size="sm" onClick={onRead}>
                {cartChangesTexts.understood}
              </Button>
            )
          }
        >
          {changes.map((change) => (
            <div key={change.cartKey}>
              {wordsFor(change).map((words) => (
                <p key={words}>{words}</p>
              ))}
              {change.kind === 'choice' && !change.ofTime && (
                <Again name={change.name} href={hrefOf?.(change.cartKey) ?? null} />
              )}
            </div>
          ))}
        </Banner>
      )}
    </div>
  );
}

/** A link to the sheet of the line, which shows the available options. */
function Again({ name, href }: { name: string; href: string | null }) {
  if (href === null) return null;
  return (
    <Link className="inline-row touch-height weight-600" to={href} preventScrollReset>
      <span>
        {cartChangesTexts.again} <span className="sr-only">{name}</span>
      </span>
    </Link>
  );
}

function wordsFor(change: CartChange): readonly string[] {
  if (change.kind === 'choice') return [cartChangesTexts.choice(change.name, change.text)];
  if (change.kind !== 'price') return [cartChangesTexts.removed(change.name)];
  // The option whose price changed is more exact than the price of the line.
  const moved = change.options?.length
    ? change.options.map(({ name, was, now }) => ({ name: cartChangesTexts.option(name, change.name), was, now }))
    : [change];
  return moved.map(({ name, was, now }) => cartChangesTexts.price(name, formatMoney(now), formatMoney(was)));
}
