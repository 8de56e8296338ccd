import type { CartChange } from '@tiffin/domain/cart';
import { Link } from 'react-router';
import { say } from '@tiffin/domain/core';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { formatMoney } from '../../ui/format.ts';

interface CartChangesProps {
  changes: readonly CartChange[];
  /** The address where the options of a line are changed. Without it, they are changed in place. */
  hrefOf?: (cartKey: string) => string | null;
  onRead: () => void;
  className?: string | undefined;
}

/** How changes of the menu affected the cart, until the guest confirms them. */
export function CartChanges({ changes, hrefOf, onRead, className }: CartChangesProps) {
  // A missing option must be chosen and cannot just be confirmed.
  const canBeRead = changes.some(({ kind }) => kind !== 'choice');
  return (
    <div role="alert">
      {changes.length > 0 && (
        <Banner
          tone="warn"
          title={say`The menu has changed`}
          className={className}
          action={
            canBeRead && (
              <Button look="bare" size="sm" onClick={onRead}>
                {say`OK`}
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
                <ChooseAgain name={change.name} href={hrefOf?.(change.cartKey) ?? null} />
              )}
            </div>
          ))}
        </Banner>
      )}
    </div>
  );
}

/** A link to the sheet of the line, which shows the available options. */
function ChooseAgain({ name, href }: { name: string; href: string | null }) {
  if (href === null) return null;
  return (
    <Link className="inline-row touch-height weight-600" to={href} preventScrollReset>
      <span>
        {say`Choose again`} <span className="sr-only">{name}</span>
      </span>
    </Link>
  );
}

function wordsFor(change: CartChange): readonly string[] {
  if (change.kind === 'choice') return [say`${change.name}: ${change.text}`];
  if (change.kind !== 'price') return [say`${change.name} is no longer available and was removed from your order.`];
  // The option whose price changed is more exact than the price of the line.
  const priceChanges = change.options?.length
    ? change.options.map(({ name, was, now }) => ({ name: say`${name} with ${change.name}`, was, now }))
    : [change];
  return priceChanges.map(({ name, was, now }) => say`${name} is now ${formatMoney(now)} (was ${formatMoney(was)}).`);
}
